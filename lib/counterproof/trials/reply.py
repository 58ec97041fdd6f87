"""How a trial ended, as the one place that reads it found."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from counterproof.domain.answer import Answer, Outcome
from counterproof.domain.trajectory import Trajectory


class Reply(NamedTuple):
    """How a trial ended, why if not as `answered`, and the answer if there is one."""

    outcome: Outcome
    reason: str | None
    answer: Answer | None


TextReader = Callable[[Trajectory, Mapping[str, str], str], Reply]
"""The reply in an agent's own words: of its trajectory, the options by letter, and the prompt. Reading words is the
evaluators' work, a layer above: they hand it down."""
