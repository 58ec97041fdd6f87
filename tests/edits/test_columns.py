from collections import Counter
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.problem import InputError
from counterproof.domain.table import TableSource
from counterproof.domain.variant import Edit, TableEditKind
from counterproof.edits.columns import TABLE_EDITS, apply_to_table, edited, touched
from counterproof.matter.table.frame import Frame

SCHEMA = TableSource.model_validate(
    {
        "source": "it",
        "format": "csv",
        "columns": [
            {"name": "id", "kind": "id"},
            {"name": "mother", "kind": "id", "missing": [""]},
            {"name": "group", "kind": "category", "levels": ["a", "b", "c"]},
            {"name": "dose", "kind": "integer"},
            {"name": "x", "kind": "number", "missing": ["NA"]},
            {"name": "y", "kind": "number", "missing": ["NA"]},
        ],
    }
)
FRAME = Frame(
    SCHEMA,
    {
        "id": ("i1", "i2", "i3", "i4"),
        "mother": (None, "i1", "i1", "i2"),
        "group": ("a", "b", "a", "b"),
        "dose": ("0", "1", "2", "1"),
        "x": ("0.5", "-0.25", "0.0", None),
        "y": ("1.0", "2.0", "3.0", "4.0"),
    },
)
EXCHANGE = (("a", "b"), ("b", "a"))
ONE_OF_EACH = (
    Edit(kind="none"),
    Edit(kind="permute"),
    Edit(kind="swap_columns", pairs=(("x", "y"),)),
    Edit(kind="relabel", columns=("group",), pairs=EXCHANGE),
    Edit(kind="recode", columns=("dose",), pairs=(("0", "2"), ("1", "1"), ("2", "0"))),
    Edit(kind="negate", columns=("x", "dose")),
    Edit(kind="relocate", columns=("dose", "x"), shift=38_500_000),
    Edit(kind="drop_columns", columns=("x",)),
    Edit(kind="permute_columns", columns=("x", "y")),
)
TWICE_IS_NOTHING = [edit for edit in ONE_OF_EACH if edit.kind in ("swap_columns", "relabel", "recode", "negate")]
edits = st.sampled_from(ONE_OF_EACH)


def apply(edit, frame=FRAME):
    return apply_to_table(edit, frame, seed=3)


def test_every_kind_of_edit_has_its_function_and_promise():
    assert set(TABLE_EDITS) == {*get_args(TableEditKind), "none", "permute"} == {edit.kind for edit in ONE_OF_EACH}
    assert all(facts.promises for facts in TABLE_EDITS.values())


@given(edits, st.integers(0, 2**40))
def test_the_same_edit_and_seed_give_the_same_table(edit, seed):
    assert edited(FRAME, edit, seed=seed) == edited(FRAME, edit, seed=seed)


@given(edits)
def test_what_an_edit_does_not_name_stays_as_it_was(edit):
    after = apply(edit)
    changed = {*touched(edit), *(("id", "mother") if edit.kind == "permute" else ())}
    assert all(after.cells[name] == cells for name, cells in FRAME.cells.items() if name not in changed)


@pytest.mark.parametrize("edit", TWICE_IS_NOTHING, ids=lambda edit: edit.kind)
def test_an_exchange_that_is_made_twice_changes_nothing(edit):
    assert apply(edit, apply(edit)) == FRAME != apply(edit)


def test_numbers_change_their_sign_and_place_exactly():
    assert apply(Edit(kind="negate", columns=("x", "dose"))).cells["x"] == ("-0.5", "0.25", "0.0", None)
    moved = apply(Edit(kind="relocate", columns=("dose",), shift=38_500_000))
    assert moved.cells["dose"] == ("38500000", "38500001", "38500002", "38500001")


def test_rows_that_are_renamed_stay_the_same_rows_wherever_they_are_named():
    after = apply(Edit(kind="permute"))
    new = dict(zip(FRAME.cells["id"], after.cells["id"], strict=True))
    assert sorted(new) == ["i1", "i2", "i3", "i4"]
    assert after.cells["mother"] == (None, new["i1"], new["i1"], new["i2"])


def test_columns_that_are_permuted_move_together():
    after = apply(Edit(kind="permute_columns", columns=("x", "y")))
    assert Counter(after.rows(["x", "y"])) == Counter(FRAME.rows(["x", "y"]))
    assert after.cells["x"] != FRAME.cells["x"]


def test_every_variant_has_the_rows_of_the_others_in_an_order_of_its_own():
    original, negated = (
        edited(FRAME, edit, seed=1) for edit in (Edit(kind="none"), Edit(kind="negate", columns=("x",)))
    )
    assert sorted(original.cells["id"]) == sorted(negated.cells["id"])
    assert original.cells["id"] != negated.cells["id"]


def test_a_dropped_column_is_in_neither_the_cells_nor_the_schema():
    after = apply(Edit(kind="drop_columns", columns=("x",)))
    assert "x" not in after.cells
    assert "x" not in after.schema.names


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        (Edit(kind="negate", columns=("z",)), "has no such column"),
        (Edit(kind="negate", columns=("group",)), "for columns of integer or number"),
        (Edit(kind="negate"), "needs columns"),
        (Edit(kind="relocate", columns=("x",)), "needs shift"),
        (Edit(kind="relocate", columns=("dose",), shift=0.5), "move by whole numbers"),
        (Edit(kind="swap_columns", pairs=(("x", "dose"),)), "of two kinds"),
        (Edit(kind="swap_columns", pairs=(("x", "y"), ("y", "x"))), "swapped twice"),
        (Edit(kind="relabel", columns=("group",), pairs=(("a", "b"),)), "would become one"),
        (Edit(kind="relabel", columns=("group",), pairs=(("a", "d"),)), "cannot hold this label"),
        (Edit(kind="relabel", columns=("group",), pairs=(("c", "a"), ("a", "c"))), "no row"),
        (Edit(kind="recode", columns=("dose",), pairs=(("0", "2"),)), "does not recode"),
        (Edit(kind="recode", columns=("dose",), pairs=(("0", "2"), ("1", "2"), ("2", "0"))), "would become one"),
        (Edit(kind="recode", columns=("dose",), pairs=(("0", "2"), ("0", "1"))), "maps one value twice"),
        (Edit(kind="drop_columns", columns=SCHEMA.names), "no column would be left"),
        (Edit(kind="delete_gene", genes=("CD3D",)), "is none of tables"),
    ],
)
def test_an_edit_that_the_table_cannot_take_is_refused(edit, fault):
    with pytest.raises(InputError, match=fault):
        apply(edit)
