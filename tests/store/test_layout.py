from pathlib import Path

import pytest

from counterproof.domain.trial import TrialKey
from counterproof.store.layout import Layout, layout_of

KEY = TrialKey(
    item="nk_marker",
    variant="withdraw",
    agent="analyst",
    replicate=2,
    seed=1,
    item_sha256="a" * 64,
    data_sha256="b" * 64,
    prompt_sha256="c" * 64,
    agent_sha256="d" * 64,
)
LAYOUT = Layout(study=Path("study"), work=Path("work"), reports=Path("reports"))


def test_a_study_of_the_project_has_its_work_in_data_and_its_pages_in_reports(tmp_path):
    study = tmp_path / "data" / "studies" / "pbmc"
    assert layout_of(study) == Layout(study, tmp_path / "data" / "work" / "pbmc", tmp_path / "reports" / "pbmc")


@pytest.mark.parametrize("place", ["pbmc", "studies/pbmc", "data/pbmc", "data/studies/mine/pbmc"])
def test_a_study_elsewhere_has_both_inside_it(tmp_path, place):
    study = tmp_path / place
    assert layout_of(study) == Layout(study, study / "work", study / "reports")


def test_out_takes_both_and_leaves_the_study_where_it_is(tmp_path):
    study, out = tmp_path / "data" / "studies" / "pbmc", tmp_path / "elsewhere"
    assert layout_of(study, out=out) == Layout(study, out / "work", out / "reports")


def test_a_path_from_the_current_folder_is_as_good(tmp_path, monkeypatch):
    (tmp_path / "data" / "studies" / "pbmc").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "data" / "studies" / "pbmc")
    assert layout_of(Path()) == layout_of(tmp_path / "data" / "studies" / "pbmc")
    assert layout_of(Path(), out=Path("../..")).work == tmp_path / "data" / "work"


def test_finding_where_things_lie_makes_no_folder(tmp_path):
    layout_of(tmp_path / "pbmc")
    assert not list(tmp_path.iterdir())


def test_a_trial_is_found_by_reading_its_path():
    path = LAYOUT.trial(KEY)
    assert path.parent == Path("work/trials/analyst/nk_marker")
    assert path.name.startswith("withdraw-r2-")


@pytest.mark.parametrize("field", ["item_sha256", "data_sha256", "prompt_sha256", "agent_sha256", "seed"])
def test_a_trial_has_another_path_when_anything_that_it_depends_on_changes(field):
    changed = KEY.model_copy(update={field: 7 if field == "seed" else "e" * 64})
    assert LAYOUT.trial(changed) != LAYOUT.trial(KEY)


def test_everything_that_runs_write_is_in_the_work_folder():
    paths = [
        LAYOUT.registration_log,
        LAYOUT.registration("nk_marker"),
        LAYOUT.sources,
        LAYOUT.variant("nk_marker", "flip"),
        LAYOUT.construction,
        LAYOUT.trial(KEY),
        LAYOUT.findings,
    ]
    assert all(path.is_relative_to("work") for path in paths)
    assert len(set(paths)) == len(paths)
