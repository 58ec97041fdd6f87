import json
import os
import shutil
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
import yaml
from tiny_study import ASKED, write_item, write_tiny_study

from counterproof.benchmarks.own import open_study
from counterproof.construct import run
from counterproof.construct.leaks.files import DataFile
from counterproof.construct.run import construct, read_constructions
from counterproof.construct.sources import source_path
from counterproof.domain.problem import InputError
from counterproof.domain.registration import RegistrationAttempt
from counterproof.store.digest import file_digest
from counterproof.store.records import read_log

NAMES = ("original", "null", "withdraw", "flip")
TWO = ("marker_nk", "specificity_lyz")
SCRIPT = """
import sys
from counterproof.benchmarks.own import open_study
from counterproof.construct import run
from counterproof.construct.run import construct

construct(open_study(sys.argv[1]), progress=False)
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The tiny study with all of its items, constructed once; its files are only read."""
    study = open_study(write_tiny_study(tmp_path_factory.mktemp("whole") / "tiny"))
    before = file_digest(source_path(study, "cells.h5ad"))
    return study, construct(study, progress=False), before


@pytest.fixture
def copied(whole, tmp_path):
    """A copy of the constructed study for a test that changes it, times of change included."""
    study, made, _ = whole
    shutil.copytree(study.layout.study, tmp_path / "tiny")
    return open_study(tmp_path / "tiny"), made


@pytest.fixture
def fresh(tmp_path):
    """Two items that were not constructed yet."""
    return open_study(write_tiny_study(tmp_path / "tiny", items=TWO))


def again(study, **options):
    """Construct the study as its files are now."""
    return construct(open_study(study.layout.study), progress=False, **options)


def files_of(study):
    return sorted(path for path in study.layout.work.rglob("*") if path.is_file())


def digests_of(study):
    return {path: file_digest(path) for path in (study.layout.work / "variants").rglob("*") if path.is_file()}


def times(study):
    return {path: path.stat().st_mtime_ns for path in files_of(study)}


def test_an_item_of_every_family_is_screened_built_verified_and_checked(whole):
    _, made, _ = whole
    assert [one.item for one in made] == sorted(ASKED)
    for one in made:
        assert (one.excluded, one.detail, one.screening.decision) == (None, "", "decidable")
        assert tuple(variant.name for variant in one.variants) == NAMES
        assert tuple(verdict.variant for verdict in one.verifications) == NAMES
        assert all(verdict.passed for verdict in one.verifications)
        assert one.leaks
        assert all(leak.passed for leak in one.leaks)
        assert one.packed is True


def test_with_opaque_cell_names_every_item_stands_as_before_and_no_cell_can_be_looked_up(whole, tmp_path):
    study = open_study(write_tiny_study(tmp_path / "tiny", cell_names="opaque"))

    def found_by_name(file):
        """The share of cells that have the label of the source's cell of their name."""
        known, now = (
            DataFile(path).table("obs", columns=["kind"])["kind"].astype(str)
            for path in (source_path(study, "cells.h5ad"), file)
        )
        return float((known.reindex(now.index) == now).mean())

    assert found_by_name(whole[0].layout.work / whole[1][0].variants[0].path) == 1
    for hidden, named in zip(construct(study, progress=False), whole[1], strict=True):
        assert (hidden.excluded, hidden.detail) == (None, "")
        assert hidden.registration.cell_names == "opaque"
        assert all(leak.passed for leak in hidden.leaks)
        assert [one.blocks[0].supported for one in hidden.verifications] == [
            one.blocks[0].supported for one in named.verifications
        ]
        # So short names are dealt anew among the cells: chance is 0.28.
        assert all(found_by_name(study.layout.work / variant.path) < 0.5 for variant in hidden.variants)


def test_what_was_written_is_what_was_described_and_nothing_else(whole):
    study, made, _ = whole
    described = {study.layout.work / variant.path: variant.sha256 for one in made for variant in one.variants}
    assert digests_of(study) == described


