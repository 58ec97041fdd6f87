from made_up_audit import AGENTS, made_up_open_study, made_up_study

from counterproof.domain.agent import CommandAgent, ModelAgent
from counterproof.domain.item import DataSource
from counterproof.views.tables.study import study_table


def facts_of(study):
    return {name.text: value.text for name, value in study_table(study).rows}


def test_a_study_tells_what_it_asks_of_whom_and_how_often():
    items, _, _ = made_up_study()
    study = made_up_open_study(items)
    assert study_table(study).caption == "Study made_up"
    assert facts_of(study) == {
        "study": "made_up",
        "items": "6 (abundance, marker)",
        "data": "simulated:cohort",
        "variants": "original, null, withdraw, flip, no data",
        "agents": ", ".join(AGENTS),
        "replicates": "3",
        "evaluators": "benchmark, self_report, follows_key, follows_evidence",
        "margins": "marker 0.5, specificity 0.3, expression 0.5, abundance 0.1, coexpression 0.15",
        "seed": "7",
    }


def test_a_title_stands_for_the_name_and_a_margin_of_the_study_for_the_usual_one():
    items, _, _ = made_up_study()
    study = made_up_open_study(items)
    titled = study.study.model_copy(update={"title": "Blood", "margins": {"marker": 0.75}})
    facts = facts_of(type(study)(titled, items, study.layout))
    assert facts["study"] == "Blood"
    assert facts["margins"].startswith("marker 0.75, specificity 0.3")


def test_each_source_of_data_is_named_once():
    items, _, _ = made_up_study()
    other = items[0].model_copy(update={"data": DataSource(source="cells.h5ad")})
    assert facts_of(made_up_open_study((other, *items[1:])))["data"] == "cells.h5ad, simulated:cohort"


def test_agents_that_are_programs_are_told_with_their_models_and_walls():
    items, _, _ = made_up_study()
    study = made_up_open_study(items)
    tiny = ModelAgent(name="tiny", kind="model", model="smollm2", endpoint="local")
    mine = CommandAgent(name="mine", kind="command", argv=("run",))
    facts = facts_of(type(study)(study.study.model_copy(update={"agents": (tiny, mine)}), items, study.layout))
    assert (facts["agents"], facts["models"], facts["sandbox"]) == (
        "tiny, mine",
        "tiny: smollm2 at local",
        "bubblewrap",
    )
