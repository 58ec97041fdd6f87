import re
from dataclasses import replace

import pandas as pd
import pytest
from made_up_audit import made_up_open_study, made_up_study

from counterproof.audit.findings import Findings
from counterproof.audit.grounding import score_agents
from counterproof.audit.instrument import check_instrument
from counterproof.audit.routes import route_table
from counterproof.audit.table import trial_table
from counterproof.audit.validity import score_evaluators
from counterproof.evaluators.every import study_scores
from counterproof.views.links import trial_place
from counterproof.views.validity import validity_cards

ITEMS, CONSTRUCTIONS, TRIALS = made_up_study()
STUDY = made_up_open_study(ITEMS)


@pytest.fixture(scope="module")
def findings():
    table = trial_table(STUDY, CONSTRUCTIONS, TRIALS)
    agents = score_agents(table, seed=7, resamples=50)
    evaluators = score_evaluators(table, evaluators=STUDY.study.named_evaluators, seed=7, resamples=50)
    return Findings(
        planned=len(table),
        trials=table,
        routes=route_table(table),
        agents=agents,
        families=agents,
        items=agents,
        evaluators=evaluators,
        instrument=check_instrument(table, STUDY.study),
        scores=study_scores(STUDY, table, TRIALS),
    )


def test_every_evaluator_has_a_card_with_its_verdict(findings):
    cards = validity_cards(findings).cards
    verdicts = {card.evaluator: card.notice.verdict for card in cards}
    assert verdicts["benchmark"] == verdicts["follows_key"] == "would not notice"
    assert verdicts["follows_evidence"] == "would notice"
    assert set(verdicts) == {"benchmark", "self_report", "self_report_confidence", "follows_key", "follows_evidence"}


def test_a_card_shows_numbers_with_intervals_and_trials_that_lead_to_their_steppers(findings):
    (card,) = validity_cards(findings, evaluators=["benchmark"]).cards
    shown = card.html()
    assert "flip AUC" in shown
    assert re.search(r"blind spot</dt>.*?0\.\d\d \(0\.\d\d, 0\.\d\d\)", shown, flags=re.DOTALL)
    assert 'title="5 items, ' in shown
    assert "n: 5 items; 20 pairs of original and null" in shown
    links = re.findall(r'href="([^"]+)"', shown)
    assert len(links) == 3
    assert set(links) <= {trial_place(item.id, agent.name) for item in ITEMS for agent in STUDY.study.agents}


@pytest.mark.parametrize(
    ("checked", "words"),
    [
        ([], "4 agents together<"),
        (["analyst"], "4 agents together, 1 of them a reference agent: the table above has each alone<"),
        (sorted({agent.name for agent in STUDY.study.agents}), "4 agents together, all reference agents<"),
    ],
)
def test_a_card_says_over_whose_trials_its_numbers_are(findings, checked, words):
    instrument = pd.DataFrame({"agent": pd.Series(checked, dtype=object)})
    (card,) = validity_cards(replace(findings, instrument=instrument), evaluators=["benchmark"]).cards
    assert words in card.html()


def test_a_missing_number_tells_its_reason(findings):
    gone = findings.evaluators.assign(reason="no trial scored <b>")
    gone.loc[:, ["value", "low", "high"]] = float("nan")
    shown = validity_cards(Findings(**{**vars(findings), "evaluators": gone})).html()
    assert "no trial scored &lt;b&gt;" in shown
    assert "cannot tell" in shown
