import json

import pytest

from counterproof.agents.answerers.answerer import run_answerer
from counterproof.agents.answerers.handout import answerer_digest, known_names, knows
from counterproof.benchmarks.invented import invented_instances
from counterproof.construct.conditions import Conditions
from counterproof.construct.identity_prompts import Task, call_prompt
from counterproof.domain.identity_study import Answerer

CASES = invented_instances(8, seed=2)
MADE = Conditions.of(CASES, seed=1)


@pytest.fixture
def answers(tmp_path):
    def run(route, condition, n=8, **options):
        spec = Answerer(name="one", route=route, **options)
        tasks = [Task(str(place + 1), one, MADE.show(one, condition)) for place, one in enumerate(CASES[:n])]
        prompt = call_prompt(tasks, condition, record_name="r", count_name="c")
        run_answerer(spec, tmp_path, prompt, handout=known_names(spec, CASES), seed=5)
        return json.loads((tmp_path / "answer.json").read_text())

    return run


def letters(found):
    return [one["answer"] for one in found["answers"]]


KEYS = [one.key for one in CASES]


def test_a_reader_needs_the_evidence_and_not_the_name(answers):
    assert letters(answers("reader", "named")) == letters(answers("reader", "blind")) == KEYS
    assert letters(answers("reader", "delete")) != KEYS


def test_a_name_knower_needs_the_name_and_not_the_evidence(answers):
    assert letters(answers("name_knower", "named")) == letters(answers("name_knower", "delete")) == KEYS
    assert letters(answers("name_knower", "blind")) != KEYS


def test_a_position_follower_takes_the_first_option(answers):
    assert letters(answers("position_follower", "named")) == ["A"] * 8


def test_an_instruction_follower_follows_the_line(answers):
    expected = [MADE.show(one, "control-random").control for one in CASES]
    assert letters(answers("instruction_follower", "control-random")) == expected


def test_a_mixture_reads_first_and_then_remembers(answers):
    assert letters(answers("mixture", "blind")) == KEYS
    assert letters(answers("mixture", "redact-100")) == KEYS
    assert letters(answers("mixture", "redact-100", knows=0)) == letters(answers("mixture", "redact-100-blind"))


def test_lots_fall_alike_under_every_condition(answers):
    assert letters(answers("reader", "delete")) == letters(answers("reader", "redact-100-blind"))


def test_recall_gives_the_record_or_says_that_it_is_unknown(answers):
    known, unknown = answers("name_knower", "recall")["answers"][0], answers("reader", "recall")["answers"][0]
    assert (known["recognised"], known["recorded"], known["count"]) == (True, KEYS[0], CASES[0].recorded.count)
    assert (unknown["recognised"], unknown["recorded"], unknown["count"]) == (False, None, None)


def test_a_call_of_one_writes_the_plain_answer(answers):
    assert answers("reader", "named", n=1)["answer"] == KEYS[0]


def test_the_share_that_is_known_is_drawn_by_the_instances_ids():
    spec = Answerer(name="m", route="mixture", knows=0.5)
    names = [f"case-{n}" for n in range(1000)]
    assert 450 < sum(knows(spec, name) for name in names) < 550
    assert known_names(Answerer(name="r", route="reader"), CASES) == {}


def test_a_name_that_several_instances_share_is_not_known():
    twin = CASES[1].model_copy(update={"entities": CASES[0].entities, "mentions": ()})
    spec = Answerer(name="k", route="name_knower")
    known = known_names(spec, [CASES[0], twin, CASES[2]])["known"]
    assert set(known) == set(CASES[2].entities[0].names)


def test_a_changed_memory_is_another_agent():
    spec = Answerer(name="m", route="mixture")
    assert answerer_digest(spec, known_names(spec, CASES)) != answerer_digest(spec, known_names(spec, CASES[:7]))
