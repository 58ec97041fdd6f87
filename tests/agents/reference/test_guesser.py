import json
from collections import Counter

import pytest

from counterproof.agents.reference.guesser import guesser
from counterproof.agents.reference.task import Task

QUESTION = {"statistic": "marker", "group": {"cell": "NK"}}


@pytest.fixture
def drawn(tmp_path, ask):
    def draw(seed, *, options=("CD3D", "NKG7"), **handout):
        brief = ask.brief(QUESTION, options).model_dump(mode="json")
        with Task.opened(tmp_path, handout={"brief": brief} | handout, seed=seed) as task:
            guesser(task)
        return json.loads((tmp_path / "answer.json").read_text())

    return draw


def test_the_seed_decides_and_nothing_else(drawn):
    answers = [drawn(seed)["answer"] for seed in range(30)]
    assert answers == [drawn(seed, prior="A")["answer"] for seed in range(30)]
    assert set(answers) == {"A", "B"}


def test_an_option_to_abstain_is_drawn_as_often_as_any_other(drawn):
    counts = Counter(drawn(seed, abstain="C")["answer"] for seed in range(150))
    assert set(counts) == {"A", "B", "C"}
    # 50 are expected of each, with an SD of 6.
    assert all(25 < count < 75 for count in counts.values())


def test_its_confidence_is_the_chance_to_be_right(drawn):
    assert drawn(1)["confidence"] == 50
    assert drawn(1, abstain="C")["confidence"] == pytest.approx(100 / 3)
    assert drawn(1, options=("only",)) == {
        "answer": "A",
        "confidence": 100,
        "data_support": "partial",
        "evidence": "Drawn by lot.",
    }
