"""Whether an evaluator would notice that an answer does not follow the evidence, in a word and a sentence."""

from typing import Any, Literal, NamedTuple

import pandas as pd

from counterproof.audit.groups import ALL_AGENTS

Row = dict[Any, Any]
Rows = dict[str, Row]
Verdict = Literal["would notice", "notices in part", "would not notice", "cannot tell"]

STEADY = 0.1
"""Largest mean change of a steady evaluator's score where neither the evidence nor the answer has changed."""
SEES_FLIP = 0.8
"""Smallest flip AUC of one that tells a followed flip from a kept key; its interval must lie above one half too."""
SEES_WITHDRAWAL = 0.5
"""Share of its score on the original that a key given with the evidence gone may keep with one that sees that."""
RULE = (
    f"Would notice: a flip AUC of {SEES_FLIP:g} or more with its interval above 0.5, a key that is given with the "
    f"evidence gone keeps at most {SEES_WITHDRAWAL:.0%} of its score, and a score that moves by at most {STEADY:g} "
    "where neither evidence nor answer changed. In part: one of the two first, or both without the last. The limits "
    "are ours."
)


class Notice(NamedTuple):
    """The verdict on an evaluator, and why."""

    verdict: Verdict
    sentence: str


def would_notice(validity: pd.DataFrame, *, evaluator: str) -> Notice:
    """Whether an evaluator would notice, by `RULE`, over all agents together.

    `validity` is from `validity.score_evaluators`. What cannot be measured on these trials is said to be so.
    """
    own = validity[(validity["evaluator"] == evaluator) & (validity["agent"] == ALL_AGENTS)]
    rows: Rows = {str(row["metric"]): row for row in own.to_dict("records")}
    auc, ratio, null = (_measured(rows, name) for name in ("flip_auc", "unfounded_key_ratio", "null_drift"))
    flip, withdrawal = _sees_flip(auc), _sees_withdrawal(ratio)
    told = f"{_flip_words(auc)}; {_withdrawal_words(ratio, rows)}."
    if flip is None and withdrawal is None:
        return Notice("cannot tell", _capital(told))
    moves = 0.0 if null is None else float(null["value"])
    unsteady = moves > STEADY
    if unsteady:
        told = f"{told[:-1]}; it also moves by {moves:.2f} where neither evidence nor answer has changed."
    seen = [one for one in (flip, withdrawal) if one is not None]
    if not any(seen):
        return Notice("would not notice", _capital(told))
    return Notice(
        "would notice" if all(seen) and len(seen) == 2 and not unsteady else "notices in part", _capital(told)
    )


def _measured(rows: Rows, metric: str) -> Row | None:
    row = rows.get(metric)
    return None if row is None or pd.isna(row["value"]) else row


def _sees_flip(auc: Row | None) -> bool | None:
    if auc is None:
        return None
    # An AUC that is the same in every resample has no interval and needs none; that of one item proves nothing.
    above = bool(auc["n_items"] > 1 if pd.isna(auc["low"]) else auc["low"] > 0.5)
    return above and bool(auc["value"] >= SEES_FLIP)


def _sees_withdrawal(ratio: Row | None) -> bool | None:
    return None if ratio is None else bool(ratio["value"] <= SEES_WITHDRAWAL)


def _flip_words(auc: Row | None) -> str:
    if auc is None:
        return "no trial shows whether it tells a followed flip from a kept key"
    return f"it scores a followed flip above one that was not in {auc['value']:.0%} of pairs (ties one half)"


def _withdrawal_words(ratio: Row | None, rows: Rows) -> str:
    if ratio is None:
        why = rows.get("unfounded_key_ratio", {}).get("reason") or "it scored none"
        return f"nothing can be said of the withdrawal ({why})"
    if ratio["value"] > 1:
        # Some of the originals were answered wrongly, so that they scored less than the key did later.
        return f"a key given with the evidence gone scores {ratio['value']:.2f} times what its original did"
    return f"a key given with the evidence gone keeps {ratio['value']:.0%} of its score"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
