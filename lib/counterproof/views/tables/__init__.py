"""Plain HTML tables of what an audit made and found."""

from counterproof.views.tables.construction import items_table, leaks_table, predictability_table, verification_table
from counterproof.views.tables.frame import frame_table
from counterproof.views.tables.scores import evaluators_table, instrument_table, scores_table
from counterproof.views.tables.table import Cell, Column, Table

__all__ = [
    "Cell",
    "Column",
    "Table",
    "evaluators_table",
    "frame_table",
    "instrument_table",
    "items_table",
    "leaks_table",
    "predictability_table",
    "scores_table",
    "verification_table",
]
