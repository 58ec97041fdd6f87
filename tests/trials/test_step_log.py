import pytest

from counterproof.trials.step_log import read_steps

SAID = b'{"kind": "message", "text": "I look.", "seconds": 0.5}'
CALLED = b'{"kind": "tool_call", "tool": "python", "input": "1+1", "output": "2", "seconds": 0.25}'


@pytest.fixture
def read(tmp_path):
    def read(content):
        (tmp_path / "trajectory.jsonl").write_bytes(content)
        return read_steps(tmp_path / "trajectory.jsonl")

    return read


def test_steps_keep_their_order_their_place_and_their_time(read):
    trajectory = read(SAID + b"\n" + CALLED + b"\n")
    assert [(step.kind, step.source_index) for step in trajectory.steps] == [("message", 0), ("tool_call", 1)]
    assert trajectory.totals.seconds == 0.75
    assert not trajectory.notes


def test_a_half_last_line_is_noted_and_the_lines_before_it_stay(read):
    trajectory = read(SAID + b"\n" + CALLED[:30])
    assert [step.text for step in trajectory.steps] == ["I look."]
    assert [(note.kind, note.source_index) for note in trajectory.notes] == [("cut", 1)]
    assert trajectory.notes[0].text == CALLED[:30].decode()


def test_a_line_that_is_no_step_is_noted_and_the_lines_after_it_stay(read):
    trajectory = read(b'no json\n{"kind": "dance"}\n' + SAID + b"\n")
    assert [(note.kind, note.text) for note in trajectory.notes] == [
        ("not_json", "no json"),
        ("unknown_event", '{"kind": "dance"}'),
    ]
    assert trajectory.steps[0].source_index == 2


def test_no_log_and_an_empty_log_say_that_they_are_empty(read, tmp_path):
    assert read_steps(tmp_path / "none").ending == "empty"
    assert read(b"").ending == "empty"


def test_only_a_line_feed_ends_a_line(read):
    assert read('{"kind": "message", "text": "a\u2028b"}\n'.encode()).steps[0].text == "a\u2028b"
