import pytest

from counterproof.domain.problem import InputError
from counterproof.reports import library
from counterproof.reports.library import chosen_notebooks, notebooks


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """The project's folder and the installed copy, both still empty."""
    both = (tmp_path / "project", tmp_path / "installed")
    for folder in both:
        folder.mkdir()
    monkeypatch.setattr(library, "FOLDERS", both)
    return both


def names(paths):
    return [path.stem for path in paths]


def test_the_committed_notebooks_come_in_the_order_of_their_numbers():
    found = names(notebooks())
    assert found[0] == "00_start_here"
    assert found == sorted(found)
    assert len({name[:2] for name in found}) == len(found)


def test_only_numbered_notebooks_are_part_of_a_report(folders):
    for name in ("02_b.ipynb", "01_a.ipynb", "draft.ipynb", "03_notes.md"):
        (folders[0] / name).touch()
    assert names(notebooks()) == ["01_a", "02_b"]


def test_an_installed_package_has_its_own_copy(folders):
    (folders[1] / "01_a.ipynb").touch()
    assert notebooks() == (folders[1] / "01_a.ipynb",)


def test_a_library_without_notebooks_says_where_it_looked(folders):
    with pytest.raises(InputError, match=r"no notebook is there \(seen: .*project\)\n    fix: run from a checkout"):
        notebooks()


def test_all_are_chosen_where_none_is_named():
    assert chosen_notebooks([]) == notebooks()


@pytest.mark.parametrize("word", ["04", "4", "04_score"])
def test_a_notebook_is_named_by_its_number_or_its_name(word):
    assert names(chosen_notebooks([word])) == ["04_score"]


def test_the_first_notebook_is_number_zero():
    assert names(chosen_notebooks(["0"])) == ["00_start_here"]


def test_each_is_chosen_once_in_the_reports_order():
    assert names(chosen_notebooks(["04", "00_start_here", "4"])) == ["00_start_here", "04_score"]


def test_every_wrong_name_is_told_with_the_names_there_are():
    with pytest.raises(InputError) as caught:
        chosen_notebooks(["04", "99", "scores"])
    assert [problem.seen for problem in caught.value.problems] == ["99", "scores"]
    for problem in caught.value.problems:
        assert problem.fix == f"choose among {', '.join(names(notebooks()))}"
