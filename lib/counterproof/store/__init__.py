"""A study's folder on disk: where things are, how they are written, how they become tables.

`layout` knows every path, `atomic` writes whole files or nothing, `records` keeps records and logs, `tables` data
frames, and `digest` tells what is stale.
"""
