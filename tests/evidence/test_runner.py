import pytest

from counterproof.domain.problem import InputError
from counterproof.domain.study import Study
from counterproof.evidence.process import in_own_process
from counterproof.evidence.runner import runner_of


def study(**fields):
    return Study.model_validate({"study": "s", "agents": [{"name": "analyst", "route": "analyst"}], "seed": 1} | fields)


def test_analyses_run_inside_walls_where_this_machine_can_build_them(walls):
    started = runner_of(study())
    assert started.sandbox == "bubblewrap"
    assert started.run is not in_own_process


def test_a_machine_without_bubblewrap_runs_them_without_walls_and_tells(tmp_path):
    assert runner_of(study(), path=str(tmp_path)) == (in_own_process, "none")


def test_a_study_can_do_without_walls(walls):
    assert runner_of(study(sandbox="none")) == (in_own_process, "none")


def test_walls_that_a_study_asks_for_by_name_are_built_or_refused(tmp_path):
    with pytest.raises(InputError, match=r"'bwrap' is not installed[\s\S]*sandbox: none"):
        runner_of(study(sandbox="bubblewrap"), path=str(tmp_path))
