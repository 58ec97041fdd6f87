"""Reference answerers of the identity audit, whose route is known beforehand, one a file.

Nothing here may import `edits` or `construct`: an error shared with the code that makes the prompts would hide itself.
"""
