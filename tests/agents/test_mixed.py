import numpy as np
import pytest
from pydantic import ValidationError

from counterproof.agents.mixed import recalled
from counterproof.domain.agent import ReferenceAgent


def handout(*, options, gene="CD79A"):
    return {
        "brief": {"question": {"statistic": "coexpression", "gene": gene}, "options": options},
        "memory": {"about": ["CD79A"], "answer": "CD79B"},
    }


NAMED = {"A": "LYZ", "B": "CD79B"}


def spec(recalls):
    return ReferenceAgent(name="m", route="mixed", recalls=recalls)


@pytest.mark.parametrize("recalls", [0, 0.3, 0.7, 1])
def test_it_recalls_named_genes_as_often_as_it_says(recalls):
    found = [recalled(spec(recalls), handout(options=NAMED), seed=seed) for seed in range(2000)]
    assert set(found) <= {None, "B"}
    assert np.mean([letter == "B" for letter in found]) == pytest.approx(recalls, abs=0.04)


def test_it_knows_no_opaque_name():
    assert recalled(spec(1), handout(options={"A": "Gene-BCDFGH", "B": "Gene-XZVWTR"}), seed=1) is None
    assert recalled(spec(1), handout(options=NAMED, gene="Gene-BCDFGH"), seed=1) is None


def test_only_a_mixed_agent_has_a_probability_and_others_are_recorded_as_before():
    assert ReferenceAgent(name="a", route="analyst").model_dump(mode="json") == {
        "name": "a",
        "kind": "reference",
        "route": "analyst",
    }
    for fields in ({"route": "mixed"}, {"route": "analyst", "recalls": 0.5}):
        with pytest.raises(ValidationError, match="belongs to the route mixed"):
            ReferenceAgent(name="a", **fields)
