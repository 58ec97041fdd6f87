import json

import pytest

from counterproof.benchmarks.genebench import load_genebench
from counterproof.domain.problem import InputError

GRADER = {
    "type": "numeric_tolerance",
    "config": {"ground_truth": {"beta": 1.5}, "tolerances": {"beta": {"value": 0.1}}},
}


def test_a_manifest_lists_prompts_data_and_graders(tmp_path):
    (tmp_path / "p1").mkdir()
    (tmp_path / "p1/prompt.md").write_text("Estimate beta.\n")
    (tmp_path / "p1/grader.json").write_text(json.dumps(GRADER))
    (tmp_path / "p1/data.csv").write_text("x\n1\n")
    problems = [
        {"id": "P1", "prompt": "p1/prompt.md", "grader": "p1/grader.json", "data": ["p1/data.csv"]},
        {"id": "P2", "prompt": "Estimate gamma.", "grader": GRADER, "data": ["gone.csv"]},
        {"id": "P3", "prompt": "Estimate.", "grader": "../grader.json"},
        {"id": "P4"},
    ]
    (tmp_path / "manifest.json").write_text(json.dumps({"problems": problems}))
    found = load_genebench(tmp_path)
    assert [(item.id, item.question, item.files) for item in found.items] == [
        ("p1", "Estimate beta.", ("p1/data.csv",)),
        ("p2", "Estimate gamma.", ("gone.csv",)),
    ]
    assert found.items[0].grader == GRADER
    assert [note.row for note in found.refused] == ["problem 3 (P3)", "problem 4"]
    assert found.irregular[0].reason == "data files are not there: gone.csv"


def test_without_a_manifest_every_folder_with_a_prompt_and_a_grader_is_a_problem(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "prompt.txt").write_text("Estimate.")
    (tmp_path / "one/grader.json").write_text(json.dumps(GRADER))
    (tmp_path / "one/data.tsv").write_text("x\n")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad/grader.json").write_text(json.dumps(GRADER))
    (tmp_path / "bad/prompt.txt").write_bytes(b"\xff")
    found = load_genebench(tmp_path)
    assert [(item.id, item.files) for item in found.items] == [("one", ("one/data.tsv",))]
    assert [(note.file, note.reason.partition(" ")[0]) for note in found.refused] == [
        ("bad/prompt.txt", "is"),
        ("two/prompt.txt", "has"),
    ]


def test_another_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match="holds no problem of GeneBench"):
        load_genebench(tmp_path)
