from pathlib import Path

import pytest

from counterproof.domain.problem import InputError
from counterproof.reports.parameters import checked_parameters, parameters_of

CELL = """\
study: str = "pbmc"  # folder under data/studies
level: float = 0.95  # coverage of every interval
agents: list[str] = []
block: str | None = None
"""


def test_a_parameter_has_name_kind_default_and_help(written):
    first, second, *_ = parameters_of(written(parameters=CELL))
    assert first == ("study", "str", "pbmc", "folder under data/studies")
    assert (second.kind, second.default) == ("float", 0.95)


def test_values_of_the_written_kinds_pass(written):
    values = {"study": "cohort", "level": 0.9, "agents": ["a", "b"], "block": None}
    assert checked_parameters(written(parameters=CELL), values) == values


def test_a_misspelt_name_is_refused_with_the_names_there_are(written):
    with pytest.raises(InputError, match=r"unknown parameter.*seen: stduy.*\n.*study, level, agents, block"):
        checked_parameters(written(parameters=CELL), {"stduy": "pbmc"})


@pytest.mark.parametrize(
    "values",
    [
        {"study": Path("pbmc")},
        {"level": "0.95"},
        {"level": float("nan")},
        {"agents": ("a", "b")},
        {"agents": ["a", 1]},
        {"study": None},
    ],
)
def test_a_value_of_another_kind_is_refused(written, values):
    with pytest.raises(InputError, match=r"small\.ipynb: parameters"):
        checked_parameters(written(parameters=CELL), values)


def test_every_problem_is_told_at_once(written):
    with pytest.raises(InputError) as caught:
        checked_parameters(written(parameters=CELL), {"study": 1, "level": "x", "other": 2})
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize("line", ["seed = 7", "seed: int", "seed: int = 3 + len('x')", "import os"])
def test_a_line_that_is_no_typed_parameter_is_refused(written, line):
    with pytest.raises(InputError, match="is no typed parameter"):
        parameters_of(written(parameters=line))


def test_a_kind_that_is_not_built_in_is_refused(written):
    with pytest.raises(InputError, match=r"a kind that is not built in.*Frame"):
        checked_parameters(written(parameters="table: Frame = 1"), {})


def test_a_notebook_without_the_cell_takes_nothing(written):
    with pytest.raises(InputError, match="takes no parameter"):
        checked_parameters(written("1"), {"seed": 1})


def test_a_file_that_is_no_notebook_is_refused(tmp_path):
    path = tmp_path / "broken.ipynb"
    path.write_text("{")
    with pytest.raises(InputError, match=r"broken\.ipynb: is no notebook"):
        parameters_of(path)
