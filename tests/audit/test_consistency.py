from itertools import count

import pandas as pd
import pytest

from counterproof.audit.consistency import transform_consistency_of
from counterproof.domain.answer import Answer
from counterproof.domain.construction import Construction
from counterproof.domain.finding import Screening
from counterproof.domain.table import TableSource
from counterproof.domain.table_registration import ReferenceAnalysis, TableRegistration
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.trial import Trial, TrialKey

NUMBER = count()


def item(name, *, key=2.0, tolerance=0.5, excluded=None):
    registration = TableRegistration(
        item=name,
        data_sha256="0",
        statistic=ReferenceAnalysis(reference="a.py:f", sha256="0", seconds=1),
        targets={"n": "cm"},
        margin=0.5,
        key="key",
        flip_to="flip",
        edits={},
        supported={},
        contrasts=(),
        seed=1,
        asked={"n": {"unit": "cm", "key": key, "tolerance": {"type": "absolute", "value": tolerance}}},
        truth={"n": {"by": {"kind": "negate"}}},
        source=TableSource.model_validate(
            {"source": "it", "format": "csv", "columns": [{"name": "x", "kind": "number"}]}
        ),
    )
    return Construction(
        item=name,
        excluded=excluded,
        registration=registration,
        screening=Screening(item=name, decision="decidable"),
    )


def trial(name, variant, value, *, outcome="answered", agent="one"):
    key = TrialKey(
        item=name,
        variant=variant,
        agent=agent,
        replicate=next(NUMBER),
        seed=1,
        item_sha256="0",
        data_sha256="0",
        prompt_sha256="0",
        agent_sha256="0",
    )
    answer = None if value is None else Answer(fields={"n": value})
    return Trial(key=key, outcome=outcome, answer=answer, trajectory=Trajectory(format="own"), seconds=1, started=None)


@pytest.fixture
def found():
    def table(items, trials):
        frame = transform_consistency_of(items, trials, seed=1, resamples=50)
        return frame.set_index(["agent", "item", "metric"])

    return table


def test_every_original_is_held_against_every_flip_and_items_count_alike(found):
    trials = [trial("a", "original", 2.0), trial("a", "original", 2.1), trial("a", "flip", -2.0)]
    trials += [trial("a", "flip", 2.0), trial("b", "original", 1.0), trial("b", "flip", 1.0)]
    frame = found([item("a"), item("b")], trials)
    assert frame.loc[("one", "a", "transform_consistency"), ["value", "n_pairs"]].tolist() == [0.5, 4]
    assert frame.loc[("one", "a", "rerun_agreement"), ["value", "n_pairs"]].tolist() == [1.0, 1]
    overall = frame.loc[("one", "all", "transform_consistency")]
    assert overall[["value", "n_items", "n_pairs", "unreliable"]].tolist() == [0.25, 2, 5, True]


def test_without_a_second_original_there_is_no_rerun_to_agree(found):
    frame = found([item("a")], [trial("a", "original", 2.0), trial("a", "flip", -2.0)])
    row = frame.loc[("one", "a", "rerun_agreement")]
    assert pd.isna(row["value"])
    assert row["reason"] == "fewer than 2 trials on the original"
    assert pd.isna(frame.loc[("one", "all", "rerun_agreement"), "value"])


def test_a_trial_without_an_answer_agrees_with_nothing_and_a_broken_one_is_left_out_and_counted(found):
    trials = [trial("a", "original", 2.0), trial("a", "flip", None, outcome="abstained"), trial("a", "flip", -2.0)]
    trials.append(trial("a", "flip", None, outcome="infra_error"))
    row = found([item("a")], trials).loc[("one", "a", "transform_consistency")]
    assert row[["value", "n_pairs", "n_excluded"]].tolist() == [0.5, 2, 1]


def test_an_item_that_hardly_moves_is_left_out_of_the_mean_with_the_reason(found):
    trials = [trial(name, variant, value) for name in "ab" for variant, value in (("original", 2.0), ("flip", -2.0))]
    frame = found([item("a"), item("b", tolerance=2.0)], trials)
    assert "a constant answer would pass" in frame.loc[("one", "b", "transform_consistency"), "reason"]
    assert frame.loc[("one", "all", "transform_consistency"), ["value", "n_items"]].tolist() == [1.0, 1]


def test_excluded_items_and_studies_without_numbers_have_no_rows(found):
    assert found([item("a", excluded="leak")], [trial("a", "original", 2.0)]).empty
    assert found([], []).empty
