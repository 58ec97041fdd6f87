import asyncio

import pytest

from counterproof.evaluators.judge.own_loop import run_apart


async def doubled(number):
    await asyncio.sleep(0)
    return 2 * number


def test_work_runs_also_where_a_loop_is_running_as_in_a_notebook():
    async def cell():
        return run_apart(doubled(4))

    assert run_apart(doubled(3)) == 6
    assert asyncio.run(cell()) == 8


def test_an_error_comes_out_and_what_was_still_running_is_cancelled():
    ended = []

    async def slow():
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    async def failing():
        task = asyncio.ensure_future(slow())
        await asyncio.sleep(0)
        raise ValueError(str(task.done()))

    with pytest.raises(ValueError, match="False"):
        run_apart(failing())
    assert ended == ["cancelled"]
