"""Ctrl-C that always arrives, also where Python would drop it."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

AGAIN = 0.02
"""Seconds until a Ctrl-C that was dropped is raised once more."""


@contextmanager
def interrupts_arrive() -> Iterator[None]:
    """A block in which every Ctrl-C ends in KeyboardInterrupt.

    A signal that comes while a destructor or the callback of a weak reference runs is printed by Python as "Exception
    ignored", and the work goes on as if nobody had asked it to stop. Here it is sent once more instead.
    """
    before = sys.unraisablehook

    def hook(unraisable: "sys.UnraisableHookArgs") -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            threading.Timer(AGAIN, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()
        else:
            before(unraisable)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before
