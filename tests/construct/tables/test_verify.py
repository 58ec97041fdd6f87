import shutil

import pytest
from tiny_tables import ANALYSIS, write_table_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct
from counterproof.construct.tables.verify import verify_tables
from counterproof.evidence.process import in_own_process


@pytest.fixture
def made(tmp_path):
    def build(**changes):
        study = open_study(write_table_study(tmp_path / "study", **changes), out=tmp_path / "out")
        return study, construct(study, progress=False)[0]

    return build


def test_a_wrong_edit_is_caught_and_excludes_its_item(made):
    # Registered as a change of sign, made as a shift: the slope stays what it was.
    _, plants = made(flip={"kind": "relocate", "columns": ["dose"], "shift": 5})
    assert plants.excluded == "flip not verified"
    assert "supports 2 (effect 2.02" in plants.detail
    assert "where -2 was registered" in plants.detail


def test_a_flip_within_the_tolerance_that_is_not_the_exact_transform_is_caught(made):
    # Unequal steps: the slope becomes about -2, by no exact transform of what it was.
    _, plants = made(
        flip={"kind": "recode", "columns": ["dose"], "pairs": [["0", "4"], ["1", "3"], ["2", "1"]]},
        item={"answer": {"effect": {"unit": "cm", "key": 2.0, "tolerance": {"type": "absolute", "value": 0.9}}}},
    )
    assert plants.excluded == "flip not verified"
    assert "is not the transform of the original's" in plants.detail


def test_what_rounding_leaves_of_a_number_that_is_0_excludes_nothing(made):
    """Residuals add up to 0 but for their last digits, which depend on the order of the rows."""
    rest = (
        "slope = cov / sum((a - mx) ** 2 for a in x)\n    rest = sum(b - my - slope * (a - mx) for a, b in zip(x, y))"
    )
    analysis = ANALYSIS.replace(
        'return {"effect": cov / sum((a - mx) ** 2 for a in x)}',
        f'{rest}\n    return {{"effect": slope, "rest": rest}}',
    )
    unit = {"unit": "cm", "tolerance": {"type": "absolute", "value": 0.1}}
    _, plants = made(analysis=analysis, item={"answer": {"effect": unit | {"key": 2.0}, "rest": unit | {"key": 0.0}}})
    found = [check.blocks[0].values["rest"] for check in plants.verifications if check.variant in ("original", "null")]
    assert found[0] != found[1], "else this shows nothing"
    assert plants.excluded is None, plants.detail


def test_a_transform_other_than_the_edit_s_is_caught(made):
    _, plants = made(truth={"effect": {"by": {"kind": "affine", "factor": -2.0}}})
    assert plants.excluded == "flip not verified"


def test_a_withdrawal_that_leaves_the_answer_is_caught(made):
    _, plants = made(withdraw={"kind": "drop_columns", "columns": ["site"]})
    assert plants.excluded == "withdraw not verified"
    assert "where none was registered" in plants.detail


def test_a_crash_on_the_withdrawn_table_is_no_withdrawal(made):
    _, plants = made(analysis=ANALYSIS.replace('if "dose" not in rows[0]:\n        return None', "pass"))
    assert plants.excluded == "withdraw not verified"
    assert "the reference analysis failed: ended with code 1: KeyError: 'dose'" in plants.detail


def test_a_file_that_was_put_in_another_s_place_is_caught(made):
    study, plants = made()
    paths = {variant.name: study.layout.work / variant.path for variant in plants.variants}
    shutil.copyfile(paths["original"], paths["flip"])
    found = verify_tables(
        plants.variants,
        plants.registration,
        work=study.layout.work,
        study=study.layout.study,
        run=in_own_process,
    )
    assert {check.variant: check.passed for check in found} == {
        "original": True,
        "null": True,
        "withdraw": True,
        "flip": False,
    }


def test_an_analysis_is_given_its_own_file_and_the_table_alone(made):
    study, plants = made()
    seen = []

    def refused(call):
        seen.append((call.function, sorted(path.name for path in call.folder.iterdir()), call.seconds))
        raise PermissionError

    with pytest.raises(PermissionError):
        verify_tables(
            plants.variants, plants.registration, work=study.layout.work, study=study.layout.study, run=refused
        )
    assert seen == [("slope", ["analysis.py", "data.csv"], 30.0)]
