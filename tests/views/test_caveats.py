import pytest
from made_up_audit import made_up_study

from counterproof.domain.identity_study import IdentityStudy
from counterproof.domain.study import Study
from counterproof.views.caveats import NO_WALLS, bare_analyses, caveats_of

ANALYST = {"name": "analyst", "route": "analyst"}
COMMAND = {"name": "mine", "kind": "command", "argv": ["run"]}
_, CONSTRUCTIONS, _ = made_up_study()
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


@pytest.mark.parametrize(
    ("sandbox", "why"), [("none", "the study says sandbox: none"), ("bubblewrap", "bubblewrap was not usable then")]
)
def test_a_study_says_whose_analyses_ran_without_walls_and_why(sandbox, why):
    study = Study.model_validate({"study": "s", "agents": [ANALYST], "sandbox": sandbox, "seed": 1})
    walls = ("none", "bubblewrap", None)
    made = [
        one.model_copy(update={"analysis_sandbox": one_of}) for one, one_of in zip(CONSTRUCTIONS, walls, strict=False)
    ]
    assert caveats_of(study, made) == tuple(bare_analyses(study, made))
    (told,) = bare_analyses(study, made)
    assert told.startswith(f"The reference analysis of 1 item ran without walls ({why})")
    assert caveats_of(study, made[1:]) == ()
