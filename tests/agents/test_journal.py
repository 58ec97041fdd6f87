import json

import pytest

from counterproof.agents.journal import Journal
from counterproof.domain.trajectory import Step


@pytest.fixture
def written(tmp_path):
    def write(fill):
        with Journal(tmp_path) as journal:
            fill(journal)
        lines = (tmp_path / "trajectory.jsonl").read_text(encoding="utf-8").split("\n")
        assert lines.pop() == ""
        return [Step.model_validate_json(line) for line in lines]

    return write


def test_every_step_is_a_line_of_its_own_whatever_it_says(written):
    text = "two\nlines\u2028and \u0085more\r\n é \U0001f9ec \0"

    def fill(journal):
        journal.say(text)
        journal.called("python", text, output=text, error=True)

    said, called = written(fill)
    assert (said.kind, said.text) == ("message", text)
    assert (called.kind, called.tool, called.input, called.output, called.error) == (
        "tool_call",
        "python",
        text,
        text,
        True,
    )


@pytest.mark.parametrize("given", ["B", None, {"effect": 1.5}])
def test_an_answer_is_written_to_its_file_and_is_the_last_step(written, tmp_path, given):
    steps = written(lambda journal: journal.answer(given, confidence=50, support="partial", evidence="é > 0.5."))
    kept = (tmp_path / "answer.json").read_bytes()
    assert json.loads(kept) == {
        "answer": given,
        "confidence": 50,
        "data_support": "partial",
        "evidence": "é > 0.5.",
    }
    assert steps[-1].tool == "write_file"
    assert steps[-1].input == f"answer.json\n{kept.decode().rstrip()}"
    assert steps[-1].output == f"{len(kept)} bytes written"


def test_seconds_are_those_since_the_step_before(written):
    steps = written(lambda journal: [journal.say("a"), journal.say("b")])
    assert all(0 <= step.seconds < 60 for step in steps)


def test_a_new_journal_takes_the_place_of_an_old_one(written):
    written(lambda journal: journal.say("old"))
    assert [step.text for step in written(lambda journal: journal.say("new"))] == ["new"]
