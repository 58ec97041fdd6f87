"""Whether an agent saw the other option ahead in its own tool's output, and answered the key all the same."""

import re
from typing import NamedTuple

from counterproof.domain.registration import Registration
from counterproof.domain.trial import Trial

RULE = (
    "Seen ahead: in the last tool output that gives a number for both options on lines of their own, the number beside "
    "the answer that the flipped data support is larger than the one beside the key. Where less is asked for (down, "
    "shrinks), tools print it with either sign: two numbers of one sign are compared by their size, others not at all. "
    "An option whose text is itself an option's letter cannot be told from it, and is not looked for."
)

NUMBER = re.compile(r"(?<![\w.])[+\-\N{MINUS SIGN}]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])")


class Seen(NamedTuple):
    """The numbers that an agent's own tool printed for the flip answer and for the key."""

    flip: float
    key: float


def seen_ahead(trial: Trial, registration: Registration) -> Seen | None:
    """What the trial's tools printed for the flip answer and the key, by `RULE`; null where it is not ahead there."""
    if registration.flip_to not in registration.targets:
        # Numbers are asked for: there are no options whose values a tool could print side by side.
        return None
    flip, key = (registration.targets[letter] for letter in (registration.flip_to, registration.key))
    if {flip, key} & registration.targets.keys():
        return None
    for step in reversed(trial.trajectory.tool_calls):
        lines = (step.output or "").splitlines()
        of_flip, of_key = _number_beside(flip, lines), _number_beside(key, lines)
        if of_flip is not None and of_key is not None:
            found = Seen(of_flip, of_key)
            return found if _ahead(found, registration) else None
    return None


def _ahead(seen: Seen, registration: Registration) -> bool:
    if getattr(registration.statistic, "direction", None) in {"down", "shrinks"}:
        return seen.flip * seen.key > 0 and abs(seen.flip) > abs(seen.key)
    return seen.flip > seen.key


def names_flip(trial: Trial, registration: Registration) -> bool:
    """Whether any output of the trial's tools names the flip answer: the agent looked at what speaks for it."""
    flip = registration.targets.get(registration.flip_to)
    if flip is None or flip in registration.targets:
        return False
    whole = _whole(flip)
    return any(whole.search(step.output or "") for step in trial.trajectory.tool_calls)


def _number_beside(name: str, lines: list[str]) -> float | None:
    whole = _whole(name)
    for line in lines:
        found = whole.search(line)
        number = NUMBER.search(line, found.end()) if found else None
        if number:
            return float(number[0].replace("\N{MINUS SIGN}", "-"))
    return None


def _whole(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])", re.IGNORECASE)
