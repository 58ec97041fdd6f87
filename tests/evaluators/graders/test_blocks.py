import json

import pytest

from counterproof.domain.problem import InputError
from counterproof.domain.tolerance import Bounds
from counterproof.evaluators.graders.blocks import read_block
from counterproof.evaluators.graders.registry import GRADERS, facts_of, grade


@pytest.fixture(scope="module")
def evals(shared):
    paths = sorted((shared / "data" / "latch_evals").glob("*/evals/*.json"))
    return {path.stem: json.loads(path.read_bytes()) for path in paths if path.stem != "manifest"}


def truth_of(block):
    """The answer that a block itself says is right."""
    config = block["config"]
    match block["type"]:
        case "numeric_tolerance":
            return config["ground_truth"]
        case "multiple_choice":
            return {"answer": config["correct_answer"]}
        case "marker_gene_precision_recall":
            return {"top_marker_genes": config["canonical_markers"]}
        case "jaccard_label_set":
            return {"osteogenic_enriched_celltypes": config["ground_truth_labels"]}
        case "distribution_comparison":
            return config["ground_truth"]


def test_every_public_eval_can_be_read(evals):
    assert len(evals) == 16
    kinds = {facts_of(read_block(said["grader"])).name for said in evals.values()}
    assert kinds == {"choice", "numbers", "labels", "ranking", "distribution"}


def test_the_truth_of_every_public_eval_passes_and_nonsense_does_not(evals):
    for name, said in evals.items():
        grader = read_block(said["grader"], file=name)
        assert grade(truth_of(said["grader"]), grader=grader).passed, name
        for nonsense in (None, {}, [], "turtles", {"answer": "Z"}, {"top_marker_genes": ["NOGENE"]}, 42):
            verdict = grade(nonsense, grader=grader)
            assert not verdict.passed, name
            assert verdict.reason


def test_lower_and_upper_are_distances(evals):
    block = evals["dimensionality_reduction_dr_05_pca_preprocessing_sentinels"]["grader"]
    assert read_block(block).targets["pc1_top_abs_load"].tolerance == Bounds(lower=0.058, upper=0.05)


def test_thresholds_beside_scoring_are_read_too(evals):
    block = evals["differential_expression_seeker_ovary_mural_gc_atretic_follicle_markers"]["grader"]
    grader = read_block(block)
    assert (grader.recall, grader.precision) == (0.65, 0)


def test_one_tolerance_may_stand_for_all_fields():
    grader = read_block(
        {
            "type": "numeric_tolerance",
            "config": {"ground_truth": {"a": 1, "b": 2}, "tolerance": {"type": "min", "value": 1}},
        }
    )
    assert [target.tolerance.at_least for target in grader.targets.values()] == [1, 1]


def test_a_field_without_tolerance_must_be_equal():
    grader = read_block({"type": "numeric_tolerance", "config": {"ground_truth": {"a": 1.5}}})
    assert grade({"a": 1.5}, grader=grader).passed
    assert not grade({"a": 1.5001}, grader=grader).passed


def test_a_nested_block_becomes_checks():
    child = {"type": "numeric_tolerance", "config": {"ground_truth": {"a": 1}}}
    block = {
        "type": "all_of",
        "config": {
            "pass_rule": "min_passing",
            "min_passing_children": 1,
            "children": [child, {"type": "multiple_choice", "config": {"correct_answer": "B"}, "role": "hard_fail"}],
        },
    }
    grader = read_block(block)
    assert grade({"a": 1, "answer": "B"}, grader=grader).passed
    assert not grade({"a": 1, "answer": "A"}, grader=grader).passed


@pytest.mark.parametrize(
    ("block", "fault"),
    [
        ({}, "no such grader"),
        ({"type": "vibes"}, r"no such grader \(seen: vibes\)"),
        ({"type": "numeric_tolerance", "config": {}}, "grader.targets"),
        (
            {
                "type": "numeric_tolerance",
                "config": {"ground_truth": {"a": 0}, "tolerances": {"a": {"type": "relative", "value": 0.1}}},
            },
            "a relative tolerance at truth 0",
        ),
        ({"type": "multiple_choice", "config": {}}, "option letters"),
        ({"type": "jaccard_label_set", "config": {"ground_truth_labels": []}}, "grader.labels"),
        ({"type": "all_of", "config": {"pass_rule": "score_threshold", "children": []}}, "pass_rule"),
    ],
)
def test_a_block_that_cannot_grade_is_refused_with_its_place(block, fault):
    with pytest.raises(InputError, match=fault):
        read_block(block, file="eval.json")


def test_every_kind_of_grader_is_in_the_registry_once():
    assert len({facts.name for facts in GRADERS}) == len({facts.record for facts in GRADERS}) == len(GRADERS) == 7
