"""Other tools' logs, and our own, read into one model of steps: bytes in, nothing lost."""

from counterproof.trajectories.detect import FormatName, detect, parse
from counterproof.trajectories.inspect_log import SampleLog, read_samples

__all__ = ["FormatName", "SampleLog", "detect", "parse", "read_samples"]
