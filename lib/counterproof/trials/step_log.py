"""A trial's log in our own format, line by line: what can be read is kept, what cannot is noted."""

from pathlib import Path

from pydantic import ValidationError

from counterproof.domain.trajectory import Note, Step, Totals, Trajectory

FORMAT = "counterproof"


def read_steps(path: Path) -> Trajectory:
    """The trajectory in a `trajectory.jsonl`: one `Step` a line; `empty` where there is no log.

    A last line without its end was cut by a crash or a full disk; it is noted, like a line that is no step.
    """
    data = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
    if not data:
        return Trajectory(format=FORMAT, ending="empty")
    *lines, last = data.split(b"\n")
    read = [_step_or_note(line, number) for number, line in enumerate(lines)]
    notes = [entry for entry in read if isinstance(entry, Note)]
    if last:
        notes.append(Note(kind="cut", text=last.decode(errors="replace"), source_index=len(lines)))
    steps = [entry for entry in read if isinstance(entry, Step)]
    seconds = [step.seconds for step in steps if step.seconds is not None]
    totals = Totals(seconds=sum(seconds)) if seconds else Totals()
    return Trajectory(format=FORMAT, steps=tuple(steps), totals=totals, notes=tuple(notes))


def _step_or_note(line: bytes, number: int) -> Step | Note:
    try:
        return Step.model_validate_json(line).model_copy(update={"source_index": number})
    except ValidationError as error:
        no_json = error.errors()[0]["type"] == "json_invalid"
        text = line.decode(errors="replace")
        return Note(kind="not_json" if no_json else "unknown_event", text=text, source_index=number)
