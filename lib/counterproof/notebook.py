"""The names that a notebook calls, in one place: `import counterproof.notebook as cp`.

Importing it lets Altair's charts display in JupyterLab and in the offline page. It holds no code of its own.
"""

from counterproof.audit.behaviour import behaviour
from counterproof.audit.cases import find_cases
from counterproof.audit.consistency import transform_consistency_of
from counterproof.audit.findings import find
from counterproof.audit.grounding import score_agents
from counterproof.audit.identity.findings import find_identity
from counterproof.audit.loaded import load_trials
from counterproof.audit.ranks import agent_differences, rank_agents
from counterproof.audit.repairs.abstention import abstention
from counterproof.audit.repairs.anonymisation import anonymisation, anonymised_trials, from_background
from counterproof.audit.repairs.regraded import regraded, repair_pairs
from counterproof.audit.rubrics.findings import find_rubrics
from counterproof.benchmarks.identity import open_identity
from counterproof.benchmarks.own import open_study
from counterproof.construct.anonymise.run import read_anonymised
from counterproof.construct.register import registration_attempts
from counterproof.construct.run import construct, read_constructions
from counterproof.evaluators.judge.run import judge_trials
from counterproof.evaluators.rubric.judge import judge_rubrics
from counterproof.evaluators.rubric.rubric import study_rubrics
from counterproof.evaluators.run import run_agents, run_identity_agents
from counterproof.trials.call_run import read_calls
from counterproof.trials.calls import identity_prompt, planned_calls
from counterproof.trials.read import read_trials
from counterproof.views.by_hand import by_hand
from counterproof.views.cases import case_note, case_stepper, cases_table
from counterproof.views.charts.answers import answers_chart
from counterproof.views.charts.identity import conditions_chart, confidence_chart, counts_chart, redaction_chart
from counterproof.views.charts.item_passes import item_passes_chart
from counterproof.views.charts.lead import lead_overview
from counterproof.views.charts.repairs import abstention_chart, anonymisation_chart, regraded_chart
from counterproof.views.charts.rubrics import (
    deciles_chart,
    endpoints_chart,
    residuals_chart,
    rubric_spread_chart,
    sources_chart,
)
from counterproof.views.charts.scores import evaluators_chart, routes_chart, scores_chart
from counterproof.views.charts.theme import use_in_notebooks
from counterproof.views.note import Verbatim, completeness
from counterproof.views.registering import register_by_looking
from counterproof.views.review import review_of
from counterproof.views.tables.access import access_table, flags_table
from counterproof.views.tables.anonymised import anonymised_prompt, anonymised_table
from counterproof.views.tables.call_access import call_access_table, call_flags_table
from counterproof.views.tables.consistency import consistency_table
from counterproof.views.tables.construction import items_table, leaks_table, predictability_table, verification_table
from counterproof.views.tables.frame import frame_table
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
from counterproof.views.tables.item import registration_log_table
from counterproof.views.tables.judges import (
    behaviour_scores_table,
    judge_agreement_table,
    judges_table,
    people_agreement_table,
    statuses_table,
    subscores_table,
)
from counterproof.views.tables.repairs import abstention_table, anonymisation_table, recall_share_table, regraded_table
from counterproof.views.tables.review import agreement_table, labels_table
from counterproof.views.tables.rubrics import (
    costs_table,
    endpoints_table,
    pairs_table,
    quantities_table,
    regrading_table,
    replies_table,
    rubric_judges_table,
    rubrics_note,
    runs_to_read_table,
)
from counterproof.views.tables.scores import behaviour_table, evaluators_table, instrument_table, scores_table
from counterproof.views.tables.study import study_table
from counterproof.views.tables.trials import outcomes_table, run_table
from counterproof.views.tables.usage import usage_table
from counterproof.views.validity import validity_cards

use_in_notebooks()

__all__ = [
    "Verbatim",
    "abstention",
    "abstention_chart",
    "abstention_table",
    "access_table",
    "agent_differences",
    "agreement_table",
    "anonymisation",
    "anonymisation_chart",
    "anonymisation_table",
    "anonymised_prompt",
    "anonymised_table",
    "anonymised_trials",
    "answers_chart",
    "behaviour",
    "behaviour_scores_table",
    "behaviour_table",
    "by_hand",
    "call_access_table",
    "call_flags_table",
    "case_note",
    "case_stepper",
    "cases_table",
    "completeness",
    "conditions_chart",
    "conditions_table",
    "confidence_chart",
    "confidence_slopes_table",
    "consistency_table",
    "construct",
    "contrasts_table",
    "controls_table",
    "costs_table",
    "counts_chart",
    "counts_table",
    "deciles_chart",
    "endpoints_chart",
    "endpoints_table",
    "entities_table",
    "evaluators_chart",
    "evaluators_table",
    "example",
    "find",
    "find_cases",
    "find_identity",
    "find_rubrics",
    "flags_table",
    "floor_table",
    "frame_table",
    "from_background",
    "gradient_table",
    "identity_instrument_table",
    "identity_prompt",
    "instrument_table",
    "item_passes_chart",
    "items_table",
    "judge_agreement_table",
    "judge_rubrics",
    "judge_trials",
    "judges_table",
    "labels_table",
    "lead_overview",
    "leaks_table",
    "load_trials",
    "meanings_table",
    "open_identity",
    "open_study",
    "outcomes_table",
    "pairs_table",
    "people_agreement_table",
    "planned_calls",
    "predictability_table",
    "quantities_table",
    "rank_agents",
    "read_anonymised",
    "read_calls",
    "read_constructions",
    "read_trials",
    "recall_share_table",
    "recall_table",
    "recognition_table",
    "redaction_chart",
    "refused_table",
    "register_by_looking",
    "registration_attempts",
    "registration_log_table",
    "regraded",
    "regraded_chart",
    "regraded_table",
    "regrading_table",
    "reidentification_table",
    "repair_pairs",
    "replies_table",
    "residuals_chart",
    "residue_table",
    "review_of",
    "routes_chart",
    "rubric_judges_table",
    "rubric_spread_chart",
    "rubrics_note",
    "run_agents",
    "run_identity_agents",
    "run_table",
    "runs_to_read_table",
    "score_agents",
    "scores_chart",
    "scores_table",
    "sources_chart",
    "statuses_table",
    "strata_table",
    "study_rubrics",
    "study_table",
    "subscores_table",
    "transform_consistency_of",
    "usage_table",
    "validity_cards",
    "verification_table",
]
