import json

import pytest

from counterproof.benchmarks.labbench import read_labbench
from counterproof.domain.problem import InputError

ROW = {
    "id": "r1",
    "question": "Which gene rises?",
    "ideal": "TP53",
    "distractors": ["EGFR", "MYC"],
    "canary": "CANARY-1",
    "key-passage": "TP53 rises.",
}


def written(tmp_path, *rows):
    path = tmp_path / "set.jsonl"
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows) + "\n")
    return path


def test_a_row_becomes_an_instance_with_its_canary(tmp_path):
    (one,) = read_labbench(written(tmp_path, ROW), seed=1).instances
    assert (one.canary, one.evidence, one.options[one.key]) == ("CANARY-1", "TP53 rises.", "TP53")
    assert sorted(one.options.values()) == ["EGFR", "MYC", "TP53"]
    assert {entity.name for entity in one.entities} == {"TP53", "EGFR", "MYC"}


def test_the_order_of_options_is_drawn_by_the_seed(tmp_path):
    rows = [ROW | {"id": f"r{n}"} for n in range(30)]
    path = written(tmp_path, *rows)
    keys = [one.key for one in read_labbench(path, seed=1).instances]
    assert set(keys) == {"A", "B", "C"}
    assert keys == [one.key for one in read_labbench(path, seed=1).instances]


def test_a_distractor_that_equals_the_key_and_a_missing_passage_are_told(tmp_path):
    rows = [
        ROW,
        ROW | {"id": "r2", "distractors": ["tp53", "MYC"]},
        {k: v for k, v in ROW.items() if k != "key-passage"},
    ]
    found = read_labbench(written(tmp_path, rows[0], rows[1], rows[2] | {"id": "r3"}), seed=1)
    assert [one.id for one in found.instances] == ["r1", "r3"]
    assert [(one.file, one.wrong) for one in found.refused] == [
        ("r2", "a distractor equals the key: 'tp53'"),
        ("r3", "has no key-passage"),
    ]


def test_lines_that_are_no_rows_are_all_named(tmp_path):
    with pytest.raises(InputError) as told:
        read_labbench(written(tmp_path, "{", ROW, json.dumps({"id": "x"})), seed=1)
    assert [problem.place for problem in told.value.problems] == ["line 1", "line 3"]


def test_the_real_sets_are_read(shared):
    folder = shared / "data" / "labbench"
    litqa = read_labbench(folder / "LitQA2", seed=1)
    assert (len(litqa.instances), sum(bool(one.evidence) for one in litqa.instances)) == (199, 194)
    assert [one.wrong for one in litqa.refused] == ["has no key-passage"] * 5
    assert all(one.canary.startswith("BENCHMARK DATA SHOULD NEVER APPEAR") for one in litqa.instances)
    assert len(read_labbench(folder / "DbQA", seed=1).instances) == 520
    assert len(read_labbench(folder / "SeqQA", seed=1).instances) == 160
