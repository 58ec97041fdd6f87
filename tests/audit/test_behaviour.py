import numpy as np

from counterproof.audit.behaviour import behaviour


def test_confidence_support_and_effort_are_told_by_variant_and_by_what_the_flip_did(make_frame, make_replicate):
    rows = [
        *make_replicate("CCCD", flag=True, confidence=50, seconds=2),
        *make_replicate("CCCC", replicate=1, confidence=90, seconds=4),
    ]
    found = behaviour(make_frame(rows), seed=1, resamples=10).set_index(["by", "level", "measure"])["value"]
    assert found["variant", "original", "confidence"] == 70
    assert found["variant", "withdraw", "support_none"] == 0.5
    assert found["flip_outcome", "followed", "confidence"] == 50
    assert found["flip_outcome", "kept", "seconds"] == 4
    assert found["variant", "flip", "tool_calls"] == 3
    assert np.isnan(found["flip_outcome", "other", "confidence"])


def test_what_was_not_stated_is_null_with_a_reason_not_zero(make_frame, make_replicate):
    table = make_frame(make_replicate("CCCD", confidence=None, data_support=None))
    found = behaviour(table, seed=1, resamples=10).set_index(["by", "level", "measure"])
    for measure in ("confidence", "support_full"):
        row = found.loc[("variant", "original", measure)]
        assert (np.isnan(row["value"]), row["reason"]) == (True, "no such trial states it")


def test_constant_seconds_have_no_interval(make_frame, make_replicate):
    table = make_frame([row for i in range(12) for row in make_replicate("CCCD", item=f"i{i}")])
    row = behaviour(table, seed=1).set_index(["by", "level", "measure"]).loc[("variant", "flip", "seconds")]
    assert (row["value"], np.isnan(row["low"])) == (1, True)
    assert row["reason"].startswith("the same in every resample")


def test_no_trial_gives_an_empty_table(make_frame):
    assert behaviour(make_frame([]), seed=1).empty
