import pytest
from pydantic import TypeAdapter

from counterproof.agents.handout import agent_digest, handout_for
from counterproof.domain.agent import AgentSpec, ReferenceAgent
from counterproof.domain.endpoint import Endpoint
from counterproof.domain.registration import Registration

REGISTRATION = Registration(
    item="nk_marker",
    data_sha256="0" * 64,
    statistic={"statistic": "marker", "group": {"cell": "NK"}},
    targets={"A": "CD3D", "B": "NKG7"},
    block="raw",
    block_class="log",
    margin=0.5,
    stability=0.95,
    bootstraps=200,
    key="B",
    flip_to="A",
    edits={"flip": {"kind": "swap_genes", "genes": ("NKG7", "CD3D")}},
    supported={"original": "B", "flip": "A"},
    keep_obs=(),
    contrasts=("ega",),
    seed=1,
)


@pytest.mark.parametrize("route", ["analyst", "eliminator", "guesser"])
def test_an_agent_without_a_prior_is_told_the_question_and_nothing_else(route):
    handout = handout_for(ReferenceAgent(name="x", route=route), REGISTRATION)
    assert handout == {
        "brief": {
            "question": {"statistic": "marker", "group": {"column": "cell", "value": "NK"}},
            "options": {"A": "CD3D", "B": "NKG7"},
            "block": "raw",
            "block_class": "log",
            "margin": 0.5,
        }
    }


@pytest.mark.parametrize("route", ["reciter", "fallback"])
def test_an_agent_with_a_prior_is_told_the_key(route):
    handout = handout_for(ReferenceAgent(name="x", route=route), REGISTRATION)
    assert handout["prior"] == "B"
    assert handout.keys() == {"brief", "prior"}


def test_a_changed_route_or_handout_is_another_agent():
    spec = ReferenceAgent(name="x", route="analyst")
    digests = {
        agent_digest(spec, {"brief": {}}),
        agent_digest(spec, {"brief": {}, "prior": "A"}),
        agent_digest(ReferenceAgent(name="x", route="fallback"), {"brief": {}}),
    }
    assert len(digests) == 3
    assert agent_digest(spec, {"brief": {}}) in digests


CODEX = {"name": "x", "kind": "codex", "model": "m", "endpoint": "e"}
SERVICE = Endpoint(dialect="openai_responses", base_url="https://m.example/v1")


def digest(change=None, endpoint=SERVICE):
    return agent_digest(TypeAdapter(AgentSpec).validate_python(CODEX | (change or {})), {}, endpoint=endpoint)


def test_a_program_gets_nothing_beside_the_prompt():
    assert handout_for(TypeAdapter(AgentSpec).validate_python(CODEX), REGISTRATION) == {}


def test_a_program_is_another_agent_with_another_model_service_or_bound():
    moved = Endpoint(dialect="openai_responses", base_url="https://other.example/v1")
    changed = [
        digest(),
        digest({"model": "n"}),
        digest({"max_turns": 3}),
        digest(endpoint=moved),
        digest(endpoint=None),
    ]
    assert len(set(changed)) == len(changed)


def test_where_a_program_lies_and_how_its_service_is_paid_do_not_make_another_agent():
    key = Endpoint(dialect="openai_responses", base_url="https://m.example/v1", key_env="KEY", concurrency=1)
    assert digest() == digest({"binary": "/usr/bin/codex"}) == digest({"max_turns": 50}) == digest(endpoint=key)


def test_a_reference_agents_digest_stays_that_of_its_trials():
    spec = ReferenceAgent(name="analyst", route="analyst")
    assert spec.model_dump(mode="json") == {"name": "analyst", "kind": "reference", "route": "analyst"}
