"""The one passage that answers are read from, by a fixed order: answer file, own tagged text, own final message.

Tool outputs, tool inputs, thoughts, sub-agents and the echoed prompt are never a source. The first source that is there
decides, even when it cannot be read: falling through to a better one would pick the agent's answer for it.
"""

from collections.abc import Sequence

from counterproof.domain.trajectory import Step, Trajectory
from counterproof.evaluators.extract.echo import without_echo
from counterproof.evaluators.extract.found import Flag, Passage
from counterproof.evaluators.extract.tags import Block, blocks, without_templates

Message = tuple[int | None, str]
"""A text of the agent with the place of its step, null for the log's own statement of the final text."""


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
        What the agent was asked, beside the prompts in the trajectory: these words become no answer when the agent
        repeats them.
    """
    if answer_file is not None and answer_file.strip():
        return Passage(source="answer_file", text=answer_file.decode("utf-8-sig", errors="replace"))
    prompts = (prompt, *trajectory.prompts) if trajectory else (prompt,)
    messages = _own_messages(trajectory, prompts=prompts)
    return _tagged(messages, prompts=prompts) or _final(messages)


def passage_of(text: str) -> Passage | None:
    """The passage that carries the answer of a single message, by the same rules."""
    said = Trajectory(format="text", steps=(Step(kind="message", text=text),))
    return find_passage(trajectory=said)


def _own_messages(trajectory: Trajectory | None, *, prompts: Sequence[str]) -> list[Message]:
    """The agent's own texts in order, the log's statement of the final one last where no step holds it."""
    if trajectory is None:
        return []
    own: list[Message] = [
        (place, step.text)
        for place, step in enumerate(trajectory.steps)
        if step.kind == "message" and step.sub_agent is None
    ]
    result = trajectory.result_text
    if result and all(result != text for _, text in own):
        own.append((None, result))
    asked = {prompt.strip() for prompt in prompts}
    return [(place, _unechoed(text, prompts)) for place, text in own if text.strip() not in asked | {""}]


def _unechoed(text: str, prompts: Sequence[str]) -> str:
    for prompt in prompts:
        text = without_echo(text, prompt=prompt)
    return text


def _tagged(messages: list[Message], *, prompts: Sequence[str]) -> Passage | None:
    asked = {block.text.strip() for prompt in prompts for block in blocks(prompt)}
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


def _final(messages: list[Message]) -> Passage | None:
    for step, text in reversed(messages):
        kept = without_templates(text)
        if kept.strip():
            return Passage(source="final_text", step=step, text=kept)
    return None
