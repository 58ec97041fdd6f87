import json

import pytest

from counterproof.agents.reference.task import Task


@pytest.fixture
def handout(ask):
    brief = ask.brief({"statistic": "marker", "group": {"cell": "NK"}}, ("CD3D", "NKG7"))
    return {"brief": brief.model_dump(mode="json")}


def test_a_task_holds_what_was_handed_over(tmp_path, handout):
    with Task.opened(tmp_path, handout=handout | {"prior": "B", "abstain": "C"}, seed=3) as task:
        assert (task.folder, task.seed, task.abstain, task.known()) == (tmp_path, 3, "C", "B")
        assert task.text("B") == "NKG7 (B)"


def test_without_a_prior_there_is_nothing_to_know(tmp_path, handout):
    with Task.opened(tmp_path, handout=handout, seed=3) as task:
        assert (task.prior, task.abstain) == (None, None)
        with pytest.raises(ValueError, match="answers from a prior, and its handout has none"):
            task.known()


def test_the_journal_is_on_the_disk_step_by_step_and_closed_with_the_task(tmp_path, handout):
    path = tmp_path / "trajectory.jsonl"
    with Task.opened(tmp_path, handout=handout, seed=3) as task:
        task.journal.say("first")
        assert json.loads(path.read_text())["text"] == "first"
    with pytest.raises(ValueError, match="closed file"):
        task.journal.say("second")


def test_a_crash_leaves_the_steps_before_it(tmp_path, handout):
    def crash():
        with Task.opened(tmp_path, handout=handout, seed=3) as task:
            task.journal.say("first")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        crash()
    assert "first" in (tmp_path / "trajectory.jsonl").read_text()
