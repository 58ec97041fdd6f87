"""The edits that make a variant: pure functions from one arrangement to another. `registry` lists and applies them."""
