"""Verified versions of a table item: registered first, then built, re-opened, analysed again, and checked for leaks.

`run` does it for a study's table items; `register`, `build`, `verify` and `leaks` are its steps.
"""
