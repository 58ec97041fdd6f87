"""Scripted judges and made-up trials, importable in every test of judges."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
sys.path += [str(Path(__file__).parent), str(TESTS / "support"), str(TESTS / "views")]

from made_up_audit import made_up_item, made_up_open_study, made_up_trials  # noqa: E402, found by the path above

from counterproof.domain.judge import JudgeSpec  # noqa: E402, after the path above
from counterproof.store.layout import layout_of  # noqa: E402, after the path above


@pytest.fixture
def item():
    return made_up_item()


@pytest.fixture
def trials(item):
    """Four agents on five versions of one item."""
    return made_up_trials(item)


@pytest.fixture
def study_with(item, tmp_path):
    """A study of one item with judges, its work in a folder of its own."""

    def make(*judges: JudgeSpec):
        made = made_up_open_study((item,))
        study = made.study.model_copy(update={"evaluators": ("benchmark", *judges)})
        return replace(made, study=study, layout=layout_of(tmp_path / "made_up"))

    return make
