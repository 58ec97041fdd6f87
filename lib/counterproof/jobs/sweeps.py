"""Python's search for objects that hold each other, put off while very many small ones are made."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_sweeps() -> Iterator[None]:
    """A block in which nothing is searched: a hundred thousand new records would each time be looked through again.

    What is no longer used is let go all the same, unless it holds itself.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
