"""What agents answered on each variant, as shares for a chart."""

import numpy as np
import pandas as pd

from counterproof.domain.variant import VARIANTS
from counterproof.evaluators.scores import gives, is_excluded

ANSWERS = ("key", "flip", "other", "abstained", "no answer")


def answers_by_variant(table: pd.DataFrame) -> pd.DataFrame:
    """The share of every kind of answer: agent, variant, answer, share, n_items, n_trials.

    Shares are means over items of the share among an item's trials, and add to 1 for each agent and variant; trials of
    broken machinery are left out. `other` is another option than the key and the registered flip answer; a trial
    without an answer was refused, invalid, timed out or silent. Every kind has a row, also with share 0.
    """
    usable = table[~is_excluded(table)]
    outcome = usable["outcome"].to_numpy()
    first_true = [gives(usable, "key"), gives(usable, "flip_to"), outcome == "answered", outcome == "abstained"]
    kind = np.select(first_true, list(range(4)), default=4)
    columns = ["agent", "variant"]
    wide = pd.DataFrame({name: (kind == place) * 1.0 for place, name in enumerate(ANSWERS)}, index=usable.index)
    by_item = pd.concat([usable[[*columns, "item"]], wide], axis=1).groupby([*columns, "item"])
    groups = by_item[list(ANSWERS)].mean().groupby(level=columns)
    counts = pd.DataFrame({"n_items": groups.size(), "n_trials": by_item.size().groupby(level=columns).sum()})
    shares = groups.mean().join(counts).reset_index()
    long = shares.melt([*columns, "n_items", "n_trials"], list(ANSWERS), var_name="answer", value_name="share")
    order = {name: place for place, name in enumerate((*VARIANTS, *ANSWERS))}
    long = long.sort_values(
        ["agent", "variant", "answer"],
        key=lambda column: column if column.name == "agent" else column.map(order),
        ignore_index=True,
    )
    return long[[*columns, "answer", "share", "n_items", "n_trials"]]
