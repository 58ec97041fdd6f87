"""Language models that score trials: what they are asked, what counts as a reply, and what becomes of it."""
