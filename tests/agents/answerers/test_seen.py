from counterproof.agents.answerers.seen import tasks_in
from counterproof.benchmarks.invented import invented_instances
from counterproof.construct.conditions import Conditions
from counterproof.construct.identity_prompts import Task, call_prompt

CASES = invented_instances(3, seed=2)
MADE = Conditions.of(CASES, seed=1)


def seen(condition, n):
    tasks = [Task(str(place + 1), one, MADE.show(one, condition)) for place, one in enumerate(CASES[:n])]
    return tasks_in(call_prompt(tasks, condition, record_name="r", count_name="c"))


def test_a_call_of_several_is_read_task_by_task():
    found = seen("named", 3)
    assert [one.label for one in found] == ["1", "2", "3"]
    for one, case in zip(found, CASES, strict=True):
        assert (one.question, one.options, one.evidence) == (case.question, case.options, case.evidence)


def test_a_call_of_one_has_no_label():
    (one,) = seen("delete", 1)
    assert (one.label, one.evidence, one.asks) == (None, None, "option")


def test_probes_are_told_apart():
    assert seen("recall", 2)[1].asks == "recall"
    assert seen("reidentify-blind", 1)[0].asks == "name"
