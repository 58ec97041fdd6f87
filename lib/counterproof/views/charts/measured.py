"""The statistic by variant as tidy frames, straight from what construction recorded."""

from collections.abc import Iterable

import pandas as pd

from counterproof.domain.construction import Construction
from counterproof.domain.finding import BlockResult
from counterproof.domain.item import Item
from counterproof.domain.table_registration import TableRegistration
from counterproof.views.palette import VARIANT_LABELS

UNITS = {
    "marker": "mean log expression, group minus rest",
    "specificity": "mean log expression in the group",
    "expression": "difference of mean log expression",
    "abundance": "difference of mean proportion",
    "coexpression": "Spearman correlation",
    "table": "nearness to the key rather than to the flip's answer, 1 at the key",
}
"""What each family's statistic measures; in a scaled block `log expression` is a z-score."""


def block_results(construction: Construction, *, block: str | None = None) -> dict[str, BlockResult]:
    """The statistic by variant in one block (the registered one if none is named), in the order of the variants.

    An item that was excluded before its variants were written has the original only, from its screening.
    """
    wanted = block or construction.registration.block
    found = {"original": construction.screening.blocks}
    found |= {verification.variant: verification.blocks for verification in construction.verifications}
    return {name: result for name in VARIANT_LABELS for result in found.get(name, ()) if result.block == wanted}


def statistic_frame(item: Item, construction: Construction, *, block: str | None = None) -> pd.DataFrame:
    """One row per variant and option: value, role, whether it is supported, and the band of the margin."""
    registration = construction.registration
    roles = {registration.key: "key", registration.flip_to: "flip answer"}
    rows = []
    for variant, result in block_results(construction, block=block).items():
        top = max((value for value in result.values.values() if value is not None), default=None)
        for letter, text in item.options.items():
            value = result.values.get(letter)
            rows.append(
                {
                    "variant": f"{VARIANT_LABELS[variant]}: supports {result.supported or 'none'}",
                    "letter": letter,
                    "option": f"{letter}  {text}",
                    "value": value,
                    "mark": "supported" if letter == result.supported else "undefined" if value is None else "",
                    "role": roles.get(letter, "other option"),
                    "band": None if top is None else top - registration.margin,
                    "top": top,
                    "lead": result.lead,
                }
            )
    return pd.DataFrame(rows)


def lead_frame(items: Iterable[Item], constructions: Iterable[Construction]) -> pd.DataFrame:
    """One row per item and variant: how far the registered block favours the key over the best other option.

    Where the edit removed the key, the lead is that of the best remaining option over the second.
    """
    families = {item.id: item.family for item in items}
    rows = []
    for construction in constructions:
        key = construction.registration.key
        for variant, result in block_results(construction).items():
            value = result.values.get(key)
            others = [other for letter, other in result.values.items() if letter != key and other is not None]
            over_others = value - max(others) if value is not None and others else None
            rows.append(
                {
                    "item": construction.item,
                    "family": families[construction.item],
                    "variant": VARIANT_LABELS[variant],
                    "lead": _lead_without(construction, result) if value is None else over_others,
                    "of": "the best remaining option" if value is None else "the key over the best other option",
                    "supported": result.supported or "none",
                    "margin": construction.registration.margin,
                    "status": construction.excluded or "decidable",
                }
            )
    return pd.DataFrame(rows)


def _lead_without(construction: Construction, result: BlockResult) -> float | None:
    """The lead of what is supported, where the key has no value; numbers lead towards the key or towards the flip."""
    registration = construction.registration
    numbers = isinstance(registration, TableRegistration) and result.supported == registration.flip_to
    return -result.lead if numbers and result.lead is not None else result.lead
