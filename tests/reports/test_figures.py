import pandas as pd
import pytest
from made_up_audit import made_up_construction, made_up_item, made_up_study

from counterproof.audit.findings import Findings
from counterproof.domain.finding import LeakCheck
from counterproof.reports.figures import excluded_words, key_figures, verdict_of

NONE = pd.DataFrame()


def findings_of(*checks, outcomes=("answered",) * 3, planned=3):
    """Findings with these checks of the reference agents (agent, metric, holds) and trials."""
    instrument = pd.DataFrame(checks, columns=["agent", "metric", "holds"]).astype({"holds": "boolean"})
    trials = pd.DataFrame({"outcome": list(outcomes)})
    return Findings(planned, trials, NONE, NONE, NONE, NONE, NONE, instrument)


def values_of(constructions, findings=None):
    return {
        figure.label: (figure.value, figure.note) for figure in key_figures(constructions, findings or findings_of())
    }


def test_an_instrument_that_holds_says_how_many_expectations_did():
    verdict = verdict_of(findings_of(("analyst", "ega", True), ("reciter", "kept", True)))
    assert (verdict.holds, verdict.detail) == (True, "2 of 2 expectations hold")


def test_a_broken_instrument_names_who_did_not_land_where():
    checks = [("analyst", "ega", False), ("analyst", "followed", True), ("guesser", "accuracy", False)]
    verdict = verdict_of(findings_of(*checks))
    assert not verdict.holds
    assert verdict.detail == "1 of 3 expectations hold; not: analyst (ega), guesser (accuracy)"


def test_a_study_without_reference_agents_has_no_instrument_that_holds():
    assert verdict_of(findings_of()) == (None, "The study has no reference agent.")


def test_what_nothing_checks_is_neither_held_nor_broken():
    verdict = verdict_of(findings_of(("analyst", "ega", True), ("eliminator", "ega", None)))
    assert (verdict.holds, verdict.detail) == (True, "1 of 1 expectations hold; nothing checks eliminator")
    assert verdict_of(findings_of(("eliminator", "ega", None))) == (None, "No item checks one.")


def test_every_item_and_every_written_file_counts():
    _, constructions, _ = made_up_study()
    found = values_of(constructions)
    assert found["decidable items"] == ("5 of 6", "the others are excluded, with the reason")
    assert found["verified files"] == ("20 of 20", "re-opened, and as registered")
    assert found["leaks found"] == ("none", "by 10 checks of the written files")


def test_a_leak_and_a_file_that_differs_are_told_though_their_items_are_excluded():
    one = made_up_construction(made_up_item())
    leak = LeakCheck(item=one.item, check="removed names", passed=False, evidence="NKG7 at byte 812")
    differs = one.verifications[2].model_copy(update={"passed": False, "reason": "block raw supports A"})
    wrong = {"excluded": "second answer", "leaks": (*one.leaks, leak), "verifications": (differs,)}
    found = values_of([one, one.model_copy(update=wrong)])
    assert found["leaks found"] == ("1", "by 5 checks of the written files")
    assert found["verified files"][0] == "4 of 5"


def test_an_unfinished_run_shows_what_is_missing():
    outcomes = ["answered"] * 1200
    assert values_of([], findings_of(outcomes=outcomes, planned=3200))["trials"][0] == "1,200 of 3,200"


@pytest.mark.parametrize(
    ("outcomes", "words"),
    [
        (["answered", "timeout", "no_answer", "refused", "invalid"], "none excluded"),
        (["infra_error", "config_error", "answered"], "2 excluded: a fault of the machinery"),
    ],
)
def test_only_faults_of_the_machinery_are_excluded(outcomes, words):
    assert excluded_words(pd.DataFrame({"outcome": outcomes})) == words
