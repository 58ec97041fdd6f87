"""A name that can be a folder's or a file's, on any machine."""

from typing import Annotated

from pydantic import Field

MOST_LETTERS = 64
"""A file system takes 255 bytes, and a file's name is put together from several names."""

Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=MOST_LETTERS)]
"""1 to 64 of a-z, 0-9, `_` and `-`."""
