"""A notebook with every kind of output, honest and hostile."""

from pathlib import Path

import nbformat

VIEWS = Path(__file__).parents[1] / "views"
CELLS = (
    ("What do the data support?", "statistic_chart(items[0], constructions[0])"),
    ("Which items are decidable?", "items_table(items, constructions)"),
    ("How do agents score?", "scores_chart(made_up_scores())"),
    ("", "scores_table(made_up_scores())"),
    ("Side by side", "stepper_of(study, constructions, trials, item='nk_marker', agent='analyst')"),
    ("A hostile agent", "stepper_of(study, constructions, hostile, item='nk_marker', agent='analyst')"),
    (
        "Six columns",
        "stepper_of(study, constructions, six, item='nk_marker', agent=AGENTS, variants=['original', 'flip'])",
    ),
    ("", "print(HOSTILE)"),
    ("", "print('\\n'.join(map(str, range(20_000))))"),
)
IMPORTS = f"""\
import sys
sys.path.append({str(VIEWS)!r})
from made_up_audit import *
from counterproof.views.charts import *
from counterproof.views.tables import *
from counterproof.views.stepper import stepper_of
items, constructions, trials = made_up_study()
study = made_up_open_study(items)
six = [
    made_up_trial(items[0], agent=agent, variant=variant, trajectory=with_arguments(agent, variant))
    for agent in AGENTS[:3]
    for variant in ("original", "flip")
]
hostile = [hostile_trial(items[0], size=2_000_000), hostile_trial(items[0], variant="flip")]
"""


def demonstration() -> nbformat.NotebookNode:
    """A notebook with every kind of output."""
    book = nbformat.v4.new_notebook()
    book.cells = [
        nbformat.v4.new_markdown_cell("# 04 Score the answers\n\nQuestion: do the answers follow the data?"),
        nbformat.v4.new_code_cell(IMPORTS),
    ]
    for heading, code in CELLS:
        if heading:
            book.cells.append(nbformat.v4.new_markdown_cell(f"## {heading}\n\nIts prose."))
        book.cells.append(nbformat.v4.new_code_cell(code))
    return book
