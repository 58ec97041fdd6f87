import pandas as pd
import pytest
from simulated_rubrics import simulated

from counterproof.audit.rubrics.findings import Scored, findings_of
from counterproof.views.charts.item_passes import NAMED_AT_MOST, item_passes_chart
from counterproof.views.note import Note


def findings(passed):
    """Findings of one agent's or several agents' runs: for each agent and item, its verdicts by replicate."""
    made = simulated(n_items=2, seed=2)
    blank = made.runs.iloc[0].to_dict() | {"excluded": False}
    rows = [
        blank | {"agent": agent, "item": item, "trial": f"{agent}{item}{place}", "replicate": place, "passed": verdict}
        for (agent, item), verdicts in passed.items()
        for place, verdict in enumerate(verdicts, 1)
    ]
    runs = pd.DataFrame(rows, columns=list(made.runs)).astype(made.runs.dtypes.to_dict())
    return findings_of(Scored(runs, made.scores.assign(criterion="whole").iloc[:0], "Made up."), seed=1, resamples=50)


@pytest.fixture
def three():
    always, never = [True, True], [False, False]
    easy = {("a", "easy"): always, ("b", "easy"): always}
    hard = {("a", "hard"): never, ("b", "hard"): never}
    return findings({**hard, **easy, ("a", "mixed"): [True, False], ("b", "mixed"): always})


def test_the_easiest_item_comes_first_and_the_title_counts_those_that_tell_nothing(three):
    spec = item_passes_chart(three).to_dict()
    assert spec["title"]["text"] == "Of 3 items all agents always pass 1, and none ever passes 1"
    assert spec["encoding"]["x"]["sort"] == ["easy", "mixed", "hard"]
    (rows,) = spec["datasets"].values()
    assert {(row["agent"], row["item"]): row["share"] for row in rows}["a", "mixed"] == 0.5


def test_names_of_many_items_stand_in_the_tooltips_alone():
    many = findings({("a", f"i{place:03d}"): [True] for place in range(NAMED_AT_MOST + 1)})
    assert item_passes_chart(many).to_dict()["encoding"]["x"]["axis"] is None


def test_without_runs_there_is_a_note():
    assert isinstance(item_passes_chart(findings({})), Note)
