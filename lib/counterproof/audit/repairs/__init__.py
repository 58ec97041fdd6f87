"""What helps: an option to abstain, a judge that looks at the evidence, credit for answers that move with it."""
