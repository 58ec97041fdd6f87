import pytest
from tiny_tables import write_table_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.tables.register import table_edits, table_registration_of
from counterproof.domain.problem import InputError
from counterproof.domain.variant import DATA_VARIANTS
from counterproof.store.digest import file_digest


@pytest.fixture
def made(tmp_path):
    """The registration of the tiny item, after these changes of what its author registers."""

    def build(*, item=None, variants=None, **changes):
        study = open_study(write_table_study(tmp_path / "study", item=item, **changes), out=tmp_path / "out")
        settings = study.study.model_copy(update={"variants": variants} if variants else {})
        return table_registration_of(study.items[0], settings, data_sha256="0" * 64, folder=study.layout.study)

    return build


def test_key_and_flip_are_the_truth_and_its_image(made):
    found = made()
    assert found.key_values == {"effect": 2.0}
    assert found.flip_values == {"effect": -2.0}
    assert found.supports({"effect": 2.1}) == found.key
    assert found.supports({"effect": -2.1}) == found.flip_to
    assert found.supports({"effect": 0.0}) is None


def test_each_version_has_its_edit_and_what_it_must_support(made):
    found = made(variants=DATA_VARIANTS)
    kinds = {name: edit.kind for name, edit in found.edits.items()}
    assert kinds == {
        "original": "none",
        "null": "permute",
        "withdraw": "drop_columns",
        "withdraw_shuffle": "permute_columns",
        "flip": "recode",
    }
    assert found.supported == {
        "original": found.key,
        "null": found.key,
        "withdraw": None,
        "withdraw_shuffle": None,
        "flip": found.flip_to,
    }


def test_only_the_versions_of_the_study_are_registered(made):
    assert set(made(variants=("original", "flip")).edits) == {"original", "flip"}


def test_a_withdrawal_that_permutes_has_no_second_one(made, tmp_path):
    study = open_study(
        write_table_study(tmp_path / "s", withdraw={"kind": "permute_columns", "columns": ["dose"]}), out=tmp_path / "o"
    )
    assert "withdraw_shuffle" not in table_edits(study.items[0].table)


def test_the_analysis_is_bound_by_its_bytes(made, tmp_path):
    found = made()
    assert found.statistic.sha256 == file_digest(tmp_path / "study" / "analysis.py")
    assert found.statistic.reference == "analysis.py:slope"


def test_an_analysis_that_is_not_there_is_told(tmp_path):
    study = open_study(write_table_study(tmp_path / "study"), out=tmp_path / "out")
    with pytest.raises(InputError, match="the study has no such file") as raised:
        table_registration_of(study.items[0], study.study, data_sha256="0" * 64, folder=tmp_path)
    assert (raised.value.problems[0].file, raised.value.problems[0].seen) == ("plants", "analysis.py")


def test_an_item_that_registers_nothing_is_an_error(tmp_path):
    study = open_study(write_table_study(tmp_path / "study"), out=tmp_path / "out")
    bare = study.items[0].model_copy(update={"table": None})
    with pytest.raises(ValueError, match="item 'plants' has no `table`"):
        table_registration_of(bare, study.study, data_sha256="0" * 64, folder=tmp_path)


def test_the_seed_follows_the_study_and_the_item(tmp_path):
    study = open_study(write_table_study(tmp_path / "study"), out=tmp_path / "out")

    def seed(item, number):
        settings = study.study.model_copy(update={"seed": number})
        return table_registration_of(item, settings, data_sha256="0" * 64, folder=study.layout.study).seed

    one = study.items[0]
    other = one.model_copy(update={"id": "other"})
    assert len({seed(one, 1), seed(one, 2), seed(other, 1)}) == 3
    assert seed(one, 1) == seed(one, 1)
