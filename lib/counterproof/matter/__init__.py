"""The data that items are asked about: single-cell files, read whole or in part, re-arranged, and written one way.

`contents` and `h5ad` read, an `arrangement` says what a variant shall hold, `write` makes the files of all variants
from one reading of the source. Tables have a package of their own, `table`; `cohort` and `genetics` simulate data.
"""
