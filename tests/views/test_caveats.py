import pytest

from counterproof.domain.identity_study import IdentityStudy
from counterproof.domain.study import Study
from counterproof.views.caveats import NO_WALLS, caveats_of

ANALYST = {"name": "analyst", "route": "analyst"}
COMMAND = {"name": "mine", "kind": "command", "argv": ["run"]}
LOCAL = {"name": "tiny", "kind": "model", "model": "smollm2", "endpoint": "local"}


@pytest.mark.parametrize(
    ("agents", "sandbox", "said"),
    [
        ([ANALYST], "bubblewrap", []),
        ([ANALYST], "none", []),
        ([ANALYST, COMMAND], "bubblewrap", []),
        ([ANALYST, COMMAND], "none", [NO_WALLS]),
        ([LOCAL], "bubblewrap", ["tiny: answered by"]),
        ([LOCAL], "none", [NO_WALLS, "tiny: answered by"]),
    ],
)
def test_a_study_says_how_its_agents_ran_where_that_weakens_what_they_show(agents, sandbox, said):
    caveats = caveats_of(Study.model_validate({"study": "s", "agents": agents, "sandbox": sandbox, "seed": 1}))
    assert [caveat[: len(start)] for caveat, start in zip(caveats, said, strict=True)] == said


@pytest.mark.parametrize(("agents", "said"), [([COMMAND], (NO_WALLS,)), ([{"name": "reader", "route": "reader"}], ())])
def test_an_identity_study_without_walls_says_so_of_programs_and_of_no_answerer(agents, said):
    fields = {"study": "s", "kind": "identity", "source": {"path": "x"}, "agents": agents, "sandbox": "none", "seed": 1}
    assert caveats_of(IdentityStudy.model_validate(fields)) == said
