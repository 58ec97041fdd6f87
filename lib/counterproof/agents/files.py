"""The files of a trial's folder, as the prompt and the log's reader name them."""

DATA = "data.h5ad"
ANSWER = "answer.json"
TRAJECTORY = "trajectory.jsonl"
"""Our own log format: one `Step` record a line."""
