"""A word to the user while a cluster has no worker: work waits for one, and nothing else would tell."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from distributed import Client
from tqdm import tqdm

LOOK_SECONDS = 5.0


@contextmanager
def told_while_empty(client: Client, address: str) -> Iterator[None]:
    """A block in which a line on the terminal tells when the cluster has no worker, and when it has one again."""
    over = threading.Event()
    watch = threading.Thread(target=_watch, args=(client, address, over), name="workers of the cluster", daemon=True)
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join()


def _watch(client: Client, address: str, over: threading.Event) -> None:
    empty = False
    while not over.is_set() and client.status == "running":
        try:
            found = bool(client.nthreads())
        except Exception:  # noqa: BLE001, a scheduler that is gone is told by whoever waits for its results
            return
        if empty == found:
            empty = not found
            told = "has no worker: the work waits for one (Ctrl-C stops)" if empty else "has workers again"
            tqdm.write(f"the dask cluster at {address} {told}", file=sys.stderr)
        over.wait(LOOK_SECONDS)
