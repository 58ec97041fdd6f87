import pytest
from pydantic import TypeAdapter, ValidationError

from counterproof.domain.agent import AgentSpec, CommandAgent, HarnessAgent, ModelAgent, ReferenceAgent
from counterproof.domain.variant import VARIANTS

SPEC = TypeAdapter(AgentSpec)


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"name": "a", "route": "analyst"}, ReferenceAgent),
        ({"name": "a", "kind": "reference", "route": "analyst"}, ReferenceAgent),
        ({"name": "a", "kind": "pi", "model": "m", "endpoint": "e"}, HarnessAgent),
        ({"name": "a", "kind": "model", "model": "m", "endpoint": "local"}, ModelAgent),
        ({"name": "a", "kind": "command", "argv": ["true"]}, CommandAgent),
    ],
)
def test_the_kind_decides_and_without_one_an_agent_is_a_reference_agent(fields, kind):
    spec = SPEC.validate_python(fields)
    assert isinstance(spec, kind)
    assert SPEC.validate_json(spec.model_dump_json()) == spec


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"argv": []}, "at least 1 item"),
        ({"tools": {"opt/x": "/usr"}}, "not 'opt/x'"),
        ({"tools": {"/opt/x": "here"}}, "not 'here'"),
        ({"log": "../log"}, "inside the working folder"),
        ({"log": "/etc/passwd"}, "inside the working folder"),
    ],
)
def test_a_command_that_reaches_outside_is_refused(change, told):
    with pytest.raises(ValidationError, match=told):
        CommandAgent.model_validate({"name": "a", "kind": "command", "argv": ["true"], **change})


def test_only_the_local_endpoint_is_a_check_of_plumbing():
    fields = {"name": "a", "kind": "model", "model": "m"}
    assert ModelAgent(**fields, endpoint="local").is_local
    assert not ModelAgent(**fields, endpoint="service").is_local


def test_a_reference_agent_may_be_asked_on_some_variants_only_and_other_agents_on_all():
    part = SPEC.validate_json('{"name": "a", "route": "analyst", "variants": ["original", "withdraw", "flip"]}')
    assert [name for name in VARIANTS if part.takes(name)] == ["original", "withdraw", "flip"]
    assert SPEC.validate_json(part.model_dump_json()) == part
    whole = [ReferenceAgent(name="a", route="analyst"), CommandAgent(name="b", kind="command", argv=("true",))]
    assert all(agent.takes(name) for agent in whole for name in VARIANTS)


def test_an_agent_that_could_have_no_score_is_refused():
    with pytest.raises(ValidationError, match="an agent without withdraw, flip would have no score"):
        ReferenceAgent(name="a", route="analyst", variants=("original", "null"))
