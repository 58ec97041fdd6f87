import csv

import pytest

from counterproof.benchmarks.loading import Loaded, RowNote
from counterproof.benchmarks.new_study import write_new_study
from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct
from counterproof.domain.item import Item
from counterproof.domain.loaded_item import DraftItem, LoadedItem
from counterproof.domain.problem import InputError
from counterproof.matter.source import locate

FIELDS = {"benchmark": "baisbench", "source_id": "S", "key": "B"}
GENES = {"A": "CD79A", "B": "NKG7", "C": "LYZ", "D": "CD3D"}


@pytest.fixture
def found(tmp_path):
    source = str(locate("scanpy:pbmc68k_reduced", study=tmp_path, sources=tmp_path))
    question = "Which gene is a marker of CD56+ NK cells?"
    items = (
        LoadedItem(id="nk", question=question, options=GENES, data={"source": source}, **FIELDS),
        LoadedItem(id="two", question=question, options=GENES, **(FIELDS | {"key": "A,B"})),
        LoadedItem(id="no", question="Say NO: 1e5?", options={"A": "NO", "B": "007", "C": "~"}, **FIELDS),
    )
    return Loaded(items, (RowNote(file="f", row="row 3", reason="the slot is empty"),))


def test_the_study_validates_and_has_every_item_as_it_was(found, tmp_path):
    made = write_new_study(tmp_path / "Mine", "baisbench", found)
    study = open_study(made.folder)
    assert study.study.study == "mine"
    items = {item.id: item for item in study.items}
    assert (items["two"], items["no"]) == found.items[1:]
    assert made.drafts == ("nk",)
    assert made.open == {"two": "no data file of it is here", "no": "no data file of it is here"}
    rows = list(csv.reader((made.folder / "rows.csv").read_text(encoding="utf-8").splitlines()))
    assert rows == [["file", "row", "status", "reason"], ["f", "row 3", "refused", "the slot is empty"]]
    assert [path.name for path in tmp_path.iterdir()] == ["Mine"]


def test_a_draft_is_refused_until_its_line_is_taken_out_and_then_constructed(found, tmp_path):
    folder = write_new_study(tmp_path / "mine", "baisbench", found).folder
    study = open_study(folder)
    assert type(study.item("nk")) is DraftItem
    with pytest.raises(InputError) as caught:
        construct(study, progress=False)
    (problem,) = caught.value.problems
    assert (problem.file, problem.place) == ("nk.yaml", "draft")
    assert "take the line `draft: true` out of the file" in problem.fix
    assert not (folder / "work").exists()
    path = folder / "items" / "nk.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("draft: true\n", ""), encoding="utf-8")
    accepted = open_study(folder)
    assert type(accepted.item("nk")) is Item
    (made,) = construct(accepted, progress=False)
    assert made.excluded is None


def test_a_folder_that_holds_something_is_left_alone(found, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "note").touch()
    with pytest.raises(InputError, match="is there already"):
        write_new_study(tmp_path / "mine", "baisbench", found)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["note"]
