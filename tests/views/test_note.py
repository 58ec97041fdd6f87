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
        "All 1,200 trials that the study asks for are finished."
    )


def test_an_unfinished_run_says_how_much_is_there_and_what_to_do():
    text = completeness(findings_of(7, planned=3200)).text
    assert text.startswith("UNFINISHED: 7 of 3,200 trials. ")
    assert "run the agents to the end (notebook 03)" in text


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
