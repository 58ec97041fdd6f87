"""The names that a notebook calls, in one place: `import counterproof.notebook as cp`.

Importing it lets Altair's charts display in JupyterLab and in the offline page. It holds no code of its own.
"""

from counterproof.audit.behaviour import behaviour
from counterproof.audit.cases import find_cases
from counterproof.audit.consistency import transform_consistency_of
from counterproof.audit.findings import find
from counterproof.audit.loaded import load_trials
from counterproof.benchmarks.own import open_study
from counterproof.construct.choose import chosen
from counterproof.construct.prompts import prompt_for
from counterproof.construct.register import registration_attempts
from counterproof.construct.run import construct, read_constructions
from counterproof.trials.read import read_trial, read_trials
from counterproof.trials.run import run_trials
from counterproof.views.cases import case_note, case_stepper, cases_table
from counterproof.views.charts.answers import answers_chart
from counterproof.views.charts.lead import lead_overview
from counterproof.views.charts.scores import evaluators_chart, routes_chart, scores_chart
from counterproof.views.charts.statistic import statistic_chart
from counterproof.views.charts.theme import use_in_notebooks
from counterproof.views.note import Verbatim, completeness
from counterproof.views.review import review_of
from counterproof.views.stepper import stepper_of
from counterproof.views.tables.access import access_table, flags_table
from counterproof.views.tables.consistency import consistency_table
from counterproof.views.tables.construction import items_table, leaks_table, predictability_table, verification_table
from counterproof.views.tables.item import Card, blocks_table, edits_table, registration_log_table, registration_table
from counterproof.views.tables.review import agreement_table, labels_table
from counterproof.views.tables.scores import behaviour_table, evaluators_table, instrument_table, scores_table
from counterproof.views.tables.study import study_table
from counterproof.views.tables.trials import outcomes_table, run_table, steps_table

use_in_notebooks()

__all__ = [
    "Card",
    "Verbatim",
    "access_table",
    "agreement_table",
    "answers_chart",
    "behaviour",
    "behaviour_table",
    "blocks_table",
    "case_note",
    "case_stepper",
    "cases_table",
    "chosen",
    "completeness",
    "consistency_table",
    "construct",
    "edits_table",
    "evaluators_chart",
    "evaluators_table",
    "find",
    "find_cases",
    "flags_table",
    "instrument_table",
    "items_table",
    "labels_table",
    "lead_overview",
    "leaks_table",
    "load_trials",
    "open_study",
    "outcomes_table",
    "predictability_table",
    "prompt_for",
    "read_constructions",
    "read_trial",
    "read_trials",
    "registration_attempts",
    "registration_log_table",
    "registration_table",
    "review_of",
    "routes_chart",
    "run_table",
    "run_trials",
    "scores_chart",
    "scores_table",
    "statistic_chart",
    "stepper_of",
    "steps_table",
    "study_table",
    "transform_consistency_of",
    "verification_table",
]
