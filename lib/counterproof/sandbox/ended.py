"""How a launched agent's process ended, and what it used."""

from typing import Literal, NamedTuple

LimitName = Literal["seconds", "cpu_seconds", "memory_mb", "output_mb", "processes", "usd"]


class Ended(NamedTuple):
    """The end of an agent's process.

    `exit_code` is null where the runner ended it, above 128 where signal `exit_code - 128` did. `seconds` is wall time,
    `cpu_seconds` that of all its processes, `peak_mb` the memory of the largest one (megabytes of 10**6 bytes; null
    without walls).
    `limit` is the limit that it ran into, as far as that can be told from outside. `survivors` were alive after the end
    and were killed; walls leave none.
    """

    exit_code: int | None
    seconds: float
    cpu_seconds: float
    peak_mb: float | None
    limit: LimitName | None
    survivors: int
