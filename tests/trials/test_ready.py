from dataclasses import dataclass, field
from typing import Any

import pytest

from counterproof.domain.agent import CommandAgent, HarnessAgent, ReferenceAgent
from counterproof.domain.endpoint import Endpoint, Price
from counterproof.domain.problem import InputError
from counterproof.domain.study import Limits
from counterproof.trials.ready import check_machine, check_ready

SERVED = Endpoint(dialect="anthropic", base_url="https://example.org", key_env="KEY_OF_TEST")


@dataclass
class Planned:
    """What the check reads of a trial or call."""

    agent: Any
    limits: Limits = field(default_factory=Limits)
    sandbox: str = "none"
    endpoint: Endpoint | None = None
    price: Price | None = None
    prompt: str = ""
    data: Any = None


def command(name="told", **fields):
    return CommandAgent(name=name, kind="command", argv=("true",), **fields)


def problems(check, *trials, **fields):
    try:
        check(trials, **fields)
    except InputError as error:
        return [(problem.place, problem.wrong, problem.fix) for problem in error.problems]
    return []


def test_an_agent_that_needs_nothing_is_ready():
    assert problems(check_ready, Planned(command()), Planned(ReferenceAgent(name="analyst", route="analyst"))) == []
    assert problems(check_ready) == []


@pytest.mark.parametrize("value", [None, ""])
def test_a_key_that_is_not_set_is_told_by_the_name_of_its_variable(monkeypatch, value):
    monkeypatch.delenv("KEY_OF_TEST", raising=False)
    if value is not None:
        monkeypatch.setenv("KEY_OF_TEST", value)
    told = [("agents: told", "the environment variable KEY_OF_TEST holds no key", "export KEY_OF_TEST=...")]
    assert problems(check_ready, Planned(command(), endpoint=SERVED)) == told
    assert problems(check_machine, Planned(command(), endpoint=SERVED)) == told


def test_a_key_is_never_told(monkeypatch):
    monkeypatch.setenv("KEY_OF_TEST", "sk-planted")
    limits = Limits(usd=1)
    assert "sk-planted" not in str(problems(check_ready, Planned(command(model="m"), limits, endpoint=SERVED)))


@pytest.mark.parametrize("limits", [Limits(usd=1), Limits(study_usd=0)])
def test_a_budget_without_a_price_is_told(monkeypatch, limits):
    monkeypatch.setenv("KEY_OF_TEST", "x")
    one = Planned(command(model="m"), limits, endpoint=SERVED)
    assert problems(check_ready, one) == [
        ("agents: told", "the limits name US dollars, but its model has no price", "add the model to `prices`")
    ]
    one.price = Price(input=0, output=0)
    assert problems(check_ready, one) == []


def test_a_budget_needs_no_price_of_an_agent_without_a_model():
    assert problems(check_ready, Planned(command(), Limits(usd=1))) == []


def test_all_that_is_missing_is_told_at_once_and_each_agent_once(monkeypatch):
    monkeypatch.delenv("KEY_OF_TEST", raising=False)
    gone = HarnessAgent(name="gone", kind="claude_code", model="m", endpoint="one", binary="/no/such/program")
    trials = [
        Planned(gone, Limits(usd=1), endpoint=SERVED),
        Planned(gone, Limits(usd=1), endpoint=SERVED),
        Planned(command("other"), endpoint=SERVED),
    ]
    found = problems(check_ready, *trials)
    assert len(found) == 4
    assert sum("no price" in wrong for _, wrong, _ in found) == 1
    assert sum("holds no key" in wrong for _, wrong, _ in found) == 2
    assert any("/no/such/program" in str(told) for told in found) or any(
        "claude" in str(told).lower() for told in found
    )


def test_where_other_machines_run_the_trials_only_the_study_s_own_faults_are_told(monkeypatch):
    monkeypatch.delenv("KEY_OF_TEST", raising=False)
    one = Planned(command(model="m"), Limits(usd=1), endpoint=SERVED)
    assert [wrong for _, wrong, _ in problems(check_ready, one, elsewhere=True)] == [
        "the limits name US dollars, but its model has no price"
    ]
