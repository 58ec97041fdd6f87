"""The program that runs in the sandbox: settings from its home, steps on standard output, exit code 1 on a failure."""

import asyncio
import sys
from pathlib import Path

from counterproof.agents.model import settings as told
from counterproof.agents.model.client import model_of
from counterproof.agents.model.log import StepLog
from counterproof.agents.model.loop import Loop
from counterproof.agents.model.settings import LoopSettings


def main() -> int:
    """0 where the model ended by itself or by its turns, 1 where its service failed."""
    text = (Path.home() / told.FILE).read_text(encoding="utf-8")
    settings = LoopSettings.model_validate_json(text)
    loop = Loop(model_of(settings), settings, log=StepLog(sys.stdout), folder=Path.cwd())
    return int(asyncio.run(loop.run()).ending == "infra_error")


if __name__ == "__main__":
    sys.exit(main())
