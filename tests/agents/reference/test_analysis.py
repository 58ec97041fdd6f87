import pandas as pd
import pytest

from counterproof.agents.reference.analysis import analyse
from counterproof.agents.reference.task import Task

QUESTION = {"statistic": "marker", "group": {"cell": "NK"}}


@pytest.fixture
def analysed(ask):
    def run(folder, options=("CD3D", "NKG7"), **fields):
        brief = ask.brief(QUESTION, options, **fields)
        with Task.opened(folder, handout={"brief": brief.model_dump(mode="json")}, seed=0) as task:
            return analyse(task), (folder / "trajectory.jsonl").read_text()

    return run


def test_the_data_decide_and_every_step_of_it_is_told_before_the_next(analysed, nk):
    (decision, missing), log = analysed(nk())
    assert (decision.letter, missing) == ("B", ())
    told = ["For each gene I compare", "X: 60 cells x 4 genes", "inside =", "option  target", "NKG7 (B) has"]
    places = [log.index(words) for words in told]
    assert places == sorted(places)


def test_options_that_are_not_in_the_data_are_named_by_their_letters(analysed, nk):
    found, log = analysed(nk(), ("GNLY", "CD3D", "PRF1"))
    assert found.missing == ("A", "C")
    assert "GNLY (A) is missing from the data. PRF1 (C) is missing from the data." in log


def test_without_a_data_file_nothing_is_missing_from_it_and_what_is_there_is_listed(analysed, tmp_path):
    (tmp_path / "prompt.md").write_text("Which?")
    (tmp_path / "b.txt").write_text("")
    (decision, missing), log = analysed(tmp_path)
    assert (decision.letter, decision.reason, missing) == (None, "No data file was given.", ())
    assert "b.txt, prompt.md" in log


def test_cells_without_a_label_are_counted_as_such(analysed, write):
    obs = {"cell": pd.Categorical(["NK", None, "NK", "T"])}
    folder = write(pd.DataFrame({"CD3D": [0, 0, 0, 0], "NKG7": [2, 0, 2, 0]}), obs)
    assert "obs cell: (no label) 1, NK 2, T 1" in analysed(folder)[1]


def test_a_block_that_is_not_there_is_an_error_that_names_those_that_are(analysed, nk):
    with pytest.raises(KeyError, match="the file has no block 'raw': it has X"):
        analysed(nk(), block="raw")
