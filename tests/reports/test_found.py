import pandas as pd
from made_up_audit import made_up_scores, made_up_validity
from made_up_identity import made_up

from counterproof.audit.findings import Findings
from counterproof.reports.found import ONLY_REFERENCES, found_words, identity_found_words

NONE = pd.DataFrame()


def findings_of(agents=NONE, evaluators=NONE):
    return Findings(0, NONE, NONE, agents, NONE, NONE, evaluators, NONE)


def test_what_scores_come_to_is_said_first_and_leads_to_its_notebook():
    first, spread, *_ = found_words(findings_of(made_up_scores()), kinds=["command"])
    assert first.text.endswith("agents lose over half of their accuracy once answers must follow the evidence.")
    assert first.notebook == "04_score"
    assert spread.text.startswith("Evidence-grounded accuracy (EGA) runs from 0.00")


def test_evaluators_that_would_notice_are_named_without_the_two_ends_of_the_scale():
    (told,) = found_words(findings_of(evaluators=made_up_validity()), kinds=["command"])
    assert told.text.startswith("Of 2 scores (benchmark, self_report), ")
    assert told.text.endswith(" would notice an answer that leaves the evidence.")


def test_figures_of_reference_agents_alone_are_not_taken_for_a_finding_about_models():
    first, *_, last = found_words(findings_of(made_up_scores()), kinds=["reference", "reference"])
    assert " reference agents lose " in first.text
    assert last.text == ONLY_REFERENCES
    told = found_words(findings_of(made_up_scores()), kinds=["reference", "model"])
    assert ONLY_REFERENCES not in [one.text for one in told]


def test_a_study_without_scores_has_found_nothing():
    assert found_words(findings_of(), kinds=["model"]) == ()


def test_agents_that_masking_costs_accuracy_are_named_and_a_weak_signal_is_said():
    findings = made_up()[1]
    first, *rest = identity_found_words(findings, agents=5, kinds=["command"])
    assert first.text.startswith(f"{len(findings.bitten)} of 5 agents lose accuracy when names are masked")
    assert all(name in first.text for name in findings.bitten)
    assert any("taking it away" in one.text for one in rest) == findings.signal.low
    assert identity_found_words(findings, agents=5, kinds=["answerer"])[-1].text == ONLY_REFERENCES
