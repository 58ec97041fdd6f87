"""What runs in Biomni's own Python inside the sandbox: one question put to its A1. Imports nothing of ours."""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any


def main() -> None:
    """Ask what the settings say; Biomni prints its log as it works."""
    settings = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    # Not ours to install: it stands in the environment that runs this.
    agents: Any = import_module("biomni.agent")
    # The data lake and the tool retriever would want downloads and a second model.
    agent = agents.A1(
        path=settings["folder"], expected_data_lake_files=[], use_tool_retriever=False, **settings["model"]
    )
    agent.go(settings["prompt"])


if __name__ == "__main__":
    main()
