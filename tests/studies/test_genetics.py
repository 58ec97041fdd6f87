"""The bundled study of four genetics problems, whole: constructed, verified, answered and scored."""

import ast
import shutil
from pathlib import Path

import pytest
import yaml

from counterproof.audit.consistency import transform_consistency_of
from counterproof.audit.findings import find
from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct
from counterproof.domain.problem import InputError
from counterproof.trials.read import read_trials
from counterproof.trials.run import run_trials

STUDY = Path(__file__).resolve().parents[2] / "data" / "studies" / "genetics"
ITEMS = ["allele_effect", "causal_direction", "causal_locus", "loop_change"]
WRONG = {
    # Each is close to the registered edit, and wrong: one allele count left, half of the statistics, another distance,
    # no exchange at all.
    "allele_effect": {"kind": "recode", "columns": ["dosage"], "pairs": [["0", "2"], ["1", "0"], ["2", "1"]]},
    "causal_direction": {"kind": "swap_columns", "pairs": [["beta_1", "beta_2"]]},
    "causal_locus": {"kind": "relocate", "columns": ["position"], "shift": 38500040},
    "loop_change": {"kind": "relabel", "columns": ["condition"], "pairs": [["control", "control"]]},
}


@pytest.fixture(scope="module")
def audited(tmp_path_factory):
    study = open_study(STUDY, out=tmp_path_factory.mktemp("genetics"))
    constructions = construct(study, progress=False)
    run_trials(study, constructions)
    trials = read_trials(study, constructions)
    return study, constructions, trials, find(study, constructions, trials, resamples=50)


def test_all_four_problems_are_decided_verified_and_without_a_leak(audited):
    _, constructions, _, _ = audited
    assert [made.item for made in constructions] == ITEMS
    assert [made.excluded for made in constructions] == [None] * 4
    assert all(check.passed for made in constructions for check in made.verifications)
    declared = [leak for made in constructions for leak in made.leaks if leak.declared]
    assert [(leak.item, leak.check) for leak in declared] == [("loop_change", "tell-tale columns")]
    assert declared[0].evidence.startswith("library tells 100% of condition (withdraw)")


def test_the_analyst_is_transform_consistent_on_all_and_the_reciter_on_none(audited):
    _, constructions, trials, _ = audited
    frame = transform_consistency_of(constructions, trials, seed=1, resamples=50)
    for agent, share in (("analyst", 1.0), ("reciter", 0.0)):
        own = frame[(frame["agent"] == agent) & (frame["item"] != "all")].set_index(["item", "metric"])["value"]
        assert own.xs("transform_consistency", level="metric").to_dict() == dict.fromkeys(ITEMS, share)
        assert own.xs("rerun_agreement", level="metric").to_dict() == dict.fromkeys(ITEMS, 1.0)


def test_the_instrument_holds_and_ega_counts_answers_within_the_tolerance(audited):
    _, _, _, findings = audited
    assert findings.holds
    ega = findings.agents[findings.agents["metric"] == "ega"].set_index("agent")["value"]
    assert ega.to_dict() == {"analyst": 1.0, "reciter": 0.0, "fallback": 0.0}


@pytest.mark.parametrize("item", ITEMS)
def test_a_wrong_edit_is_caught_by_verification(tmp_path, item):
    folder = tmp_path / "genetics"
    shutil.copytree(STUDY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / "items").glob("*.yaml"):
        if path.stem != item:
            path.unlink()
    path = folder / "items" / f"{item}.yaml"
    fields = yaml.safe_load(path.read_text())
    fields["table"]["flip"] = WRONG[item]
    path.write_text(yaml.safe_dump(fields))
    (made,) = construct(open_study(folder, out=tmp_path / "out"), progress=False)
    assert made.excluded == "flip not verified"
    assert {check.variant: check.passed for check in made.verifications}["flip"] is False


def test_an_analysis_that_no_reference_agent_can_compute_is_told_before_any_trial(tmp_path):
    folder = tmp_path / "genetics"
    shutil.copytree(STUDY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / "items").glob("*.yaml"):
        if path.stem != "allele_effect":
            path.unlink()
    for path in (folder / "solutions.py", folder / "items" / "allele_effect.yaml"):
        path.write_text(path.read_text().replace("allele_effect(", "of_mine(").replace(":allele_effect", ":of_mine"))
    study = open_study(folder, out=tmp_path / "out")
    constructions = construct(study, progress=False)
    with pytest.raises(InputError, match="has no computation for the table item 'allele_effect'") as refused:
        run_trials(study, constructions)
    assert [problem.place for problem in refused.value.problems] == ["agents.analyst", "agents.fallback"]
    assert "take the agent out" in refused.value.problems[0].fix


def test_the_solutions_share_no_code_with_the_simulator_nor_with_the_agents():
    tree = ast.parse((STUDY / "solutions.py").read_text())
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not [name for name in names if name.startswith("counterproof")]
    library = STUDY.parents[2] / "lib" / "counterproof"
    own = [path.read_text() for path in (library / "agents" / "numbers").glob("*.py")]
    assert not [text for text in own if "counterproof.matter" in text or "counterproof.evidence" in text]
