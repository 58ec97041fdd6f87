import json

from counterproof.benchmarks.latch import load_latch
from counterproof.evaluators.graders.blocks import read_block


def test_every_eval_becomes_an_item_with_its_grader(shared):
    folder = shared / "data/latch_evals"
    for name, n in (("scbench", 6), ("spatialbench", 10)):
        found = load_latch(folder / name)
        assert (len(found.items), found.refused) == (n, ())
        for item in found.items:
            assert read_block(item.grader)
            assert item.files
            assert "EVAL_ANSWER" in item.question or name == "spatialbench"


def test_the_options_of_a_choice_are_taken_out_of_its_task(shared):
    items = {item.source_id: item for item in load_latch(shared / "data/latch_evals/spatialbench").items}
    item = items["seeker_3x3_ovary_1hr_pc1_cell_populations"]
    assert (item.key, list(item.options)) == ("B", list("ABCD"))
    assert "A)" not in item.question


def test_a_file_that_is_no_eval_is_listed(tmp_path):
    (tmp_path / "a.json").write_text("{")
    (tmp_path / "b.json").write_text(json.dumps({"id": "b", "task": "t"}))
    (tmp_path / "c.json").write_text(json.dumps({"id": "c", "task": "t", "grader": "x"}))
    (tmp_path / "manifest.json").write_text("[]")
    found = load_latch(tmp_path)
    assert [note.file for note in found.refused] == ["a.json", "b.json", "c.json"]
    assert "it has no grader" in found.refused[1].reason
