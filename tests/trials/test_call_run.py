import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from identity_made_up import opened

from counterproof.domain.call import Call
from counterproof.domain.problem import InputError
from counterproof.store.records import read_record, write_record
from counterproof.trials.call_run import read_calls, run_calls
from counterproof.trials.calls import planned_calls
from counterproof.trials.claim import claimed

FEW = {"n": 4, "conditions": ["named", "blind"]}


def test_all_calls_run_once_and_are_read_in_the_order_of_the_plan(tmp_path):
    study = opened(tmp_path, **FEW)
    plan = planned_calls(study)
    first = run_calls(study, plan=plan)
    assert (first.planned, first.ran, first.skipped) == (40, 40, 0)
    assert first.outcomes == {"answered": 40}
    assert [call.key for call in read_calls(study)] == [call.key for call in plan.calls]
    assert run_calls(study).ran == 0


def test_a_run_that_was_stopped_goes_on_where_it_stopped(tmp_path):
    study = opened(tmp_path, **FEW)
    run_calls(study)
    paths = sorted(study.calls.rglob("*.json"))
    paths[0].unlink()
    paths[1].write_text("half")
    assert run_calls(study).ran == 2


def test_a_call_that_failed_for_reasons_of_ours_is_tried_again(tmp_path):
    study = opened(tmp_path, **FEW)
    run_calls(study)
    path = next(study.calls.rglob("*.json"))
    call = read_record(path, Call)
    broken = tuple(reply.model_copy(update={"outcome": "infra_error", "answer": None}) for reply in call.replies)
    write_record(path, call.model_copy(update={"replies": broken}))
    assert run_calls(study).ran == 1


def test_a_changed_instance_makes_its_own_calls_stale_and_no_others(tmp_path):
    study = opened(tmp_path, **FEW)
    run_calls(study)
    one, *rest = study.instances
    again = opened(tmp_path, instances=(one.model_copy(update={"question": one.question + " Now?"}), *rest), **FEW)
    # The seed of the others is the same, and so is what the knowers know.
    assert run_calls(again).ran == 10


def test_grouped_calls_answer_the_same_as_calls_of_one_where_no_lot_is_drawn(tmp_path):
    alone, grouped = (
        opened(tmp_path / name, n=6, conditions=["named"], agents=[{"name": "reader", "route": "reader"}], **size)
        for name, size in (("alone", {}), ("grouped", {"instances_per_call": 4}))
    )
    answers = []
    for study in (alone, grouped):
        run_calls(study)
        answers.append({r.instance: r.answer.choice for call in read_calls(study) for r in call.replies})
    assert answers[0] == answers[1]


def test_two_runs_at_once_are_refused(tmp_path):
    study = opened(tmp_path, **FEW)
    with claimed(study.calls), pytest.raises(InputError, match="another run is working"):
        run_calls(study)


@pytest.mark.slow
def test_workers_give_the_same_calls_as_one_process(tmp_path, monkeypatch):
    monkeypatch.setattr("counterproof.trials.call_run.FEW", 0)
    one, two = opened(tmp_path / "one", **FEW), opened(tmp_path / "two", **FEW)
    run_calls(one)
    run_calls(two, jobs=2)
    assert [call.replies for call in read_calls(one)] == [call.replies for call in read_calls(two)]
