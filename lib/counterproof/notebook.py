"""The names that a notebook calls, in one place: `import counterproof.notebook as cp`.

Importing it lets Altair's charts display in JupyterLab and in the offline page. It holds no code of its own.
"""

from counterproof.audit.behaviour import behaviour
from counterproof.audit.cases import find_cases
from counterproof.audit.findings import find
from counterproof.audit.identity.findings import find_identity
from counterproof.audit.loaded import load_trials
from counterproof.benchmarks.identity import open_identity
from counterproof.benchmarks.own import open_study
from counterproof.construct.choose import chosen
from counterproof.construct.prompts import prompt_for
from counterproof.construct.register import registration_attempts
from counterproof.construct.run import construct, read_constructions
from counterproof.trials.call_run import read_calls, run_calls
from counterproof.trials.calls import identity_prompt, planned_calls
from counterproof.trials.read import read_trial, read_trials
from counterproof.trials.run import run_trials
from counterproof.views.cases import case_note, case_stepper, cases_table
from counterproof.views.charts.answers import answers_chart
from counterproof.views.charts.identity import conditions_chart, confidence_chart, counts_chart, redaction_chart
from counterproof.views.charts.lead import lead_overview
from counterproof.views.charts.scores import evaluators_chart, routes_chart, scores_chart
from counterproof.views.charts.statistic import statistic_chart
from counterproof.views.charts.theme import use_in_notebooks
from counterproof.views.note import Verbatim, completeness
from counterproof.views.stepper import stepper_of
from counterproof.views.tables.access import access_table, flags_table
from counterproof.views.tables.construction import items_table, leaks_table, predictability_table, verification_table
from counterproof.views.tables.identity import (
    conditions_table,
    confidence_slopes_table,
    contrasts_table,
    controls_table,
    counts_table,
    entities_table,
    example,
    floor_table,
    gradient_table,
    identity_instrument_table,
    meanings_table,
    recall_table,
    recognition_table,
    refused_table,
    reidentification_table,
    residue_table,
    strata_table,
)
from counterproof.views.tables.item import Card, blocks_table, edits_table, registration_log_table, registration_table
from counterproof.views.tables.scores import behaviour_table, evaluators_table, instrument_table, scores_table
from counterproof.views.tables.study import study_table
from counterproof.views.tables.trials import outcomes_table, run_table, steps_table

use_in_notebooks()

__all__ = [
    "Card",
    "Verbatim",
    "access_table",
    "answers_chart",
    "behaviour",
    "behaviour_table",
    "blocks_table",
    "case_note",
    "case_stepper",
    "cases_table",
    "chosen",
    "completeness",
    "conditions_chart",
    "conditions_table",
    "confidence_chart",
    "confidence_slopes_table",
    "construct",
    "contrasts_table",
    "controls_table",
    "counts_chart",
    "counts_table",
    "edits_table",
    "entities_table",
    "evaluators_chart",
    "evaluators_table",
    "example",
    "find",
    "find_cases",
    "find_identity",
    "flags_table",
    "floor_table",
    "gradient_table",
    "identity_instrument_table",
    "identity_prompt",
    "instrument_table",
    "items_table",
    "lead_overview",
    "leaks_table",
    "load_trials",
    "meanings_table",
    "open_identity",
    "open_study",
    "outcomes_table",
    "planned_calls",
    "predictability_table",
    "prompt_for",
    "read_calls",
    "read_constructions",
    "read_trial",
    "read_trials",
    "recall_table",
    "recognition_table",
    "redaction_chart",
    "refused_table",
    "registration_attempts",
    "registration_log_table",
    "registration_table",
    "reidentification_table",
    "residue_table",
    "routes_chart",
    "run_calls",
    "run_table",
    "run_trials",
    "scores_chart",
    "scores_table",
    "statistic_chart",
    "stepper_of",
    "steps_table",
    "strata_table",
    "study_table",
    "verification_table",
]
