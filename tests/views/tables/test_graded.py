import pandas as pd

from counterproof.domain.answer import Answer
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.trial import Imported, Trial, TrialKey
from counterproof.store.digest import digest_of
from counterproof.views.tables.graded import graded_table

NULLS = {"seed": None, "item_sha256": "0", "data_sha256": None, "prompt_sha256": None, "agent_sha256": None}


def ran(agent, *, answer=None, outcome="answered", passed=None):
    """An imported trial on an item that only its own grader can score."""
    return Trial(
        key=TrialKey(item="i", variant="original", agent=agent, replicate=1, **NULLS),
        outcome=outcome,
        answer=answer,
        trajectory=Trajectory(format="own"),
        seconds=None,
        started=None,
        imported=Imported(source="i/r1", layout="mapped", passed=passed),
    )


def cells(trials, scores):
    rows = [(digest_of(trial.key)[:16], *score) for trial, score in zip(trials, scores, strict=True)]
    table = graded_table(trials, pd.DataFrame(rows, columns=["digest", "score", "status", "reason"]))
    return table.caption, [[cell.text for cell in row] for row in table.rows]


def test_each_verdict_stands_beside_the_one_that_was_recorded_and_the_answer():
    trials = [
        ran("a", answer=Answer(value={"genes": ["NKG7"]}), passed=True),
        ran("b", answer=Answer(choice=("B", "C")), passed=False),
        ran("c", outcome="no_answer"),
    ]
    caption, rows = cells(trials, [(1.0, "scored", ""), (0.0, "scored", "it lacks a gene"), (None, "no_answer", "")])
    assert caption.startswith("1 of 3 trials pass")
    assert rows == [
        ["a", "original", "1", "passed", "passed", '{"genes": ["NKG7"]}'],
        ["b", "original", "1", "failed", "failed", "B C"],
        ["c", "original", "1", "not scored", "\N{EN DASH}", "no answer"],
    ]
