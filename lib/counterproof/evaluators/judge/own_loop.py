"""Asynchronous work run to its end from anywhere, also from a notebook whose own event loop is running."""

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


def run_apart(work: Coroutine[Any, Any, T]) -> T:
    """What the work returns, after it ran in an event loop and a thread of its own.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C, after the work was cancelled and has cleaned up.
    """
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, name="own loop", daemon=True)
    thread.start()
    future = asyncio.run_coroutine_threadsafe(work, loop)
    try:
        return future.result()
    finally:
        future.cancel()
        asyncio.run_coroutine_threadsafe(_ended(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _ended() -> None:
    """Wait until every other task of this loop is over, cancelled where it is not."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
