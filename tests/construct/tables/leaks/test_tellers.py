import numpy as np
import pytest

from counterproof.construct.tables.leaks.tellers import no_tellers

ROWS = 200
NONE = {"kind": "none"}
RECODE = {"kind": "recode", "columns": ["dose"], "pairs": [["0", "1"], ["1", "0"]]}
DOSE = [str(number % 3) for number in range(ROWS)]
KINDS = {"name": "id", "dose": "integer", "other": "category", "number": "number", "note": "text"}


@pytest.fixture
def found(frame, files):
    def find(*, decisions=None, edit=RECODE, **cells):
        table = frame({"dose": DOSE} | cells, kinds=KINDS)
        return no_tellers(files(table, decisions=decisions, original=(table, NONE), flip=(table, edit)))

    return find


def test_a_column_that_says_the_same_in_other_words_is_told_with_the_way_out(found):
    leak, looked, declared = found(other=[{"0": "none", "1": "low", "2": "high"}[dose] for dose in DOSE])
    assert leak.startswith("other tells 100% of dose (flip); take the column out of the table, edit it too, or declare")
    assert (looked, declared) == ("1 pairs of an edited and an untouched column", "")


@pytest.mark.parametrize("name", ["number", "note"])
def test_a_column_of_any_kind_can_tell(found, name):
    assert f"{name} tells 100% of dose" in found(**{name: [f"{dose}.0" for dose in DOSE]})[0]


def test_what_was_declared_is_no_leak_and_is_told(found):
    leak, _, declared = found(decisions={"other": "keep"}, other=[f"level {dose}" for dose in DOSE])
    assert (leak, declared) == ("", "other tells 100% of dose (flip)")


def test_chance_is_no_teller(found):
    rng = np.random.default_rng(0)
    other = rng.choice(["x", "y", "z"], ROWS).tolist()
    number = [repr(value) for value in rng.normal(size=ROWS).tolist()]
    assert found(other=other, number=number)[0] == ""


def test_a_name_of_each_row_tells_nothing_of_others(found):
    assert found(name=[f"p{number}" for number in range(ROWS)])[:2] == (
        "",
        "0 pairs of an edited and an untouched column",
    )


def test_a_label_that_names_many_rows_can_tell_though_it_is_called_an_identifier(found):
    assert "name tells 100% of dose" in found(name=[f"batch {dose}" for dose in DOSE])[0]


def test_missing_values_can_tell_as_well_as_others(found):
    assert "other tells" not in found(other=[None] * ROWS)[0]
    doses = {"0": None, "1": "a", "2": "b"}
    assert "other tells 100% of dose" in found(other=[doses[dose] for dose in DOSE])[0]


def test_without_an_edit_of_columns_there_is_nothing_to_tell(found):
    assert found(edit=NONE, other=DOSE) == ("", "0 pairs of an edited and an untouched column", "")
