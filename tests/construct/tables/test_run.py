import pytest
from tiny_tables import ANALYSIS, write_plants, write_table_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct, read_constructions
from counterproof.construct.tables.run import frozen_tables
from counterproof.domain.problem import InputError
from counterproof.domain.table_registration import TableRegistration
from counterproof.store.digest import file_digest


@pytest.fixture
def made(tmp_path):
    def build(**changes):
        study = open_study(write_table_study(tmp_path / "study", **changes), out=tmp_path / "out")
        return study, construct(study, progress=False)[0]

    return build


def test_a_table_item_that_is_as_registered_goes_to_the_agents(made):
    study, plants = made()
    assert plants.excluded is None
    assert {check.variant: check.expected for check in plants.verifications} == {
        "original": "2",
        "null": "2",
        "withdraw": None,
        "flip": "-2",
    }
    assert all(check.passed for check in plants.verifications)
    assert not [leak for leak in plants.leaks if not leak.passed]
    assert read_constructions(study) == (plants,)
    assert isinstance(plants.registration, TableRegistration)


def test_what_was_made_is_kept_and_made_again_to_the_same_bytes_when_forced(made):
    study, plants = made()
    again = construct(study, progress=False)[0]
    forced = construct(study, progress=False, force=True)[0]
    assert [variant.sha256 for variant in forced.variants] == [variant.sha256 for variant in plants.variants]
    assert again == plants


def test_a_changed_analysis_is_refused_before_anything_is_built(made):
    study, _ = made()
    (study.layout.study / "analysis.py").write_text(ANALYSIS + "\n# changed\n", encoding="utf-8")
    with pytest.raises(InputError, match="differs from its frozen registration"):
        frozen_tables(study)


def test_a_source_is_never_written_to(made):
    study, _ = made()
    write_plants(study.layout.work / "again.csv")
    assert file_digest(study.layout.study / "plants.csv") == file_digest(study.layout.work / "again.csv")


@pytest.mark.parametrize(
    ("key", "tolerance", "reason"),
    [(3.0, 0.5, "key not supported"), (2.0, 2.0, "flip too small"), (0.0, 0.5, "flip too small")],
)
def test_an_item_that_its_table_does_not_decide_is_excluded_with_the_reason(made, key, tolerance, reason):
    answer = {"effect": {"unit": "cm", "key": key, "tolerance": {"type": "absolute", "value": tolerance}}}
    _, plants = made(item={"answer": answer})
    assert plants.excluded == reason
    assert plants.variants == ()


@pytest.mark.parametrize(
    ("analysis", "reason", "detail"),
    [
        ("def slope(path):\n    return None\n", "undefined", "cannot decide"),
        ("def slope(path):\n    raise RuntimeError('no luck')\n", "analysis failed", "no luck"),
    ],
)
def test_an_analysis_that_gives_nothing_on_the_source_excludes_its_item(made, analysis, reason, detail):
    _, plants = made(analysis=analysis)
    assert plants.excluded == reason
    assert detail in plants.detail


def test_an_edit_that_the_table_cannot_take_is_told_when_the_study_is_opened(made):
    with pytest.raises(InputError, match="has values that the edit does not recode"):
        made(flip={"kind": "recode", "columns": ["dose"], "pairs": [["0", "2"], ["2", "0"]]})
