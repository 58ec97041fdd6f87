"""The program that runs in the sandbox: settings from its home, steps on standard output, exit code 1 on a failure."""

import asyncio
import sys
from pathlib import Path

from counterproof.agents.model import settings as told
from counterproof.agents.model.client import opened
from counterproof.agents.model.log import StepLog
from counterproof.agents.model.loop import Ended, Loop
from counterproof.agents.model.settings import LoopSettings


def main() -> int:
    """0 where the model ended by itself or by its turns, 1 where its service failed."""
    text = (Path.home() / told.FILE).read_text(encoding="utf-8")
    return int(asyncio.run(_ended(LoopSettings.model_validate_json(text))).ending == "infra_error")


async def _ended(settings: LoopSettings) -> Ended:
    async with opened(settings) as model:
        return await Loop(model, settings, log=StepLog(sys.stdout), folder=Path.cwd()).run()


if __name__ == "__main__":
    sys.exit(main())
