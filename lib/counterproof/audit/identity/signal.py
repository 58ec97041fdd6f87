"""How much the evidence says by itself: the registered check behind deletion and placebo."""

import re
import warnings
from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from counterproof.audit.identity.accuracy import baselines
from counterproof.domain.instance import Instance

LINE = re.compile(r"^[-*\s]*([^:\n]{2,80}):\s*(.+)$", re.MULTILINE)
ENOUGH = 30


class Signal(NamedTuple):
    """The best baseline that sees evidence alone: its accuracy, its lead over guessing, and what it does.

    `low` says that the lead is below the registered one.
    """

    accuracy: float
    lead: float
    baseline: str
    low: bool


def signal_of(instances: Sequence[Instance], *, registered: float, seed: int) -> Signal:
    """The signal of the evidence, by the better of two baselines that know no names.

    `lookup` answers the only option whose text stands in the evidence. `fields` is a cross-validated logistic
    regression on the evidence's lines `name: value`, where all instances share their options and at least 30 have such
    lines. The lead is over the larger of chance and majority.
    """
    own = [one for one in instances if one.key is not None and one.evidence]
    if not own:
        return Signal(0.0, 0.0, "no instance has evidence", low=True)
    told = baselines({one.id: one for one in own})
    guess = max(told["chance"], told["majority"])
    found = {"lookup": _lookup(own)}
    fields = _fields(own, seed=seed)
    if fields is not None:
        found["fields"] = fields
    best = max(found, key=lambda name: found[name])
    return Signal(found[best], found[best] - guess, best, low=found[best] - guess < registered)


def _lookup(instances: Sequence[Instance]) -> float:
    score = 0.0
    for one in instances:
        stated = [
            letter
            for letter, text in one.options.items()
            if re.search(rf"(?<![\w.]){re.escape(text)}(?!\w)", one.evidence, re.IGNORECASE)
        ]
        score += float(stated == [one.key]) if len(stated) == 1 else 1 / len(one.options)
    return score / len(instances)


def _fields(instances: Sequence[Instance], *, seed: int) -> float | None:
    lined = [(one, dict(LINE.findall(one.evidence))) for one in instances]
    lined = [(one, fields) for one, fields in lined if fields]
    shared = {frozenset(one.options.values()) for one, _ in lined}
    keys = [one.options[str(one.key)] for one, _ in lined]
    if len(lined) < ENOUGH or len(shared) != 1 or len(set(keys)) < 2 or min(keys.count(key) for key in set(keys)) < 5:
        return None
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415, a second that few callers need
    from sklearn.model_selection import StratifiedKFold, cross_val_score  # noqa: PLC0415, costs a second that few calls need
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415, costs a second that few calls need
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415, costs a second that few calls need

    frame = _encoded(pd.DataFrame([fields for _, fields in lined]))
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a fold that does not converge still scores
        model = make_pipeline(StandardScaler(), LogisticRegression(C=0.1, max_iter=500))
        return float(cross_val_score(model, frame.to_numpy(), keys, cv=folds).mean())


def _encoded(raw: pd.DataFrame) -> pd.DataFrame:
    columns = {}
    for name in raw:
        numbers = pd.to_numeric(raw[name], errors="coerce")
        if numbers.notna().mean() >= 0.2:
            columns[str(name)] = numbers.fillna(numbers.median())
            columns[f"{name} given"] = numbers.notna().astype(float)
        elif raw[name].nunique() <= 12:
            for value in raw[name].dropna().unique():
                columns[f"{name} is {value}"] = (raw[name] == value).astype(float)
    return pd.DataFrame(columns) if columns else pd.DataFrame({"nothing": [0.0] * len(raw)})
