import pandas as pd
import pytest
from made_up_audit import HOSTILE, hostile_trial, made_up_item, made_up_open_study, made_up_study, made_up_trial

from counterproof.audit.table import trial_table
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.trials.run import RunSummary
from counterproof.views.tables.trials import SHOWN, outcomes_table, run_table, steps_table

ITEM = made_up_item()
ITEMS, CONSTRUCTIONS, TRIALS = made_up_study()


def texts(row):
    return [cell.text for cell in row]


def trials_of(*outcomes, **facts):
    """A trial table of one agent on the original, as far as the table of outcomes reads it."""
    rows = {"agent": "a", "variant": "original", "seconds": 2.0, "tool_calls": 3} | facts
    return pd.DataFrame([rows | {"outcome": outcome} for outcome in outcomes])


def test_the_ends_of_trials_are_counted_by_agent_and_variant():
    table = outcomes_table(trial_table(made_up_open_study(ITEMS), CONSTRUCTIONS, TRIALS))
    assert table.caption == "100 trials: how they ended"
    assert texts(table.rows[0]) == ["analyst", "original", "5", "5", "0", "0", "0", "2.500", "2"]
    rows = {tuple(texts(row)[:2]): texts(row)[2:5] for row in table.rows}
    assert rows["analyst", "withdraw"] == ["5", "0", "5"]
    assert rows["reciter", "no data"] == ["5", "5", "0"]
    assert len(table.rows) == 4 * 5


def test_only_faults_of_the_machinery_are_excluded():
    every = ["answered", "abstained", "no_answer", "refused", "invalid", "timeout", "infra_error", "config_error"]
    assert texts(outcomes_table(trials_of(*every)).rows[0])[2:7] == ["8", "1", "1", "4", "2"]


@pytest.mark.parametrize("outcome", ["answered", "abstained", "no_answer", "infra_error"])
def test_the_counts_of_a_row_add_up(outcome):
    row = texts(outcomes_table(trials_of("answered", outcome, outcome)).rows[0])
    assert int(row[2]) == sum(map(int, row[3:7])) == 3


def test_variants_come_in_their_order_and_those_not_run_have_no_row():
    both = pd.concat([trials_of("answered", variant=name) for name in ("no_data", "flip", "original")])
    assert [row[1].text for row in outcomes_table(both).rows] == ["original", "flip", "no data"]


def test_the_steps_of_a_trial_come_in_their_order():
    trial = made_up_trial(ITEM, agent="analyst", variant="withdraw")
    table = steps_table(trial)
    assert table.caption == "analyst on nk_marker, withdraw, replicate 1: abstained"
    assert [row[0].text for row in table.rows] == ["1", "2", "3", "4", "5"]
    assert [row[1].text for row in table.rows] == ["thinking", "python", "python", "python", "message"]
    failed = table.rows[2]
    assert (failed[3].tone, failed[3].text) == ("bad", "KeyError: 'NKG7' is not among the 764 genes")
    assert failed[2].text == "difference(cells, genes=['NKG7'])"


def test_a_step_whose_time_the_log_does_not_tell_has_a_dash():
    cell = steps_table(made_up_trial(ITEM, agent="reciter", variant="original")).rows[0][4]
    assert (cell.text, cell.title) == ("\N{EN DASH}", "the log does not tell")


def test_a_long_text_is_shortened_and_whole_in_its_title():
    long = "x" * (SHOWN + 1)
    steps = (Step(kind="message", text=long), Step(kind="tool_call", tool="bash", input="ls", output="y" * SHOWN))
    trial = made_up_trial(
        ITEM, agent="analyst", variant="original", trajectory=Trajectory(format="reference", steps=steps)
    )
    first, second = steps_table(trial).rows
    assert (first[2].text, first[2].title) == (f"{'x' * SHOWN} [...]", long)
    assert second[3].text == "y" * SHOWN


def test_a_tool_call_shows_its_input_also_where_the_agent_spoke_before_it():
    step = Step(kind="tool_call", tool="python", text="Look at the file first.", input="cells.shape", output="(1, 2)")
    trial = made_up_trial(
        ITEM, agent="analyst", variant="original", trajectory=Trajectory(format="reference", steps=(step,))
    )
    assert steps_table(trial).rows[0][2].text == "Look at the file first.\ncells.shape"


def test_an_agents_text_stays_text():
    shown = steps_table(hostile_trial(ITEM)).html()
    assert HOSTILE not in shown
    assert "<script" not in shown
    assert "<img" not in shown


def test_a_run_tells_what_it_did():
    summary = RunSummary(planned=1200, skipped=200, ran=1000, outcomes={"abstained": 1, "answered": 1199}, seconds=61.4)
    table = run_table(summary)
    assert table.caption == "The run took 61 seconds"
    assert [texts(row) for row in table.rows] == [
        ["planned", "1,200"],
        ["kept from before", "200"],
        ["run now", "1,000"],
        ["ended as abstained", "1"],
        ["ended as answered", "1,199"],
    ]
    assert table.rows[0][1].sort == "1200"
