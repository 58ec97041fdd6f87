"""Runs as other tools leave them, on the items of a made-up study."""

import json
import shutil

NAMES = ("trajectory.json", "result.json", "harness_outputs.jsonl", "eval_answer.json")


def latch_run(folder, *, answer=None, result=None, log=None):
    """A run's folder in latch's layout; `log` is a real run's folder whose log it takes."""
    folder.mkdir(parents=True)
    if log is not None:
        shutil.copyfile(log / "trajectory.json", folder / "trajectory.json")
    if answer is not None:
        text = answer if isinstance(answer, str) else json.dumps(answer)
        (folder / "eval_answer.json").write_text(text, encoding="utf-8")
    if result is not None:
        (folder / "result.json").write_text(json.dumps(result), encoding="utf-8")
    return folder


def steps_log(path, *texts):
    """A log in our own format: messages, one a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps({"kind": "message", "text": text}) for text in texts]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
