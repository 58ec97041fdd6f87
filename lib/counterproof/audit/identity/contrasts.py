"""The registered contrasts: paired differences with exact tests, three standard errors, and what could be found."""

import math
from typing import Any

import pandas as pd

from counterproof.audit.identity.interval import call_interval
from counterproof.audit.identity.meaning import DELETION, meaning_of
from counterproof.audit.identity.pairs import Pairs, paired_conditions
from counterproof.domain.identity_study import Contrast, IdentityStudy
from counterproof.stats.clustered import difference_errors
from counterproof.stats.paired import paired_difference
from counterproof.stats.permutation import sign_flip_p
from counterproof.stats.power import no_discordance_bound, smallest_detectable

NAMES = ("contrast", "a", "b", "role")
NUMBERS = (
    "value", "low", "high", "p", "only_a", "only_b", "accuracy_a", "accuracy_b", "bound", "p_replicates", "se_iid",
    "se_call", "se_unpaired", "calls", "call_low", "call_high", "margin_lost", "mde", "mde_reason", "mde_observed",
)  # fmt: skip # names of columns, many a line
WORDS = ("n", "reason", "can", "cannot")


def contrast_table(
    table: pd.DataFrame, study: IdentityStudy, *, low_signal: bool, seed: int, resamples: int
) -> pd.DataFrame:
    """A row for each agent and registered contrast.

    `value`, `low`, `high` and `p` (exact McNemar) are of the registered replicate; where no pair differs, `bound` is
    the one-sided limit of |difference| and there is no interval. `p_replicates` is an item-level sign-flip test over
    all replicates. `se_iid`, `se_call` and `se_unpaired` are the paired, the paired cluster-robust and the unpaired
    cluster-robust standard errors, `call_low` and `call_high` a bootstrap over calls. `margin_lost` is the share of
    a's lead over chance. `mde` is the smallest difference that the test finds with power 0.8 at the registered
    discordance, `mde_observed` at the one seen; `mde_reason` says `unattainable` where there is none. `can` and
    `cannot` say what the contrast establishes. No p is adjusted here: `family.adjusted` takes the slope's along.
    """
    rows = []
    for agent, own in table.groupby("agent", sort=False):
        found = [
            _row(
                paired_conditions(own, one.a, one.b, replicate=study.registered_replicate), one, study, seed, resamples
            )
            for one in study.tested
        ]
        for row in found:
            warning = "the evidence has little signal" if low_signal and row["b"] in DELETION else ""
            rows.append({"agent": agent, **row, "warning": warning})
    return pd.DataFrame(rows, columns=["agent", *NAMES, *NUMBERS, *WORDS, "warning"])


def _row(pairs: Pairs, contrast: Contrast, study: IdentityStudy, seed: int, resamples: int) -> dict[str, Any]:
    meaning = meaning_of(contrast.a, contrast.b)
    facts: dict[str, Any] = {"contrast": contrast.name, "a": contrast.a, "b": contrast.b, "role": contrast.role}
    words = {"can": meaning.can, "cannot": meaning.cannot}
    n = len(pairs.instances)
    if n == 0:
        return facts | dict.fromkeys(NUMBERS) | {"n": 0, "reason": "no instance has both conditions"} | words
    found = paired_difference(pairs.first_a, pairs.first_b)
    first_a, first_b = pairs.first_a.astype(float), pairs.first_b.astype(float)
    errors = difference_errors(first_a, first_b, call_a=pairs.call_a, call_b=pairs.call_b)
    discordant = (found.only_a + found.only_b) / n
    planned = smallest_detectable(n, discordance=study.discordance)
    seen = smallest_detectable(n, discordance=discordant) if discordant else None
    low, high = call_interval(pairs.a - pairs.b, pairs.cluster, seed=seed, resamples=resamples)
    lead = float(first_a.mean() - pairs.chance.mean())
    several = pairs.n_replicates > 1
    return {
        **facts,
        "value": found.value,
        "low": _known(found.low),
        "high": _known(found.high),
        "p": found.p_value,
        "only_a": found.only_a,
        "only_b": found.only_b,
        "n": n,
        "accuracy_a": float(first_a.mean()),
        "accuracy_b": float(first_b.mean()),
        "bound": no_discordance_bound(n) if discordant == 0 else None,
        "p_replicates": sign_flip_p(pairs.a - pairs.b, seed=seed).p_value if several else None,
        "se_iid": _known(errors.paired_iid),
        "se_call": _known(errors.paired_clustered),
        "se_unpaired": _known(errors.unpaired_clustered),
        "calls": errors.n_clusters,
        "call_low": _known(low),
        "call_high": _known(high),
        "margin_lost": found.value / lead if lead > 0 else None,
        "mde": _known(planned.value),
        "mde_reason": planned.reason or "",
        "mde_observed": _known(seen.value) if seen else None,
        "reason": found.reason or "",
        **words,
    }


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value
