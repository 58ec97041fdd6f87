"""Where items come from: readers that give checked items, or every problem found.

`own` opens a study of ours; the other benchmarks have a file each, and `loaders` lists them.
"""
