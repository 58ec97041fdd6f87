import re

import pytest
from made_up_audit import made_up_open_study, made_up_study

from counterproof.views.stepper import Stepper, stepper_of

ITEMS, CONSTRUCTIONS, TRIALS = made_up_study()
STUDY = made_up_open_study(ITEMS)


def stepper(**chosen) -> Stepper:
    return stepper_of(STUDY, CONSTRUCTIONS, TRIALS, **{"item": "nk_marker", "agent": "analyst", **chosen})


def test_a_stepper_has_the_four_variants_and_the_route():
    data = stepper().data
    assert [column["variant"] for column in data["columns"]] == ["original", "null", "withdraw", "flip"]
    assert data["route"]["label"] == "derived"


@pytest.mark.parametrize(("agent", "route"), [("reciter", "recall"), ("fallback", "elimination")])
def test_the_route_is_that_of_the_scores(agent, route):
    assert stepper(agent=agent).data["route"]["label"] == route


def test_an_agent_that_was_wrong_on_the_original_has_no_route():
    assert stepper(agent="guesser").data["route"] is None


def test_every_trial_carries_the_scores_of_the_studys_evaluators():
    columns = {column["variant"]: column for column in stepper(agent="fallback").data["columns"]}
    scored = {each["evaluator"]: each["score"] for each in columns["flip"]["scores"]}
    told = {"benchmark": 0.0, "self_report": 0.5, "self_report_confidence": 0.92}
    assert scored == {**told, "follows_key": 0.0, "follows_evidence": 1.0}


def test_several_agents_can_be_laid_beside_each_other():
    data = stepper(agent=["reciter", "fallback"], variants=["withdraw"]).data
    assert [(each["label"], each["route"]["label"]) for each in data["columns"]] == [
        ("fallback", "elimination"),
        ("reciter", "recall"),
    ]


def test_variants_can_be_chosen():
    assert len(stepper(variants=["original", "no_data"]).data["columns"]) == 2


def test_a_trial_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(ValueError, match=r"no trial of 'analyst' replicate 9.*there are analyst replicate 1, fallback"):
        stepper(replicate=9)
    with pytest.raises(ValueError, match="the item has no trials"):
        stepper(item="dc_marker")


def test_a_stepper_brings_its_plain_twin():
    bundle, _ = stepper()._repr_mimebundle_()
    assert bundle["text/html"].startswith('<div class="cps-twin">')
    assert bundle["text/plain"] == "Stepper: nk_marker, agent analyst, original, null, withdraw, flip"
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_the_program_is_one_module_that_writes_text_only():
    program = str(stepper()._esm)
    assert program.count("export default ") == 1
    harmful = r"\bimport[ ({*]|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\("
    assert not re.search(harmful, re.sub(r"//.*", "", program))
