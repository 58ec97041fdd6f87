from dataclasses import replace

import pandas as pd
import pytest
from made_up_audit import HOSTILE

from counterproof.audit.findings import Findings
from counterproof.views.note import Note, Verbatim, completeness


def findings_of(done, *, planned):
    none = pd.DataFrame()
    trials = pd.DataFrame({"outcome": ["answered"] * done})
    return Findings(planned, trials, none, none, none, none, none, none)


def test_a_finished_run_says_that_all_is_there():
    assert completeness(findings_of(1200, planned=1200)).text == (
        "All trials that the study asks for are finished: 1,200."
    )


def test_an_unfinished_run_says_how_much_is_there_and_what_to_do():
    text = completeness(findings_of(7, planned=3200)).text
    assert text.startswith("UNFINISHED: 7 of 3,200 trials. ")
    assert "run the agents to the end (notebook 03)" in text


def test_the_trials_of_other_arms_count_too():
    whole = replace(findings_of(1200, planned=1200), other_arms={"abstain_option": (780, 780)})
    assert completeness(whole).text == (
        "All trials that the study asks for are finished: 1,200 in the standard arm, 780 in the arm abstain_option."
    )
    cut = replace(whole, other_arms={"abstain_option": (12, 780)})
    assert completeness(cut).text.startswith("UNFINISHED: 1,200 of 1,200 trials, in the arm abstain_option 12 of 780. ")


@pytest.mark.parametrize("kind", [Note, Verbatim])
def test_no_text_becomes_an_element(kind):
    shown = kind(HOSTILE)._repr_html_().replace("<style>", "")
    assert "<script" not in shown
    assert "<img" not in shown
    assert "<svg" not in shown


def test_a_prompt_keeps_its_lines_and_spaces():
    text = "## Question\n\n  A.  NKG7\n"
    shown = Verbatim(text)._repr_html_()
    assert text in shown
    assert "white-space: pre-wrap" in shown
