"""Values of options that are groups of cells: in which is a gene highest, which grows or shrinks between conditions."""

import numpy as np
from numpy.typing import NDArray

from counterproof.agents.brief import Brief
from counterproof.agents.reference.cells import Mask, cells_of, equals, parts_of
from counterproof.agents.reference.datafile import DataFile, Labels
from counterproof.agents.reference.expression import log_expression
from counterproof.agents.reference.option_value import Found, OptionValue, option_values
from counterproof.domain.statistic import Abundance, Specificity


def specificity_values(file: DataFile, brief: Brief, question: Specificity) -> tuple[OptionValue, ...]:
    """Mean log expression of the question's gene in each option's group."""
    labels = file.labels(question.column)
    columns = file.columns(brief.block, [question.gene])
    raw = columns.by_gene.get(question.gene)

    def value_of(group: str) -> Found:
        inside = equals(labels, group)
        parts = {"cells": float(inside.sum())}
        if raw is None:
            return Found(None, parts, note=f"{question.gene} is missing: not in {brief.block}")
        x = log_expression(raw, columns.totals, block_class=brief.block_class)[inside]
        return Found(float(x.mean()), parts | {"detected": float((raw[inside] != 0).mean())})

    return option_values(brief, value_of, present=set(labels), where=question.column)


def abundance_values(file: DataFile, brief: Brief, question: Abundance) -> tuple[OptionValue, ...]:
    """Mean proportion of each option's group over the samples of A minus that of B; the negative for what shrinks."""
    labels = file.labels(question.column)
    sides = [cells_of(file, side) for side in (question.a, question.b)]
    samples = file.labels(question.sample) if question.sample else None
    sign = 1.0 if question.direction == "grows" else -1.0

    def value_of(group: str) -> Found:
        shares = [_proportions(equals(labels, group), side, samples=samples) for side in sides]
        parts = {f"share in {name}": float(x.mean()) for name, x in zip("AB", shares, strict=True) if x.size}
        parts |= {f"samples of {name}": float(x.size) for name, x in zip("AB", shares, strict=True)}
        if not all(x.size for x in shares):
            return Found(None, parts, note="no cell on one side")
        return Found(sign * (parts["share in A"] - parts["share in B"]), parts)

    return option_values(brief, value_of, present=set(labels), where=question.column)


def _proportions(group: Mask, side: Mask, *, samples: Labels | None) -> NDArray[np.float64]:
    """The group's share of the cells of each sample of a side; the whole side is one sample where there are none."""
    masks = parts_of(side, samples) if samples is not None else [side] if side.any() else []
    return np.array([group[mask].mean() for mask in masks])
