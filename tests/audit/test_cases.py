import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_audit import made_up_construction, made_up_item, made_up_open_study, made_up_study, made_up_trial

from counterproof.audit.cases import RULES, find_cases
from counterproof.audit.routes import route_table
from counterproof.audit.table import trial_table
from counterproof.domain.answer import Answer
from counterproof.domain.trajectory import Trajectory

MEMORY, ACROSS, ELIMINATED, OVERRULED, FOLLOWED = RULES
ITEMS, CONSTRUCTIONS, TRIALS = made_up_study()


def cases_of(trials, *, items=ITEMS, constructions=CONSTRUCTIONS):
    table = trial_table(made_up_open_study(items), constructions, trials)
    return find_cases(table, route_table(table), records=trials, constructions=constructions)


@pytest.fixture(scope="module")
def cases():
    return {(case.kind, case.agent): case for case in cases_of(TRIALS)}


def test_each_kind_is_found_with_the_agent_that_shows_it_in_the_order_of_the_paper(cases):
    assert list(cases) == [
        (MEMORY, "reciter"),
        (ACROSS, "fallback"),
        (ELIMINATED, "fallback"),
        (FOLLOWED, "analyst"),
    ]


def test_the_sentence_about_memory_comes_from_the_trials(cases):
    assert cases[MEMORY, "reciter"].sentence.startswith(
        "reciter answered B (NK cells) on the original, the same with the evidence withdrawn (stating data support "
        "partial, confidence 92%), and the same with it reversed"
    )


def test_a_case_tells_how_often_it_was_seen(cases):
    case = cases[FOLLOWED, "analyst"]
    assert (case.shown, case.among) == (5, 5)
    assert "abstained with the evidence withdrawn" in case.sentence
    assert "followed the flip to A (Monocytes)" in case.sentence


def test_one_that_noticed_what_is_missing_is_taken_before_those_that_did_not():
    silent = [
        trial.model_copy(update={"trajectory": Trajectory(format="reference")}) if trial.key.item < "nk" else trial
        for trial in TRIALS
    ]
    (case,) = [case for case in cases_of(silent) if case.kind == ELIMINATED]
    assert case.item == "nk_grows"
    assert "and saying that something is missing" in case.sentence


def test_agents_that_give_the_key_on_the_same_withdrawn_item_are_one_case(cases):
    case = cases[ACROSS, "fallback"]
    assert case.agents == ("fallback", "reciter")
    assert case.variants == ("withdraw",)
    assert case.sentence.startswith("fallback and reciter all answered B (NK cells) with the evidence withdrawn")


def overruling(**changes):
    """Trials of an agent that sees CD79A ahead on the flip, and keeps NKG7."""
    item = made_up_item()
    trials = [
        made_up_trial(item, agent="fallback", variant=name) for name in ("original", "null", "withdraw", "no_data")
    ]
    said = Answer(
        choice=("B",), confidence=80, data_support="full", evidence="CD79A there must be\nmis-annotated cells."
    )
    return [
        *trials,
        made_up_trial(item, agent="fallback", variant="flip", **{"answer": said, "outcome": "answered", **changes}),
    ]


def overruled_cases(trials):
    item = made_up_item()
    found = cases_of(trials, items=(item,), constructions=(made_up_construction(item),))
    return [case for case in found if case.kind == OVERRULED]


def test_data_are_overruled_where_the_agents_own_output_puts_the_other_option_ahead():
    (case,) = overruled_cases(overruling())
    assert (
        "where the data support A (CD79A), although its own tool gives 2.81 for A (CD79A) and -0.42 for B"
        in case.sentence
    )
    assert case.sentence.endswith(
        "It says: \N{LEFT DOUBLE QUOTATION MARK}CD79A there must be mis-annotated cells.\N{RIGHT DOUBLE QUOTATION MARK}"
    )


def test_an_agent_that_never_looked_overrules_nothing():
    blind = made_up_trial(made_up_item(), agent="reciter", variant="flip").trajectory
    assert overruled_cases(overruling(trajectory=blind)) == []


def test_no_case_is_found_where_all_follow_the_evidence_but_the_one_that_scores_nothing():
    followed = [trial for trial in TRIALS if trial.key.agent == "analyst"]
    assert {case.kind for case in cases_of(followed)} == {FOLLOWED}


def test_without_records_only_what_the_table_holds_counts():
    trials = overruling()
    table = trial_table(made_up_open_study((made_up_item(),)), [made_up_construction(made_up_item())], trials)
    cases = find_cases(table, route_table(table))
    assert OVERRULED not in {case.kind for case in cases}
    assert all("(NKG7)" not in case.sentence for case in cases)


@pytest.fixture(scope="module")
def found(make_frame, make_replicate):
    """The cases among replicates given as four letters; key C, flip answer D."""

    def find(*replicates):
        table = make_frame([row for choices, facts in replicates for row in make_replicate(choices, **facts)])
        return find_cases(table, route_table(table))

    return find


@pytest.mark.parametrize(
    ("replicate", "kind"),
    [
        (("CCCC", {}), MEMORY),
        (("CCCC", {"flag": True}), MEMORY),  # flagged, and given all the same: rewarded
        (("CCCD", {}), ELIMINATED),
        (("CC-D", {}), FOLLOWED),
        (("CCAD", {}), FOLLOWED),
        (("CCCD", {"flag": True}), FOLLOWED),
    ],
)
def test_a_pattern_of_answers_is_the_case_that_it_shows(found, replicate, kind):
    assert [case.kind for case in found(replicate)] == [kind]


@pytest.mark.parametrize("choices", ["ACCD", "CCCA", "CC-C", "CCAA"])
def test_other_behaviour_is_no_case(found, choices):
    assert found((choices, {})) == ()


def test_an_agent_shows_a_kind_once_with_its_first_item_and_replicate(found):
    cases = found(
        *(("CCCC", {"item": item, "replicate": replicate}) for item in ("i2", "i1") for replicate in (2, 1)),
        ("CCCD", {"item": "i9"}),
    )
    assert [(case.kind, case.item, case.replicate) for case in cases] == [(MEMORY, "i1", 1), (ELIMINATED, "i9", 0)]


def test_the_agent_that_shows_a_kind_most_often_comes_first(found):
    cases = found(("CC-D", {"agent": "a"}), ("CCCA", {"agent": "a", "item": "i1"}), ("CC-D", {"agent": "b"}))
    assert [(case.agent, case.shown, case.among) for case in cases] == [("b", 1, 1), ("a", 1, 2)]


letters = st.sampled_from("ACD-")


@given(st.lists(st.tuples(letters, letters, letters, letters), min_size=1, max_size=6))
def test_every_case_is_what_its_trials_say(found, replicates):
    cases = found(*(("".join(choices), {"item": f"i{n}"}) for n, choices in enumerate(replicates)))
    assert len({case.kind for case in cases}) == len(cases)
    for case in cases:
        original, _, withdraw, flip = replicates[int(case.item[1:])]
        assert original == "C"
        assert (withdraw == "C") == (case.kind != FOLLOWED)
        assert flip == ("C" if case.kind == MEMORY else "D")
