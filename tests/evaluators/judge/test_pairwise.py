import json

import pytest

from counterproof.evaluators.judge.pairwise import PairReply, pair_outcome
from counterproof.evaluators.judge.read import read_reply


def test_every_shared_case_comes_to_its_outcome(shared):
    cases = json.loads((shared / "cases/judges/pairwise.json").read_text(encoding="utf-8"))
    assert [pair_outcome(case["slot_AB"], case["slot_BA"]) for case in cases] == [case["final"] for case in cases]


def test_one_verdict_alone_is_incomplete_and_a_tie_against_a_choice_inconsistent():
    assert pair_outcome(None, None) == pair_outcome(None, "A") == "incomplete"
    assert pair_outcome("A", "tie") == "inconsistent"


def test_a_slot_may_differ_in_capitals_and_spaces_only():
    assert read_reply('{"rationale": "", "verdict": " a"}', schema=PairReply).reply.verdict == "A"
    assert read_reply('{"rationale": "", "verdict": "A or B"}', schema=PairReply).status == "invalid"


@pytest.mark.parametrize(
    ("verdict", "rationale", "doubts"),
    [("A", "B follows its data", 1), ("B", "B follows its data", 0), ("A", "A, unlike B", 0), ("tie", "A and B do", 0)],
)
def test_a_rationale_that_speaks_of_the_other_analyst_only_is_a_doubt(verdict, rationale, doubts):
    reply = PairReply(verdict=verdict, rationale=rationale)
    assert (len(reply.flags), reply.scores) == (doubts, {})
