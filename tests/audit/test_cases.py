import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.audit.cases import KINDS, find_cases
from counterproof.audit.routes import route_table

FOLLOWED, RECITED, ELIMINATED = (kind.name for kind in KINDS)


@pytest.fixture(scope="module")
def cases_of(make_frame, make_replicate):
    """The cases among replicates given as four letters; key C, flip answer D."""

    def find(*replicates):
        rows = [row for choices, facts in replicates for row in make_replicate(choices, **facts)]
        table = make_frame(rows)
        return find_cases(table, route_table(table))

    return find


def test_an_agent_that_follows_the_evidence_scores_zero_on_the_flip(cases_of):
    (case,) = cases_of(("CC-D", {"agent": "analyst"}))
    assert (case.kind, case.agent, case.item, case.replicate) == (FOLLOWED, "analyst", "i0", 0)
    assert case.sentence.startswith("analyst answered C on the original, abstained once the evidence was gone, ")
    assert "followed the flip to D" in case.sentence


def test_an_agent_that_recites_is_rewarded_each_time(cases_of):
    (case,) = cases_of(("CCCC", {"agent": "reciter"}))
    assert case.kind == RECITED
    assert case.sentence.startswith(
        "reciter answered C on the original, C with the evidence gone and C with it reversed"
    )


def test_an_agent_that_eliminates_reads_the_data_and_reaches_the_key_without_them(cases_of):
    (case,) = cases_of(("CCCD", {"agent": "fallback"}))
    assert case.kind == ELIMINATED
    assert "followed the flip to D" in case.sentence
    assert "answered C with the evidence gone" in case.sentence


@pytest.mark.parametrize(
    "replicate",
    [
        ("ACCD", {}),  # wrong on the original
        ("CCAD", {}),  # responded by another answer: derived, but it did not abstain
        ("CCCC", {"flag": True}),  # flagged, yet kept the key
        ("CCCA", {}),  # neither answer after the flip
    ],
)
def test_other_behaviour_is_no_case(cases_of, replicate):
    assert cases_of(replicate) == ()


def test_an_agent_shows_a_kind_once_with_its_first_item_and_replicate(cases_of):
    found = cases_of(
        *(("CCCC", {"item": item, "replicate": replicate}) for item in ("i2", "i1") for replicate in (2, 1)),
        ("CCCD", {"item": "i9"}),
    )
    assert [(case.kind, case.item, case.replicate) for case in found] == [(RECITED, "i1", 1), (ELIMINATED, "i9", 0)]


def test_cases_come_by_kind_and_then_by_agent(cases_of):
    found = cases_of(("CCCC", {"agent": "b"}), ("CC-D", {"agent": "b", "item": "i1"}), ("CC-D", {"agent": "a"}))
    assert [(case.kind, case.agent) for case in found] == [(FOLLOWED, "a"), (FOLLOWED, "b"), (RECITED, "b")]


letters = st.sampled_from("ACD-")


@given(st.lists(st.tuples(letters, letters, letters, letters), min_size=1, max_size=6))
def test_every_case_is_what_its_trials_say(cases_of, replicates):
    found = cases_of(*(("".join(choices), {"item": f"i{n}"}) for n, choices in enumerate(replicates)))
    assert len({case.kind for case in found}) == len(found)
    for case in found:
        original, _, withdraw, flip = replicates[int(case.item[1:])]
        expected = {FOLLOWED: ("C", "-", "D"), RECITED: ("C", "C", "C"), ELIMINATED: ("C", "C", "D")}[case.kind]
        assert (original, withdraw, flip) == expected
