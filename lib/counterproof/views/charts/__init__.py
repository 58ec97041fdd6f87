"""Charts of what an audit found, in one look and one meaning for each colour.

Importing this package lets Altair charts display in JupyterLab and in the offline page (`use_in_notebooks`).
"""

from counterproof.views.charts.answers import answers_chart
from counterproof.views.charts.lead import lead_overview
from counterproof.views.charts.scores import evaluators_chart, routes_chart, scores_chart
from counterproof.views.charts.statistic import statistic_chart
from counterproof.views.charts.theme import use_in_notebooks

__all__ = [
    "answers_chart",
    "evaluators_chart",
    "lead_overview",
    "routes_chart",
    "scores_chart",
    "statistic_chart",
    "use_in_notebooks",
]

use_in_notebooks()
