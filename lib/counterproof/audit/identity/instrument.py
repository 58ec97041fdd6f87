"""Whether the reference answerers land where their routes must take them."""

from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import Any

import numpy as np
import pandas as pd

from counterproof.agents.answerers.handout import knows, telling_names
from counterproof.construct.conditions import Conditions, Shown
from counterproof.domain.condition import REDACTION
from counterproof.domain.identity_study import Answerer, IdentityStudy
from counterproof.domain.instance import Instance
from counterproof.stats.proportion import wilson
from counterproof.stats.slope import slopes_by_item

CERTAIN = 0.999
"""What is drawn by lot may lie outside a 95% interval once in twenty studies: an instrument is not broken by that."""

SHARED_NAMES = 0.05
"""What a name-knower may lose to names that stand in other instances too."""

COLUMNS = ["agent", "route", "what", "expected", "found", "lands", "detail"]


def check_identity_instrument(
    study: IdentityStudy,
    instances: Sequence[Instance],
    *,
    accuracy: pd.DataFrame,
    contrasts: pd.DataFrame,
    controls: pd.DataFrame,
    slopes: pd.DataFrame,
) -> pd.DataFrame:
    """A row a check: what was expected of a reference answerer, what was found, and whether it lands there."""
    rows: list[dict[str, Any]] = []
    for spec in study.answerers:
        frames = [frame[frame["agent"] == spec.name] for frame in (accuracy, contrasts, controls, slopes)]
        for what, expected, found, lands, detail in _checks(spec, study, instances, *frames):
            rows.append(dict(zip(COLUMNS, [spec.name, spec.route, what, expected, found, lands, detail], strict=True)))
    return pd.DataFrame(rows, columns=COLUMNS)


Check = tuple[str, str, str, bool, str]


def _checks(
    spec: Answerer,
    study: IdentityStudy,
    instances: Sequence[Instance],
    accuracy: pd.DataFrame,
    contrasts: pd.DataFrame,
    controls: pd.DataFrame,
    slopes: pd.DataFrame,
) -> Iterator[Check]:
    by_condition = accuracy.set_index("condition")
    cost = contrasts[contrasts["contrast"] == "named - blind"]
    if spec.route == "reader" and len(cost):
        discordant = int(cost["only_a"].iloc[0] + cost["only_b"].iloc[0])
        yield "identity cost", "0, no pair differs", f"{cost['value'].iloc[0]:.3f}", discordant == 0, ""
    if spec.route == "name_knower" and {"named", "blind"} <= set(by_condition.index):
        row = accuracy[accuracy["condition"] == "blind"].iloc[0]
        wide = wilson(float(row["value"]), n=int(row["n"]), level=CERTAIN)
        found = f"{row['value']:.3f} ({wide.low:.3f}, {wide.high:.3f})"
        lost = bool(wide.low <= row["chance"] <= wide.high)
        yield "accuracy when blind", f"chance, {row['chance']:.3f}", found, lost, "everything is lost with the name"
        named = float(accuracy.loc[accuracy["condition"] == "named", "value"].iloc[0])
        told = _telling(instances)
        # Where instances share names, a name of one may stand in the text of another and mislead.
        lands = named == 1 if told == 1 else named >= told - SHARED_NAMES
        detail = "" if told == 1 else "the share of instances with a name of their own"
        yield "accuracy when named", "1" if told == 1 else f"about {told:.3f} or more", f"{named:.3f}", lands, detail
    if spec.route == "position_follower":
        spans = by_condition["value"].dropna()
        same = bool(np.ptp(spans.to_numpy(dtype=float)) < 0.02) if len(spans) else False
        yield "accuracy", "the same under all conditions", f"{spans.min():.3f} to {spans.max():.3f}", same, ""
    if spec.route == "instruction_follower":
        for _, row in controls.iterrows():
            yield f"line followed, {row['condition']!s}", "1", f"{row['value']:.3f}", bool(row["value"] == 1), ""
    if spec.route == "mixture" and len(slopes):
        planted, row = planted_slope(spec, study, instances), slopes.iloc[0]
        low, high = (_widened(row["value"], row[side]) for side in ("low", "high"))
        inside = not pd.isna(low) and low <= planted <= high
        found = f"{row['value']:.3f} ({low:.3f}, {high:.3f})" if not pd.isna(low) else "no interval"
        yield "redaction slope", f"{planted:.3f}", found, bool(inside), "planted: known share x hidden share"


def _telling(instances: Sequence[Instance]) -> float:
    names = telling_names(instances)
    own = [one for one in instances if one.stratum == "benchmark"]
    return sum(bool(names[one.id]) for one in own) / max(len(own), 1)


def _widened(value: float, end: float | None) -> float:
    """One end of a 95% interval, moved out to where a 99.9% interval would end."""
    if end is None or pd.isna(end):
        return float("nan")
    normal = NormalDist()
    return value + (end - value) * normal.inv_cdf((1 + CERTAIN) / 2) / normal.inv_cdf(0.975)


def planted_slope(spec: Answerer, study: IdentityStudy, instances: Sequence[Instance]) -> float:
    """The slope that a mixture must have: on instances it knows by name, a lot when blind falls short of the name.

    Where its evidence is hidden, a known instance is right when named, and by chance when blind.
    """
    conditions = Conditions.of(instances, seed=study.seed)
    gaps, levels = [], np.array([step.level for step in REDACTION])
    for one in instances:
        if one.stratum != "benchmark" or one.key is None:
            continue
        lost = float(knows(spec, one.id)) * (1 - 1 / len(one.options))
        hidden = [_hidden(conditions.show(one, step.named), one.options[one.key]) for step in REDACTION]
        # It also misses what it does not read: that share has the gap at every level.
        gaps.append([lost * (1 - spec.reads * (1 - h)) for h in hidden])
    return float(slopes_by_item(np.array(gaps), levels).mean())


def _hidden(shown: object, answer: str) -> float:
    return float(not (isinstance(shown, Shown) and shown.evidence and answer in shown.evidence))
