from counterproof.benchmarks.invented import invented_instances
from counterproof.construct.conditions import Conditions
from counterproof.construct.identity_prompts import Task, call_prompt

CASES = invented_instances(4, seed=2)
MADE = Conditions.of(CASES, seed=1)


def prompt(condition, n=1):
    tasks = [Task(str(place + 1), one, MADE.show(one, condition)) for place, one in enumerate(CASES[:n])]
    return call_prompt(tasks, condition, record_name="the register", count_name="number of trials")


def test_no_condition_no_study_and_no_key_is_named():
    for condition in ("blind", "control-95", "redact-33"):
        text = prompt(condition)
        assert condition not in text
        assert CASES[0].id not in text


def test_a_call_of_one_asks_for_the_same_file_as_any_trial():
    text = prompt("named")
    assert "# Task" not in text
    assert "one JSON object with exactly these fields" in text


def test_a_call_of_several_asks_for_a_list_with_labels():
    text = prompt("named", n=3)
    assert [f"# Task {label}\n" in text for label in "1234"] == [True, True, True, False]
    assert "one field `answers`" in text


def test_the_recall_probe_shows_names_and_options_but_no_task():
    text = prompt("recall")
    assert CASES[0].entities[0].name in text
    assert CASES[0].question not in text
    assert "number of trials in the register" in text
    assert "from memory alone" in text
    assert "## Passage" not in text
