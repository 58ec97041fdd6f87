import pytest

from counterproof.agents.handout import agent_digest, handout_for
from counterproof.domain.agent import ReferenceAgent
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
