import pytest
from pydantic import ValidationError

from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.use import Use, check_assumed

AGENTS = [ReferenceAgent(name=name, route="analyst") for name in ("one", "two")]


@pytest.mark.parametrize("assumed", [{}, {"one": Use()}, {"any": Use(), "two": Use(seconds=1)}])
def test_what_is_assumed_of_an_agent_or_of_any_is_taken(assumed):
    check_assumed(assumed, agents=AGENTS)


def test_an_agent_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(ValueError, match="assumes something of 'One', 'three'; the agents are one, two, or any"):
        check_assumed({"One": Use(), "one": Use(), "three": Use()}, agents=AGENTS)


def test_without_agents_nothing_is_said_of_them():
    check_assumed({"one": Use()}, agents=[])


def test_what_nobody_knows_is_null_and_not_0():
    use = Use()
    assert (use.input_tokens, use.output_tokens, use.seconds) == (None, None, None)


@pytest.mark.parametrize("name", Use.model_fields)
@pytest.mark.parametrize("value", [-0.1, float("nan"), float("inf"), "many"])
def test_a_use_is_a_number_that_is_not_negative(name, value):
    with pytest.raises(ValidationError, match=name):
        Use.model_validate({name: value})
