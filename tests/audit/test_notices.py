import pandas as pd
import pytest

from counterproof.audit.notices import would_notice

NONE = {"value": None, "low": None, "high": None, "reason": None, "n_items": 12}


def validity(auc=None, ratio=None, null=0.0, *, low=None, reason=None, n_items=12):
    rows = {
        "flip_auc": {
            "value": auc,
            "low": low,
            "n_items": n_items,
            "reason": None if auc is not None else "no flip was followed",
        },
        "unfounded_key_ratio": {"value": ratio, "reason": reason},
        "null_drift": {"value": null},
    }
    frame = pd.DataFrame([{**NONE, "evaluator": "x", "agent": "all", "metric": m, **row} for m, row in rows.items()])
    return frame.astype({"value": float, "low": float, "high": float})


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (validity(1, 0.0), "would notice"),
        (validity(1, 0.0, n_items=1), "notices in part"),
        (validity(1, 0.9, n_items=1), "would not notice"),
        (validity(0.85, 0.3, low=0.7), "would notice"),
        (validity(0.85, 0.3, low=0.4), "notices in part"),
        (validity(0.0, 0.97), "would not notice"),
        (validity(0.12, 0.3), "notices in part"),
        (validity(0.95, 0.2, null=0.3), "notices in part"),
        (validity(None, 0.9), "would not notice"),
        (validity(None, 0.2), "notices in part"),
        (validity(None, None, reason="the score on original is 0 throughout"), "cannot tell"),
    ],
)
def test_the_verdict_follows_the_rule(found, verdict):
    assert would_notice(found, evaluator="x").verdict == verdict


def test_the_sentence_holds_the_numbers_and_says_what_cannot_be_measured():
    assert would_notice(validity(0.12, 0.97), evaluator="x").sentence == (
        "It scores a followed flip above one that was not in 12% of pairs (ties one half); a key given with the "
        "evidence gone keeps 97% of its score."
    )
    more = would_notice(validity(0.12, 1.13), evaluator="x").sentence
    assert "scores 1.13 times what its original did" in more
    none = would_notice(validity(reason="the score on original is 0 throughout"), evaluator="x").sentence
    assert none == (
        "No trial shows whether it tells a followed flip from a kept key; nothing can be said of the withdrawal (the "
        "score on original is 0 throughout)."
    )
    assert "moves by 0.30 where neither" in would_notice(validity(1, 0, null=0.3), evaluator="x").sentence


def test_an_evaluator_that_is_not_there_cannot_be_told():
    assert would_notice(validity(1, 0), evaluator="y").verdict == "cannot tell"
