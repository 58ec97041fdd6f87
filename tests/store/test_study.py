from pathlib import Path

import pytest

from counterproof.domain.item import Item
from counterproof.domain.study import Study
from counterproof.store.layout import layout_of
from counterproof.store.study import OpenStudy


def item(name: str) -> Item:
    return Item.model_validate(
        {
            "id": name,
            "family": "marker",
            "question": "Which gene?",
            "options": {"A": "CD79A", "B": "NKG7"},
            "key": "B",
            "data": {"source": "scanpy:pbmc68k_reduced"},
        }
    )


STUDY = OpenStudy(
    study=Study.model_validate({"study": "pbmc", "agents": [{"name": "analyst", "route": "analyst"}], "seed": 1}),
    items=(item("b_cell"), item("nk_marker")),
    layout=layout_of(Path("pbmc")),
)


def test_an_item_is_found_by_its_id():
    assert STUDY.item("nk_marker") is STUDY.items[1]


def test_an_item_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(KeyError, match="study 'pbmc' has no item 'nk': it has b_cell, nk_marker"):
        STUDY.item("nk")
