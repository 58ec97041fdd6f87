"""Verified versions of an item's data: registered first, then built, re-opened, and checked.

`run.construct` does all of it; `register`, `screen`, `build`, `verify`, `leaks` and `predictability` are its steps,
`prompts` the words that the agents read.
"""
