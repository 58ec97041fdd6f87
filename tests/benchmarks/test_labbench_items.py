import json

import pytest

from counterproof.benchmarks.labbench_items import load_labbench

ROW = {"id": "r-1", "tag": "dbqa", "question": "Which?", "ideal": "one", "distractors": ["two", "three"], "canary": "c"}


def test_at_least_95_percent_of_the_rows_are_read_and_the_rest_has_a_reason(shared):
    found = load_labbench(shared / "data/labbench")
    lines = [line for path in (shared / "data/labbench").rglob("*.jsonl") for line in path.read_bytes().split(b"\n")]
    assert found.n_rows == sum(bool(line.strip()) for line in lines)
    assert len(found.items) >= 0.95 * found.n_rows
    assert all(note.reason.startswith("an option stands there twice") for note in found.refused)
    assert all(item.canary.startswith("BENCHMARK DATA") for item in found.items)
    assert all(item.canary not in item.question for item in found.items)


def test_the_key_is_where_the_right_text_went_and_stays_there(tmp_path):
    (tmp_path / "x.jsonl").write_text(json.dumps(ROW) + "\n")
    (item,) = load_labbench(tmp_path).items
    assert item.options[item.key] == "one"
    assert sorted(item.options.values()) == ["one", "three", "two"]
    assert item == load_labbench(tmp_path / "x.jsonl").items[0]
    assert (item.id, item.canary) == ("dbqa_r-1", "c")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("no json", "is no JSON object"),
        (ROW | {"ideal": ""}, "has no ideal"),
        (ROW | {"distractors": ["ONE"]}, "a distractor is the key"),
        (ROW | {"distractors": ["two", "two"]}, "an option stands there twice"),
        (ROW | {"distractors": ["two", " "]}, "an option is empty"),
        (ROW | {"figure-path": "x.png"}, "asks about figure-path"),
    ],
)
def test_a_row_that_is_no_item_has_its_place_and_reason(tmp_path, row, reason):
    text = row if isinstance(row, str) else json.dumps(row)
    (tmp_path / "x.jsonl").write_text(f"{json.dumps(ROW | {'id': 'good'})}\n{text}\n")
    (note,) = load_labbench(tmp_path).refused
    assert (note.file, note.row) == ("x.jsonl", "line 2")
    assert note.reason.startswith(reason)
