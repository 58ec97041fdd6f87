"""Tables of text cells under a schema: one strict reader, one writer for every variant.

`read` opens a source or a written file, `write` makes every file, `cells` says what a cell of each kind may hold.
"""
