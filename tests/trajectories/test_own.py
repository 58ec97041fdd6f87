from counterproof.domain.trajectory import Note, Step, Totals, Trajectory
from counterproof.trajectories import parse

STEPS = (Step(kind="thinking", text="hm"), Step(kind="tool_call", tool="statistic", input="x", output="y", seconds=0.5))


def test_steps_a_line_come_back_with_their_places():
    lines = "".join(step.model_dump_json() + "\n" for step in STEPS).encode("utf-8")
    trajectory = parse(lines)
    assert (trajectory.format, trajectory.ending, trajectory.totals) == ("own", None, Totals())
    assert [step.model_copy(update={"source_index": None}) for step in trajectory.steps] == list(STEPS)


def test_a_step_without_a_place_gets_its_line():
    assert [step.source_index for step in parse(b'{"kind": "message"}\n{"kind": "message"}\n').steps] == [0, 1]


def test_a_whole_trajectory_comes_back_as_it_was():
    whole = Trajectory(format="pi", steps=STEPS, ending="killed", notes=(Note(kind="retry", text="1"),), replaced=2)
    assert parse(whole.model_dump_json().encode("utf-8")) == whole
    assert parse(whole.model_dump_json(indent=2).encode("utf-8")) == whole


def test_a_line_that_is_no_step_is_noted():
    trajectory = parse(b'{"kind": "message", "text": "a"}\n{"kind": "message", "colour": "red"}\n{"kind": "mess')
    assert [step.text for step in trajectory.steps] == ["a"]
    assert [note.kind for note in trajectory.notes] == ["unknown_event", "cut"]
