from pathlib import Path

import pytest

from counterproof.benchmarks.files import read_items, read_study, study_folder

ITEM = "{id: a, family: marker, question: 'Which?', options: {A: x, B: y}, key: A, data: {source: cells.h5ad}}"


def write(folder: Path, **texts: str) -> Path:
    (folder / "items").mkdir()
    for name, text in texts.items():
        (folder / "items" / name.replace("_yaml", ".yaml")).write_text(text)
    return folder


def test_the_folder_of_a_study_is_found_from_its_file_too(tmp_path):
    (tmp_path / "study.yaml").write_text("study: x\n")
    assert study_folder(tmp_path) == study_folder(tmp_path / "study.yaml") == tmp_path


def test_a_file_of_another_name_is_no_study(tmp_path):
    (tmp_path / "config.yaml").write_text("study: x\n")
    assert study_folder(tmp_path / "config.yaml").wrong == "is no study.yaml"


def test_an_empty_study_file_lacks_what_every_study_needs(tmp_path):
    (tmp_path / "study.yaml").write_text("# nothing yet\n")
    (problem,) = read_study(tmp_path).problems
    assert "key: value" in problem.wrong


def test_an_item_may_have_no_registration_yet(tmp_path):
    items, problems = read_items(write(tmp_path, a_yaml=ITEM), items="items")
    assert (items[0][0], items[0][1].registration, problems) == ("items/a.yaml", None, ())


def test_hidden_files_and_notes_beside_the_items_are_passed_over(tmp_path):
    folder = write(tmp_path, a_yaml=ITEM)
    for name in (".a.yaml.swp", ".DS_Store", "README.md"):
        (folder / "items" / name).write_text("x")
    assert not read_items(folder, items="items").problems


def test_three_items_with_one_id_are_two_problems(tmp_path):
    _, problems = read_items(write(tmp_path, a_yaml=ITEM, b_yaml=ITEM, c_yaml=ITEM), items="items")
    doubles = [problem.file for problem in problems if "two items have one id" in problem.wrong]
    assert doubles == ["items/c.yaml", "items/c.yaml"]


def test_an_item_file_that_is_a_list_says_what_it_must_be(tmp_path):
    (problem,) = read_items(write(tmp_path, a_yaml=f"- {ITEM}\n"), items="items").problems
    assert (problem.file, problem.wrong) == ("items/a.yaml", "must be a block of `key: value` lines")


def test_a_folder_named_like_an_item_is_one_problem(tmp_path):
    folder = write(tmp_path, a_yaml=ITEM)
    (folder / "items" / "b.yaml").mkdir()
    (problem,) = read_items(folder, items="items").problems
    assert problem.wrong == "cannot be read: Is a directory"


@pytest.mark.parametrize("name", ["b.yml", "b.YAML", "b.Yml"])
def test_an_item_whose_ending_is_another_is_told_and_not_passed_over(tmp_path, name):
    folder = write(tmp_path, a_yaml=ITEM)
    (folder / "items" / name).write_text(ITEM.replace("id: a", "id: b"))
    (problem,) = read_items(folder, items="items").problems
    assert (problem.file, problem.wrong) == (f"items/{name}", "is not read: an item's file ends in .yaml")


@pytest.mark.parametrize("stated", ["../../x", "a" * 300, r"a\nb", "Hand"])
def test_no_file_is_to_be_named_after_an_id_that_is_none(tmp_path, stated):
    (problem,) = read_items(write(tmp_path, a_yaml=ITEM.replace("id: a", f'id: "{stated}"')), items="items").problems
    assert problem.wrong.startswith("an id has 1 to 64 of a-z")
