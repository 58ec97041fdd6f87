import json

import pytest

from counterproof.evaluators.graders.blocks import read_block
from counterproof.evaluators.graders.weakness import weaknesses


def test_public_evals_that_pass_without_data_are_named(shared):
    found = {}
    for path in sorted((shared / "data" / "latch_evals").glob("*/evals/*.json")):
        said = json.loads(path.read_bytes())
        if "grader" in said and weaknesses(read_block(said["grader"])):
            found[said["id"]] = weaknesses(read_block(said["grader"]))[0].split(":")[0]
    assert found == {
        "bone_visium_c2l_niche_bone_formation_markers": "neither k nor a precision threshold is stated",
        "merfish_brain_astrocyte_aging_markers_precision_recall": "neither k nor a precision threshold is stated",
        "merfish_brain_log_zscore_gad2_mean": "the answer 0 passes",
        "ovary_mural_gc_atretic_follicle_markers": "neither k nor a precision threshold is stated",
    }


@pytest.mark.parametrize(("tolerance", "weak"), [(1, False), (40, True)])
def test_equal_shares_are_tried(tolerance, weak):
    block = {
        "type": "distribution_comparison",
        "config": {
            "ground_truth": {"cell_type_distribution": {"a": 90, "b": 10}},
            "tolerances": {"cell_type_percentages": {"type": "absolute", "value": tolerance}},
        },
    }
    assert bool(weaknesses(read_block(block))) == weak
