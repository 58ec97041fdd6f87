"""A trajectory short enough to be judged, by a rule that the judge is told."""

from typing import NamedTuple

from counterproof.domain.trajectory import Step, Trajectory

CALL_AT_MOST = 4_000
"""Characters of one tool call's input that are always shown."""
LEAST = 120
"""Characters of a shortened text below which it is not cut further, however long the trajectory is."""


class Condensed(NamedTuple):
    """The trajectory as text, and the rule by which it was shortened, in a sentence for the judge."""

    text: str
    rule: str


def condensed(trajectory: Trajectory, *, characters: int) -> Condensed:
    """All steps in their order, shortened until about `characters` are left.

    Every tool call stays with its input (up to 4,000 characters of one). Messages, thoughts and tool outputs lose their
    middle, all by one measure: each is cut to the largest of 16,000, 8,000, 4,000 ... 120 characters with which the
    whole fits. A trajectory of very many steps may stay longer than asked: no step is left out.
    """
    limit, text = 16_000, ""
    while True:
        text = "\n\n".join(_told(number, step, limit) for number, step in enumerate(trajectory.steps, 1))
        if len(text) <= characters or limit <= LEAST:
            break
        limit = max(LEAST, limit // 2)
    return Condensed(text or "(the trajectory has no step)", _rule(limit))


def shortened(text: str, *, limit: int) -> str:
    """The text, or its beginning and its end with the number of characters left out between them."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half:,} characters left out ...]\n{text[-half:]}"


def _rule(limit: int) -> str:
    return (
        "It was shortened by a fixed rule: every step is there, in order, and every tool call with its input (the "
        f"middle of an input is left out above {CALL_AT_MOST:,} characters). Of a message, a thought or a tool output "
        f"of more than {limit:,} characters the middle is left out, and the number of characters left out is written "
        "in its place. The final answer is whole."
    )


def _told(number: int, step: Step, limit: int) -> str:
    who = f" (sub-agent {step.sub_agent})" if step.sub_agent else ""
    lines = [f"[step {number}] {step.kind.replace('_', ' ')}{who}"]
    if step.text:
        lines.append(shortened(step.text, limit=limit))
    if step.kind == "tool_call":
        lines.append(f"tool: {step.tool or '(unnamed)'}")
        lines.append(f"input: {shortened(step.input or '', limit=CALL_AT_MOST)}")
        output = "(none recorded)" if step.output is None else shortened(step.output, limit=limit)
        failed = " (error)" if step.error else ""
        lines.append(f"output{failed}: {output}")
    return "\n".join(lines)
