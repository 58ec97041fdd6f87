import pytest

from counterproof.evaluators.graders.choice import ChoiceGrader
from counterproof.evaluators.graders.fields import Single
from counterproof.evaluators.graders.registry import GRADERS, facts_of, grade


def test_no_two_kinds_share_a_name_a_record_or_a_name_of_elsewhere():
    names = [facts.name for facts in GRADERS]
    records = [facts.record for facts in GRADERS]
    blocks = [block for facts in GRADERS for block in facts.block_types]
    assert all(len(set(own)) == len(own) for own in (names, records, blocks))
    assert all(facts.needs and facts.passes for facts in GRADERS)


def test_every_kind_that_can_stand_alone_is_known():
    # An annotated union has its members one level down.
    members = getattr(getattr(Single, "__origin__", Single), "__args__", ())
    assert set(members) <= {facts.record for facts in GRADERS}


@pytest.mark.parametrize(
    "answer", [None, "", 3, [], {}, {"answer": None}, [["A"]], {"answer": {"a": 1}}, True, "Z" * 9999]
)
def test_a_missing_or_malformed_answer_fails_with_a_reason(answer):
    grader = ChoiceGrader(accepted=[["A"]])
    verdict = grade(answer, grader=grader)
    assert not verdict.passed
    assert verdict.reason
    assert facts_of(grader).name == "choice"
