import json

import pytest
from pydantic import ValidationError

from counterproof.domain.table_item import TableItem

FIELDS = {
    "id": "slope",
    "family": "table",
    "question": "How steep?",
    "answer": {"effect": {"unit": "cm", "key": 2.0, "tolerance": {"type": "absolute", "value": 0.5}}},
    "data": {"source": "it.csv", "format": "csv", "columns": [{"name": "x", "kind": "number"}]},
    "table": {
        "reference": "analysis.py:slope",
        "withdraw": {"kind": "drop_columns", "columns": ["x"]},
        "flip": {"kind": "negate", "columns": ["x"]},
        "truth": {"effect": {"by": {"kind": "negate"}}},
    },
}


def item(**changes):
    return TableItem.model_validate_json(json.dumps(FIELDS | changes), strict=True)


def test_a_table_item_names_its_numbers_where_others_have_options():
    slope = item()
    assert slope.options == {"effect": "cm"}
    assert slope.key == "2"
    assert slope.registration is None


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"key": "B"}, "key is made from answer: remove it"),
        ({"options": {"A": "one", "B": "two"}}, "options is made from answer: remove it"),
        ({"answer": {}}, "at least 1"),
        ({"answer": {"The effect": FIELDS["answer"]["effect"]}}, "a field is named by a-z"),
        ({"table": FIELDS["table"] | {"reference": "../analysis.py:slope"}}, "inside the study's folder"),
        ({"table": FIELDS["table"] | {"reference": "analysis.py"}}, "file.py:function"),
        ({"table": FIELDS["table"] | {"truth": {"other": {}}}}, "'other', which is not asked for"),
        (
            {"answer": {"effect": {"unit": "cm", "key": 0.0, "tolerance": {"type": "relative", "value": 0.1}}}},
            "a relative tolerance at truth 0 accepts 0 only",
        ),
        (
            {"answer": {"effect": {"unit": "cm", "key": 0.0, "tolerance": {"type": "absolute", "value": 0.1}}}}
            | {"table": FIELDS["table"] | {"truth": {"effect": {"by": {"kind": "invert"}}}}},
            "the key has no image",
        ),
        ({"data": FIELDS["data"] | {"columns": [{"name": "x", "kind": "number"}] * 2}}, "two columns have one name"),
        ({"data": FIELDS["data"] | {"columns": [{"name": "x", "kind": "number", "levels": ["a"]}]}}, "is no category"),
    ],
)
def test_an_item_that_cannot_be_asked_or_flipped_is_refused(changes, fault):
    with pytest.raises(ValidationError, match=fault):
        item(**changes)
