import pytest

from counterproof.benchmarks.baisbench import load_baisbench
from counterproof.benchmarks.loading import counted
from counterproof.domain.problem import InputError


@pytest.fixture(scope="module")
def found(shared):
    return load_baisbench(shared / "data/baisbench")


def test_all_193_questions_of_41_studies_are_read(found):
    assert len(found.items) == 193
    assert len({item.id.partition("_q")[0] for item in found.items}) == 41
    assert all(item.question and item.background and set(item.keys) <= set(item.options) for item in found.items)


def test_the_12_empty_slots_are_listed(found):
    assert counted(found.refused) == {"the slot is empty": 12}
    assert found.refused[0].row == "row 3, question 5"


def test_what_is_irregular_is_listed_and_read_all_the_same(found):
    reasons = counted(found.irregular)
    assert reasons["several keys"] == 41
    assert reasons["options marked otherwise than 'A)'"] == 23
    assert reasons["other than four options"] == 1
    assert reasons["keys out of order"] == 1
    item = {item.id: item for item in found.items}
    assert item["bais_30_q1"].key == "A,B"
    assert item["bais_20_q1"].keys == ("A", "B", "D")
    assert list(item["bais_20_q1"].options) == list("ABCDE")
    assert item["bais_15_q1"].key == "B"


def test_a_studys_data_are_found_by_doi_name_or_number(shared, tmp_path):
    for name in ("10.1038_s41598-022-17832-6", "rabadam_et_al_2024_jci_insight", "03"):
        (tmp_path / f"{name}.h5ad").touch()
    items = load_baisbench(shared / "data/baisbench", data=tmp_path).items
    sources = {item.id: item.data.source for item in items}
    assert [sources[f"bais_0{n}_q1"].rpartition("/")[2] for n in (1, 2, 3, 4)] == [
        "10.1038_s41598-022-17832-6.h5ad",
        "rabadam_et_al_2024_jci_insight.h5ad",
        "03.h5ad",
        "none",
    ]


def test_another_file_is_refused(tmp_path):
    (tmp_path / "x.xlsx").write_text("no")
    with pytest.raises(InputError, match=r"is no \.xlsx file"):
        load_baisbench(tmp_path)
    with pytest.raises(InputError, match="holds 0 spreadsheets"):
        load_baisbench(tmp_path / "..")
