"""An agent that does each thing that it must not, and writes the log that an agent of ours would."""

import json
import subprocess
import sys

for command in json.loads(sys.argv[1]):
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, timeout=20)
    step = {"kind": "tool_call", "tool": "bash", "input": command, "output": (done.stdout + done.stderr)[:500]}
    print(json.dumps(step | {"exit_code": done.returncode}), flush=True)  # noqa: T201, its log
