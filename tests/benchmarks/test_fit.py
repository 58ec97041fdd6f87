import pytest

from counterproof.benchmarks.fit import misfits
from counterproof.domain.item import DataSource, Item

COMMON = {"question": "Which?", "key": "A", "data": {"source": "scanpy:pbmc68k_reduced"}}
GENES = {"A": "CD79A", "B": "NKG7"}
GROUPS = {"A": "CD19+ B", "B": "CD56+ NK"}
NO_VALUE = "no cell has this value"
NO_COLUMN = "10x_pbmc68k_reduced.h5ad has no such obs column"


def item(ask, options, **draft):
    family = ask["statistic"]
    registration = {"ask": ask, "block": "raw", "block_class": "log", "flip_to": "B"} | draft
    return Item.model_validate(
        {**COMMON, "id": "x", "family": family, "options": options, "registration": registration}
    )


def places(tmp_path, *items, keep_obs=()):
    named = [(f"items/{number}.yaml", each) for number, each in enumerate(items)]
    found = misfits(named, keep_obs=keep_obs, study=tmp_path, sources=tmp_path)
    return {(problem.place, problem.wrong.split(" in '")[0]) for problem in found}


@pytest.mark.parametrize(
    ("ask", "options", "expected"),
    [
        (
            {
                "statistic": "expression",
                "a": {"phase": "S"},
                "b": {"phase": "M"},
                "within": {"louvian": 0},
                "donor": "donor",
            },
            GENES,
            {
                ("registration.ask.b", NO_VALUE),
                ("registration.ask.within", NO_COLUMN),
                ("registration.ask.donor", NO_COLUMN),
            },
        ),
        (
            {"statistic": "abundance", "column": "cell_type", "a": {"phase": "S"}, "b": {"phase": "G1"}, "sample": "s"},
            GROUPS,
            {("registration.ask.column", NO_COLUMN), ("registration.ask.sample", NO_COLUMN)},
        ),
        (
            {"statistic": "abundance", "column": "bulk_labels", "a": {"phase": "S"}, "b": {"phase": "G1"}},
            GROUPS | {"B": "NK"},
            {("options.B", NO_VALUE)},
        ),
        (
            {"statistic": "coexpression", "gene": "CD79A", "within": {"bulk_labels": "B"}},
            GENES,
            {("registration.ask.within", NO_VALUE)},
        ),
        ({"statistic": "specificity", "gene": "CD79A", "column": "bulk_labels"}, GROUPS, set()),
        ({"statistic": "marker", "group": {"louvain": 3}}, GENES, set()),
    ],
)
def test_every_part_of_a_question_is_held_against_the_data(tmp_path, ask, options, expected):
    assert places(tmp_path, item(ask, options)) == expected


def test_an_edit_that_the_family_does_not_have_is_told(tmp_path):
    ask = {"statistic": "coexpression", "gene": "CD79A"}
    assert places(tmp_path, item(ask, GENES, withdraw="delete_group")) == {
        ("registration.withdraw", "'delete_group' is no withdraw of the family 'coexpression'")
    }


def test_an_item_without_a_registration_asks_nothing_of_the_data(tmp_path):
    bare = Item.model_validate({**COMMON, "id": "x", "family": "marker", "options": GENES})
    assert places(tmp_path, bare) == set()


def test_a_block_that_is_not_there_is_not_also_of_the_wrong_class(tmp_path):
    found = places(tmp_path, item({"statistic": "marker", "group": {"phase": "S"}}, GENES, block="layers/counts"))
    assert found == {("registration.block", "10x_pbmc68k_reduced.h5ad has no such block")}


def test_each_item_on_an_unknown_source_is_told(tmp_path):
    good = item({"statistic": "marker", "group": {"phase": "S"}}, GENES)
    lost = good.model_copy(update={"data": DataSource(source="gone.h5ad")})
    found = misfits([("items/a.yaml", lost), ("items/b.yaml", lost)], keep_obs=(), study=tmp_path, sources=tmp_path)
    assert [problem.file for problem in found] == ["items/a.yaml", "items/b.yaml"]
