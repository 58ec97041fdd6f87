import pytest
from pydantic import ValidationError

from counterproof.domain.statistic import FAMILIES
from counterproof.domain.study import MARGINS, Study

ANALYST = {"name": "analyst", "route": "analyst"}
STUDY = {"study": "pbmc", "agents": [ANALYST], "seed": 20261130}


def problems(**changes: object) -> dict[str, str]:
    """The message for each place of the study that is refused."""
    try:
        Study.model_validate({**STUDY, **changes})
    except ValidationError as error:
        return {
            ".".join(map(str, fault["loc"])): fault["msg"].removeprefix("Value error, ") for fault in error.errors()
        }
    return {}


def test_a_name_an_agent_and_a_seed_make_a_study():
    study = Study.model_validate(STUDY)
    assert (study.replicates, study.variants) == (3, ("original", "null", "withdraw", "flip", "no_data"))


def test_an_audit_needs_the_four_data_variants():
    assert problems(variants=["original", "no_data"]) == {
        "variants": "an audit needs original, null, withdraw and flip; null, withdraw, flip missing"
    }


def test_variants_stand_in_one_order_and_once():
    written = ["no_data", "flip", "flip", "withdraw", "null", "original"]
    variants = Study.model_validate({**STUDY, "variants": written}).variants
    assert variants == ("original", "null", "withdraw", "flip", "no_data")


def test_an_unknown_variant_is_refused_by_its_place():
    assert "variants.1" in problems(variants=["original", "withdrawn", "null", "withdraw", "flip"])


def test_a_study_has_an_agent():
    assert problems(agents=[]) == {"agents": "a study has one agent or more"}


def test_two_agents_of_one_name_are_refused():
    assert problems(agents=[ANALYST, {"name": "analyst", "route": "guesser"}]) == {
        "agents": "two agents are named analyst"
    }


@pytest.mark.parametrize("name", ["", "Analyst", "a/b", "../a", ".a", "a b"])
def test_an_agent_needs_a_name_that_can_be_a_folder(name):
    assert set(problems(agents=[{**ANALYST, "name": name}])) == {"agents.0.reference.name"}


def test_an_unknown_route_is_refused_with_those_that_exist():
    message = problems(agents=[{"name": "oracle", "route": "oracle"}])["agents.0.reference.route"]
    assert message == "Input should be 'analyst', 'reciter', 'fallback', 'eliminator', 'guesser' or 'mixed'"


@pytest.mark.parametrize("folder", ["/etc", "../other/items", "items/../../other"])
def test_items_stay_inside_the_study(folder):
    assert problems(benchmark={"items": folder}) == {
        "benchmark.items": "the items' folder must lie inside the study's folder"
    }


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"replicates": 0}, "replicates"),
        ({"limits": {"seconds": 0}}, "limits.seconds"),
        ({"limits": {"seconds": float("inf")}}, "limits.seconds"),
        ({"stability": 1.5}, "stability"),
        ({"seed": -1}, "seed"),
        ({"study": "PBMC study"}, "study"),
        ({"replicas": 3}, "replicas"),
        ({"margins": {"mood": 0.5}}, "margins.mood.[key]"),
    ],
)
def test_a_value_out_of_range_is_refused_by_its_place(change, place):
    assert set(problems(**change)) == {place}


def test_a_seed_has_no_default():
    with pytest.raises(ValidationError, match=r"seed\n  Field required"):
        Study.model_validate({"study": "pbmc", "agents": [ANALYST]})


def test_a_margin_of_the_study_stands_before_the_usual_one():
    study = Study.model_validate({**STUDY, "margins": {"marker": 1.0}})
    assert (study.margin("marker"), study.margin("abundance")) == (1.0, MARGINS["abundance"])


def test_every_family_has_a_margin():
    assert set(MARGINS) == set(FAMILIES)


def test_a_margin_of_nothing_is_refused():
    assert problems(margins={"marker": 0}) == {"margins": "a margin must be above 0, or a tie decides: marker"}


def test_an_evaluator_named_twice_is_refused():
    assert problems(evaluators=["benchmark", "benchmark"]) == {"evaluators": "named twice: benchmark"}


CLAUDE = {"name": "claude", "kind": "claude_code", "model": "m", "endpoint": "service"}
SERVICE = {"dialect": "anthropic", "base_url": "https://models.example"}


def test_an_agent_reaches_its_model_by_an_endpoint_of_the_study():
    study = Study.model_validate({**STUDY, "agents": [CLAUDE], "endpoints": {"service": SERVICE}})
    assert (study.agents[0].kind, study.endpoints["service"].concurrency) == ("claude_code", 4)


@pytest.mark.parametrize(
    ("endpoints", "told"),
    [
        ({}, "the agent 'claude' names the endpoint 'service'; the endpoints here are: none"),
        ({"other": SERVICE}, "the agent 'claude' names the endpoint 'service'; the endpoints here are: other"),
        (
            {"service": {**SERVICE, "dialect": "openai_chat"}},
            "the agent 'claude' speaks anthropic, and its endpoint 'service' openai_chat",
        ),
        ({"local": SERVICE}, "the name 'local' is taken by the local model"),
    ],
)
def test_an_endpoint_that_does_not_serve_its_agent_is_refused(endpoints, told):
    assert problems(agents=[CLAUDE], endpoints=endpoints) == {"endpoints": told}


def test_our_own_loop_may_use_the_local_model():
    loop = {"name": "loop", "kind": "model", "model": "smollm2", "endpoint": "local"}
    assert problems(agents=[loop]) == {}


def test_an_agent_of_an_unknown_kind_is_refused():
    assert "agents.0" in problems(agents=[{"name": "x", "kind": "robot"}])


def test_a_study_comes_back_from_json_as_it_was():
    study = Study.model_validate({**STUDY, "margins": {"marker": 1.0}, "keep_obs": ["phase"]})
    assert Study.model_validate_json(study.model_dump_json()) == study


def test_a_judge_is_an_evaluator_with_a_specification():
    judge = {"kind": "judge", "name": "opus", "model": "m"}
    study = Study.model_validate({**STUDY, "evaluators": ["benchmark", judge]})
    assert study.named_evaluators == ("benchmark",)
    assert [one.name for one in study.judges] == ["opus"]
    assert problems(evaluators=[judge, judge]) == {"evaluators": "named twice: opus"}
    taken = judge | {"name": "benchmark"}
    assert problems(evaluators=[taken]) == {"evaluators": "a judge has the name of an evaluator: benchmark"}
    assert set(problems(evaluators=[{"kind": "judge", "name": "x"}])) == {"evaluators.0.[judge].model"}


def test_the_arms_of_a_study_are_standard_unless_it_names_others():
    assert [arm.name for arm in Study.model_validate(STUDY).arm_specs] == ["standard"]
    part = {"name": "abstain_option", "agents": ["analyst"]}
    study = Study.model_validate({**STUDY, "arms": ["standard", part]})
    assert [arm.name for arm in study.arm_specs] == ["standard", "abstain_option"]
    part["agents"] = ["analist"]
    assert problems(arms=[part]) == {"arms": "an arm names no agent of the study: analist"}
