"""Agents whose route is known beforehand (SPEC section 6), one a file, and their own analysis of the data.

Nothing here may import `matter`, `evidence`, `edits` or `construct`: an error shared with the code that makes the
variants would hide itself.
"""
