import pytest

from counterproof.domain.agent import CommandAgent, HarnessAgent, ModelAgent, ReferenceAgent
from counterproof.domain.endpoint import Endpoint, Price
from counterproof.domain.served import check_endpoints, served_by

CHAT = Endpoint(dialect="openai_chat", base_url="http://one")
MODEL = ModelAgent(name="any", kind="model", model="m", endpoint="one")
LOCAL = ModelAgent(name="tiny", kind="model", model="m", endpoint="local")


def test_an_agent_has_the_address_and_the_price_of_its_model():
    found = served_by(MODEL, endpoints={"one": CHAT}, prices={"m": Price(input=1, output=2)})
    assert found == (CHAT, Price(input=1, output=2))
    assert served_by(LOCAL, endpoints={"one": CHAT}, prices={}) == (None, None)
    assert served_by(ReferenceAgent(name="a", route="analyst"), endpoints={}, prices={}) == (None, None)


def test_agents_that_find_their_endpoints_pass():
    check_endpoints({"one": CHAT}, agents=[MODEL, LOCAL, CommandAgent(name="c", kind="command", argv=("true",))])


@pytest.mark.parametrize(
    ("endpoints", "agent", "message"),
    [
        ({}, MODEL, "names the endpoint 'one'; the endpoints here are: none"),
        ({"local": CHAT}, MODEL, "is taken by the local model"),
        ({"one": CHAT}, HarnessAgent(name="h", kind="codex", model="m", endpoint="one"), "speaks openai_responses"),
    ],
)
def test_an_endpoint_that_cannot_serve_is_refused(endpoints, agent, message):
    with pytest.raises(ValueError, match=message):
        check_endpoints(endpoints, agents=[agent])
