import pytest
from made_up_audit import made_up_study

from counterproof.domain.trajectory import Totals
from counterproof.domain.trial import Launched
from counterproof.views.tables.table import DASH
from counterproof.views.tables.usage import COLUMNS, usage_table

TRIALS = made_up_study()[2]
NAMES = [column.name for column in COLUMNS]


def used(trial, *, seconds=10.0, outcome="answered", totals=None, **facts):
    launched = Launched(version="2.1", sandbox="bubblewrap", **facts)
    trajectory = trial.trajectory.model_copy(update={"totals": totals or Totals()})
    update = {"launched": launched, "trajectory": trajectory, "seconds": seconds, "outcome": outcome}
    return trial.model_copy(update=update)


def cells(table, row=0):
    return dict(zip(NAMES, (cell.text for cell in table.rows[row]), strict=True))


@pytest.fixture
def two():
    chosen = [trial for trial in TRIALS if trial.key.variant == "original" and trial.key.agent == "analyst"]
    return chosen[:2]


def test_time_tokens_money_limits_and_faults_are_told_by_agent_and_variant(two):
    paid = Totals(input_tokens=100, cached_input_tokens=900, output_tokens=50, cost_usd=0.25)
    first = used(two[0], totals=paid, cost_usd=0.25, retries=2, hosted_tools=("web_search",))
    second = used(two[1], seconds=20.0, outcome="timeout", totals=paid, cost_usd=0.25, limit="seconds")
    table = usage_table([first, second])
    told = cells(table)
    assert table.caption == "2 trials: what they used, 0.50 US dollars for 2 of them"
    assert (told["trials"], told["median seconds"]) == ("2", "15.0")
    assert (told["median input tokens"], told["median output tokens"], told["US dollars"]) == ("1000", "50", "0.50")
    assert (told["limits hit"], told["tried again"], told["failed"]) == ("seconds: 1", "2", "0")
    assert (told["version"], told["walls"], told["provider's tools"]) == ("2.1", "bubblewrap", "web_search")


def test_what_is_not_known_is_a_dash_never_0(two):
    told = cells(usage_table([used(two[0], totals=Totals(cost_usd=1.0)), used(two[1], outcome="infra_error")]))
    assert (told["median input tokens"], told["US dollars"], told["limits hit"]) == (DASH,) * 3
    assert told["failed"] == "1"


def test_reference_agents_have_no_version_and_no_walls():
    table = usage_table(TRIALS)
    assert len(table.rows) == 4 * 5
    assert (cells(table)["version"], cells(table)["walls"]) == (DASH, DASH)


def test_missing_walls_stand_out(two):
    bare = used(two[0])
    bare = bare.model_copy(update={"launched": bare.launched.model_copy(update={"sandbox": "none"})})
    (row,) = usage_table([bare]).rows
    assert row[NAMES.index("walls")].tone == "bad"
