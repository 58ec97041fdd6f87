"""The leak audit: could anything but the registered edit tell one variant from another?

`registry` lists the checks and runs them; each family of checks is a file. The checks read the written files through
h5py on their own: an error shared with the writer would hide itself.
"""
