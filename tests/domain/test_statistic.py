from typing import get_args

import pytest
from pydantic import TypeAdapter, ValidationError

from counterproof.domain.statistic import FAMILIES, Family, Group, Marker, Specificity, Statistic


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ({"bulk_labels": "CD56+ NK"}, "bulk_labels = CD56+ NK"),
        ({"column": "bulk_labels", "value": "CD56+ NK"}, "bulk_labels = CD56+ NK"),
        ({"louvain": 3}, "louvain = 3"),
        ({"treated": True}, "treated = True"),
    ],
)
def test_a_group_is_a_column_and_its_value(written, text):
    assert str(Group.model_validate(written)) == text


@pytest.mark.parametrize("value", [None, ["CD4", "CD8"], {"CD4": 1}])
def test_a_group_of_no_single_value_is_refused(value):
    with pytest.raises(ValidationError, match="the group of 'bulk_labels' is one value of that column, not"):
        Group.model_validate({"bulk_labels": value})


def test_a_group_of_two_columns_is_refused():
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        Group.model_validate({"bulk_labels": "CD56+ NK", "phase": "G1"})


def test_the_name_of_the_statistic_decides_what_it_is_asked():
    asked = {"statistic": "specificity", "gene": "NKG7", "column": "bulk_labels"}
    assert TypeAdapter(Statistic).validate_python(asked) == Specificity(gene="NKG7", column="bulk_labels")


def test_an_unknown_statistic_is_refused_with_those_that_exist():
    with pytest.raises(ValidationError, match="'marker', 'specificity', 'expression', 'abundance', 'coexpression'"):
        TypeAdapter(Statistic).validate_python({"statistic": "mood"})


def test_a_statistic_comes_back_from_json_as_it_was():
    asked = Marker(group=Group(column="bulk_labels", value="CD56+ NK"))
    assert TypeAdapter(Statistic).validate_json(asked.model_dump_json()) == asked


def test_each_family_has_one_statistic():
    kinds = get_args(get_args(Statistic)[0])
    assert tuple(kind.model_fields["statistic"].default for kind in kinds) == FAMILIES == get_args(Family)
