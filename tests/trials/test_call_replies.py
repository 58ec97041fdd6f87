import json
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from identity_made_up import opened

from counterproof.trials.call_replies import read_replies
from counterproof.trials.calls import planned_calls

FULL = {"confidence": 90, "data_support": "full", "evidence": "seen"}


@pytest.fixture
def replies(tmp_path):
    def read(written, condition="named", size=3):
        plan = planned_calls(opened(tmp_path, n=3, conditions=["named", condition], instances_per_call=size))
        call = next(one for one in plan.calls if one.key.condition == condition and len(one.labels) > 0)
        if written is not None:
            (tmp_path / "answer.json").write_text(written if isinstance(written, str) else json.dumps(written))
        return call, read_replies(tmp_path / "answer.json", call)

    return read


def listed(call, **change):
    return {"answers": [{"task": label, "answer": "A", **FULL} | change for label in call.labels]}


def test_every_task_has_its_reply(replies):
    call, _ = replies(None, size=7)
    _, found = replies(listed(call), size=7)
    assert [one.outcome for one in found] == ["answered"] * len(call.labels)
    assert tuple(one.instance for one in found) == call.key.instances


def test_a_missing_answer_and_a_double_one_are_told_apart(replies):
    call, _ = replies(None, size=7)
    whole = listed(call)["answers"]
    _, found = replies({"answers": [whole[0], whole[0]]}, size=7)
    assert found[0].outcome == "invalid"
    assert {one.outcome for one in found[1:]} == {"no_answer"}


@pytest.mark.parametrize(
    ("written", "outcome"), [(None, "no_answer"), ("{", "invalid"), ({"answers": "A"}, "invalid"), ([], "invalid")]
)
def test_a_file_that_is_wrong_as_a_whole_ends_every_task_alike(replies, written, outcome):
    _, found = replies(written, size=7)
    assert {one.outcome for one in found} == {outcome}


def test_a_strange_option_is_invalid_and_a_null_an_abstention(replies):
    call, _ = replies(None, size=7)
    answers = listed(call)["answers"]
    answers[0] |= {"answer": "Z"}
    answers[1] |= {"answer": None, "data_support": "none"}
    _, found = replies({"answers": answers}, size=7)
    assert [one.outcome for one in found[:2]] == ["invalid", "abstained"]


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({"recognised": True, "recorded": "A", "count": 7}, "answered"),
        ({"recognised": False, "recorded": None, "count": None}, "answered"),
        ({"recognised": "yes", "recorded": None, "count": None}, "invalid"),
        ({"recognised": True, "recorded": "Z", "count": 7}, "invalid"),
        ({"recognised": True, "recorded": "A", "count": -1}, "invalid"),
        ({"recognised": True, "recorded": "A", "count": True}, "invalid"),
    ],
)
def test_a_recalled_record_is_read_to_the_letter(replies, fields, outcome):
    _, (one,) = replies(fields, condition="recall", size=1)
    assert one.outcome == outcome
    assert (one.recalled is not None) == (outcome == "answered")


@pytest.mark.parametrize(("name", "outcome"), [("TP53", "answered"), (None, "abstained"), (3, "invalid")])
def test_a_probes_name_is_text_or_null(replies, name, outcome):
    _, (one,) = replies({"name": name}, condition="reidentify-blind", size=1)
    assert one.outcome == outcome
