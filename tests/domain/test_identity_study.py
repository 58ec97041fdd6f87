import pytest
from pydantic import ValidationError

from counterproof.domain.identity_study import IdentityStudy

PLAIN = {
    "study": "x",
    "kind": "identity",
    "source": {"path": "instances.jsonl"},
    "agents": [{"name": "reader", "route": "reader"}],
    "seed": 1,
}


def test_conditions_stand_in_reading_order():
    study = IdentityStudy.model_validate(PLAIN | {"conditions": ["delete", "named"]})
    assert study.conditions == ("named", "delete")
    assert [one.name for one in study.tested] == ["named - delete"]


def test_a_gradient_needs_two_steps_with_and_without_names():
    short = IdentityStudy.model_validate(PLAIN | {"conditions": ["named", "blind", "redact-100"]})
    long = IdentityStudy.model_validate(PLAIN | {"conditions": ["named", "blind", "redact-100", "redact-100-blind"]})
    assert (short.has_gradient, long.has_gradient) == (False, True)


def test_answerers_and_agents_that_people_use_stand_side_by_side():
    agents = [*PLAIN["agents"], {"name": "mine", "kind": "command", "argv": ["run"]}]
    study = IdentityStudy.model_validate(PLAIN | {"agents": agents})
    assert [agent.kind for agent in study.agents] == ["answerer", "command"]
    assert [agent.name for agent in study.answerers] == ["reader"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"conditions": ["blind"]}, "needs the condition 'named'"),
        ({"agents": []}, "one agent or more"),
        ({"agents": PLAIN["agents"] * 2}, "two agents are named reader"),
        ({"agents": [{"name": "m", "kind": "model", "model": "m", "endpoint": "one"}]}, "names the endpoint 'one'"),
        ({"registered_replicate": 2}, "replicate 2 is registered, but there are 1"),
        ({"source": {"path": "../elsewhere"}}, "does not climb out"),
    ],
)
def test_what_cannot_be_audited_is_refused(change, message):
    with pytest.raises(ValidationError, match=message):
        IdentityStudy.model_validate(PLAIN | change)