def test_the_source_stays_as_it_was(whole):
    study, made, before = whole
    assert file_digest(source_path(study, "cells.h5ad")) == before
    assert {one.registration.data_sha256 for one in made} == {before}


def test_constructions_are_read_as_they_were_made(whole):
    study, made, _ = whole
    assert read_constructions(study) == made


def test_items_that_were_not_constructed_are_not_read(fresh):
    assert read_constructions(fresh) == ()


def test_what_stands_is_kept(copied):
    study, made = copied
    before = times(study)
    assert again(study) == made
    assert times(study) == before


def test_force_makes_the_same_again(copied):
    study, made = copied
    before = times(study)
    assert again(study, force=True) == made
    assert all(now > before[path] for path, now in times(study).items() if path.suffix == ".h5ad")


@pytest.mark.parametrize("harm", ["missing", "cut", "other bytes", "no record", "a broken record"])
def test_what_is_missing_or_harmed_is_made_again_and_the_rest_kept(copied, harm):
    study, made = copied
    before = times(study)
    path, record = study.layout.variant("marker_nk", "flip"), study.layout.construction / "marker_nk.json"
    if harm == "missing":
        path.unlink()
    elif harm == "cut":
        os.truncate(path, path.stat().st_size // 2)
    elif harm == "other bytes":
        path.write_bytes(path.read_bytes()[:-1] + b"!")
    elif harm == "no record":
        record.unlink()
    else:
        record.write_text('{"item": "marker_nk"}')
    assert again(study) == made
    assert digests_of(study) == {
        study.layout.work / variant.path: variant.sha256 for one in made for variant in one.variants
    }
    kept = {path: now for path, now in times(study).items() if "specificity_lyz" in str(path)}
    assert kept == {path: before[path] for path in kept}


def test_what_another_version_made_is_made_again(copied):
    study, made = copied
    record = study.layout.construction / "marker_nk.json"
    record.write_text(json.dumps(json.loads(record.read_text()) | {"version": "0.0.1"}))
    assert again(study) == made


def test_a_changed_item_is_refused_and_nothing_is_built(copied):
    study, _ = copied
    write_item(study.layout.study, "marker_nk", flip_to="D")
    (study.layout.construction / "specificity_lyz.json").unlink()
    before, log = times(study), study.layout.registration_log
    with pytest.raises(InputError, match=r"registrations/marker_nk.json: flip_to, edits, supported: the item differs"):
        again(study)
    assert times(study) | {log: 0} == before | {log: 0}
    *_, last = attempts = read_log(log, RegistrationAttempt)
    assert [line.accepted for line in attempts] == [True] * len(ASKED) + [False]
    assert (last.item, last.reason) == ("marker_nk", "changed: flip_to, edits, supported")


def test_changed_data_are_refused(copied):
    study, _ = copied
    path = source_path(study, "cells.h5ad")
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(InputError, match=r"registrations/marker_nk.json: data_sha256: the item differs"):
        again(study)


def test_an_item_that_its_data_do_not_decide_gets_no_file(fresh):
    write_item(fresh.layout.study, "marker_nk", key="C")
    one = again(fresh)[0]
    assert (one.excluded, one.screening.reason) == ("stronger alternative", "stronger alternative")
    assert one.detail.startswith("NKG7 leads; ")
    assert one.variants == one.verifications == one.leaks == ()
    assert not fresh.layout.variant("marker_nk", "original").parent.exists()


def test_a_disk_needs_room_for_renamed_files_too_also_of_items_that_stand(tmp_path, monkeypatch):
    def refused(arms):
        path = fresh.layout.study / "study.yaml"
        path.write_text(json.dumps(yaml.safe_load(path.read_text()) | {"arms": arms}))
        with monkeypatch.context() as full:
            full.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
            with pytest.raises(InputError, match="the disk has no room") as error:
                again(fresh)
        return error.value.problems[0].wrong

    fresh = open_study(write_tiny_study(tmp_path / "tiny", items=TWO))
    assert refused(["standard"]).startswith("the disk has no room for the 8 data files")
    assert refused(["standard", "anonymised"]).startswith("the disk has no room for the 16 data files")
    write_tiny_study(tmp_path / "other", items=TWO)
    shutil.copy(tmp_path / "other" / "study.yaml", fresh.layout.study)
    again(fresh)
    assert refused(["standard", "anonymised"]).startswith("the disk has no room for the 8 data files")


def test_a_withdrawal_after_which_the_second_option_leads_is_a_second_answer(fresh):
    # NKG7 leads; with NKG7 gone GNLY does.
    write_item(fresh.layout.study, "marker_nk", options=ASKED["marker_nk"]["options"] | {"C": "GNLY"})
    one = again(fresh)[0]
    assert (one.screening.decision, one.excluded) == ("decidable", "second answer")
    assert one.detail == "block raw supports C where none was registered"


def test_an_item_without_a_registration_is_left_out(fresh):
    path = fresh.layout.study / "items" / "marker_nk.yaml"
    path.write_text(path.read_text().partition("registration:")[0])
    assert [one.item for one in again(fresh)] == ["specificity_lyz"]


def test_a_run_killed_in_the_middle_is_finished_by_the_next(whole, tmp_path):
    reference, made, _ = whole
    folder = write_tiny_study(tmp_path / "tiny")
    layout = open_study(folder).layout
    running = subprocess.Popen([sys.executable, "-c", SCRIPT, str(folder)])
    second = layout.variant(made[1].item, "null")
    end = time.monotonic() + 120
    while not second.exists():
        assert running.poll() is None, "it ended before it could be killed"
        assert time.monotonic() < end
        time.sleep(0.002)
    running.send_signal(signal.SIGKILL)
    running.wait()
    study = open_study(folder)
    assert 1 <= len(read_constructions(study)) < len(made)
    first = layout.construction / f"{made[0].item}.json"
    before = first.stat().st_mtime_ns
    assert construct(study, progress=False) == made
    assert first.stat().st_mtime_ns == before
    assert {path.relative_to(layout.work) for path in files_of(study) if not path.name.startswith(".")} == {
        path.relative_to(reference.layout.work) for path in files_of(reference)
    }


def test_workers_make_what_one_process_makes(whole, tmp_path, monkeypatch):
    _, made, _ = whole
    monkeypatch.setattr(run, "FEW", 1)
    study = open_study(write_tiny_study(tmp_path / "tiny"))
    assert construct(study, jobs=2, progress=False) == made
    assert read_constructions(study) == made


@pytest.mark.slow
def test_a_cluster_makes_the_same_bytes_also_under_opaque_names(whole, tmp_path, cluster):
    reference, made, _ = whole
    study = open_study(write_tiny_study(tmp_path / "tiny", arms=["standard", "anonymised"]))
    assert construct(study, scheduler=cluster.address, progress=False) == made
    for variant in (variant for known in made for variant in known.variants):
        assert file_digest(study.layout.work / variant.path) == file_digest(reference.layout.work / variant.path)
    hidden = {path.name for path in study.layout.anonymised.glob("*.json")}
    assert hidden == {f"{known.item}.json" for known in made if known.excluded is None}
    assert construct(study, scheduler="tcp://127.0.0.1:9", progress=False) == made


def test_a_cluster_that_does_not_answer_costs_nothing(whole, copied, monkeypatch):
    study, made = copied
    with pytest.raises(InputError, match="no dask scheduler answers there"):
        construct(study, scheduler="nonsense", force=True, progress=False)
    assert read_constructions(study) == made


def test_a_source_that_changes_under_construction_is_an_error(fresh, monkeypatch):
    path = source_path(fresh, "cells.h5ad")
    untouched = run.construct_item

    def disturbed(*args):
        done = untouched(*args)
        path.write_bytes(path.read_bytes() + b"\0")
        return done

    monkeypatch.setattr(run, "construct_item", disturbed)
    with pytest.raises(InputError, match=r"cells.h5ad: changed while variants were built from it"):
        construct(fresh, progress=False)
    # When the source is back nothing stands that was made while it was another.
    assert read_constructions(fresh) == ()
