"""The one passage that answers are read from, by a fixed order: answer file, own tagged text, own final message.

Tool outputs, tool inputs, thoughts, sub-agents and the echoed prompt are never a source. The first source that is there
decides, even when it cannot be read: falling through to a better one would pick the agent's answer for it.
"""

from counterproof.domain.trajectory import Trajectory
from counterproof.evaluators.extract.echo import without_echo
from counterproof.evaluators.extract.found import Flag, Passage
from counterproof.evaluators.extract.tags import Block, blocks, without_templates


def find_passage(
    *,
    answer_file: bytes | None = None,
    trajectory: Trajectory | None = None,
    prompt: str = "",
) -> Passage | None:
    """The passage that carries the answer, or None where the agent left nothing.

    Parameters
    ----------
    answer_file
        The bytes of the file that the agent was told to write; None where there is none. A blank file counts as none.
    prompt
        What the agent was asked: its words do not become an answer when the agent repeats them.
    """
    if answer_file is not None and answer_file.strip():
        return Passage(source="answer_file", text=answer_file.decode("utf-8-sig", errors="replace"))
    messages = _own_messages(trajectory, prompt=prompt)
    return _tagged(messages, prompt=prompt) or _final(messages)


def passage_of(text: str, *, prompt: str = "") -> Passage | None:
    """The passage that carries the answer of a single message, by the same rules."""
    messages = [(0, without_echo(text, prompt=prompt))] if text.strip() else []
    return _tagged(messages, prompt=prompt) or _final(messages)


def _own_messages(trajectory: Trajectory | None, *, prompt: str) -> list[tuple[int, str]]:
    steps = trajectory.steps if trajectory else ()
    return [
        (place, without_echo(step.text, prompt=prompt))
        for place, step in enumerate(steps)
        if step.kind == "message" and step.sub_agent is None and step.text.strip() not in {"", prompt.strip()}
    ]


def _tagged(messages: list[tuple[int, str]], *, prompt: str) -> Passage | None:
    asked = {block.text.strip() for block in blocks(prompt)}
    found = [(step, block) for step, text in messages for block in blocks(text) if block.text.strip() not in asked]
    complete = [pair for pair in found if pair[1].closed]
    if not found:
        return None
    step, block = (complete or found)[-1]
    said = {pair[1].text.strip() for pair in found}
    return Passage(
        source="tagged_text", step=step, start=block.start, text=block.text, flags=_flags(block, found[-1][1], said)
    )


def _flags(block: Block, last: Block, said: set[str]) -> tuple[Flag, ...]:
    flags: list[Flag] = []
    if len(said) > 1:
        flags.append("revised")
    if not block.closed or not last.closed:
        flags.append("truncated")
    return tuple(flags)


def _final(messages: list[tuple[int, str]]) -> Passage | None:
    for step, text in reversed(messages):
        kept = without_templates(text)
        if kept.strip():
            return Passage(source="final_text", step=step, text=kept)
    return None
