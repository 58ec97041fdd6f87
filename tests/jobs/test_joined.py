"""What a cluster must show before it gets work, with real schedulers and workers; other machines are made of walls."""

import os
import shutil
import socket
import threading
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

import counterproof
from counterproof.domain.problem import InputError, Problem
from counterproof.jobs.pool import Pool
from counterproof.jobs.shared import Shared

BWRAP = shutil.which("bwrap")
ELSEWHERE = [BWRAP, "--die-with-parent", "--dev-bind", "/", "/", "--unshare-uts", "--hostname", "elsewhere"]


def twice(task):
    return 2 * task


def where(_task):
    return os.getpid()


def refuses():
    raise InputError([Problem(file="x", place="here", wrong="no such thing")])


def refused(shared, address):
    with pytest.raises(InputError) as told, Pool(shared, scheduler=address) as pool:
        pool.join()
    return told.value.problems


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "study" / "work"
    made.mkdir(parents=True)
    return made


def other_machine(cluster, *walls, env=None):
    if BWRAP is None:
        pytest.skip("bubblewrap is not installed")
    return cluster.added(within=[*ELSEWHERE, *walls], env=env)


def another_version(tmp_path):
    other = tmp_path / "other"
    shutil.copytree(Path(counterproof.__file__).parent, other / "counterproof")
    init = other / "counterproof" / "__init__.py"
    init.write_text(init.read_text().replace(counterproof.__version__, "0.0.1"))
    return other


@pytest.mark.parametrize("address", ["nonsense", "http://one:80", "tls://127.0.0.1:9", ""])
def test_what_is_no_address_is_told_at_once(folder, address):
    began = time.monotonic()
    (problem,) = refused(Shared(folder), address)
    assert problem.wrong == "no dask scheduler answers there"
    assert time.monotonic() - began < 9
    assert not list(folder.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["nobody", "silent", "http"])
def test_an_address_where_no_scheduler_answers_is_told_in_ten_seconds(folder, kind):
    class Web(BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

    began = time.monotonic()
    with closing(socket.create_server(("127.0.0.1", 0))) as silent, HTTPServer(("127.0.0.1", 0), Web) as web:
        threading.Thread(target=web.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        port = {"nobody": 9, "silent": silent.getsockname()[1], "http": web.server_port}[kind]
        (problem,) = refused(Shared(folder), f"tcp://127.0.0.1:{port}")
        web.shutdown()
    assert str(port) in problem.seen
    # It gives up after 10; the rest is what a busy machine takes.
    assert 9 < time.monotonic() - began < 60


@pytest.mark.slow
def test_all_workers_do_the_work_and_nothing_is_left_of_the_check(folder, standing_cluster):
    source = folder.parent / "cells.h5ad"
    source.write_bytes(b"cells")
    with Pool(Shared(folder, reads=(source,), locks=True), scheduler=standing_cluster.address) as pool:
        assert sorted(pool.each(twice, range(50))) == [2 * task for task in range(50)]
        assert pool.size == 2
        # A worker that comes later is asked before its first task, and then does its part.
        with standing_cluster.added() as late:
            deadline = time.monotonic() + 300
            while late not in set(pool.each(where, range(40))):
                assert time.monotonic() < deadline
    assert not list(folder.iterdir())


@pytest.mark.slow
def test_a_machine_that_does_not_share_the_folder_is_named(folder, standing_cluster):
    with other_machine(standing_cluster, "--tmpfs", str(folder)):
        (problem,) = refused(Shared(folder), standing_cluster.address)
    assert problem.place == "on elsewhere"
    assert problem.wrong == f"{folder} is not the folder that it is here"
    assert "no token in it" in problem.seen
    assert "same path" in problem.fix
    assert not list(folder.iterdir())


@pytest.mark.slow
def test_a_machine_that_cannot_write_or_reads_another_file_is_named(folder, standing_cluster, tmp_path):
    source, other = tmp_path / "cells.h5ad", tmp_path / "other.h5ad"
    source.write_bytes(b"cells")
    other.write_bytes(b"other cells")
    with (
        other_machine(standing_cluster, "--ro-bind", str(folder), str(folder)),
        other_machine(standing_cluster, "--ro-bind", str(other), str(source), "--hostname", "third"),
    ):
        problems = refused(Shared(folder, reads=(source,)), standing_cluster.address)
    assert {(one.place, one.wrong) for one in problems} == {
        ("on elsewhere", f"nothing can be written under {folder}"),
        ("on third", f"{source} is not the file that it is here"),
    }
    assert "11 bytes; here 5" in {one.seen for one in problems}


@pytest.mark.slow
def test_a_machine_with_another_version_of_the_library_or_without_it_is_named(folder, standing_cluster, tmp_path):
    other = another_version(tmp_path)
    empty = tmp_path / "empty"
    (empty / "counterproof").mkdir(parents=True)
    (empty / "counterproof" / "__init__.py").write_text("raise ImportError\n")
    with (
        other_machine(standing_cluster, env={"PYTHONPATH": str(other)}),
        other_machine(standing_cluster, "--hostname", "third", env={"PYTHONPATH": str(empty)}),
    ):
        problems = refused(Shared(folder), standing_cluster.address)
    assert {(one.place, one.wrong, one.seen) for one in problems} == {
        ("on elsewhere", "counterproof is not the same as here", f"0.0.1; here {counterproof.__version__}"),
        ("on third", "counterproof is not the same as here", f"cannot be imported; here {counterproof.__version__}"),
    }


def slowly_twice(task):
    time.sleep(0.05)
    return 2 * task


def twice_and_marked(task):
    number, folder = task
    (folder / f"done-{number}").touch()
    return 2 * number


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["no token in it", "counterproof is not the same as here"])
def test_a_worker_that_joins_late_and_cannot_do_the_work_is_told_once_and_nothing_is_lost(
    folder, standing_cluster, tmp_path, capsys, fault
):
    walls = ("--tmpfs", str(folder)) if "token" in fault else ()
    env = {"PYTHONPATH": str(another_version(tmp_path))} if "counterproof" in fault else None
    with Pool(Shared(folder), scheduler=standing_cluster.address) as pool:
        work = pool.each(slowly_twice, range(40))
        done = [next(work)]
        with other_machine(standing_cluster, *walls, env=env):
            done += list(work)
            for _ in range(2):
                assert sorted(pool.each(slowly_twice, range(40))) == [2 * task for task in range(40)]
    assert sorted(done) == [2 * task for task in range(40)]
    told = capsys.readouterr().err
    assert told.count("a worker on elsewhere joined the cluster and gets no work, which the others do") == 1
    assert fault in told


@pytest.mark.slow
def test_work_ends_with_the_fault_when_only_workers_that_cannot_do_it_are_left(folder, tmp_path):
    from dask_cluster import cluster  # noqa: PLC0415, distributed takes a second to import

    with cluster(tmp_path / "cluster", workers=1) as made, Pool(Shared(folder), scheduler=made.address) as pool:
        work = pool.each(slowly_twice, range(400))
        done = [next(work)]
        with other_machine(made, "--tmpfs", str(folder)):
            made.workers[0].kill()
            with pytest.raises(InputError) as told:
                done.extend(work)
    (problem,) = told.value.problems
    assert (problem.place, "no token in it" in problem.seen) == ("on elsewhere", True)
    assert len(done) < 400


@pytest.mark.slow
def test_work_that_was_done_and_is_lost_with_its_worker_is_done_again_by_one_that_can(folder, tmp_path):
    from dask_cluster import cluster, wait_until  # noqa: PLC0415, distributed takes a second to import

    with cluster(tmp_path / "cluster", workers=1) as made, Pool(Shared(folder), scheduler=made.address) as pool:
        work = pool.each(twice_and_marked, [(number, tmp_path) for number in range(40)])
        done = [next(work)]
        wait_until(lambda: len(list(tmp_path.glob("done-*"))) == 40)
        with other_machine(made, "--tmpfs", str(folder)), made.added(), made.kept_busy(seconds=3):
            made.workers[0].kill()
            done += list(work)
    assert sorted(done) == [2 * number for number in range(40)]


@pytest.mark.slow
def test_what_a_worker_lacks_is_told(folder, standing_cluster):
    (problem,) = refused(Shared(folder, checks=(refuses,)), standing_cluster.address)
    assert (problem.place, problem.wrong) == (f"on {socket.gethostname()}; here", "no such thing")
    (problem,) = refused(Shared(folder), standing_cluster.worker_address())
    assert problem.seen.endswith("is a Worker")


@pytest.mark.slow
def test_work_waits_for_a_worker_and_that_is_told(folder, tmp_path, capsys):
    from dask_cluster import cluster  # noqa: PLC0415, distributed takes a second to import

    with cluster(tmp_path / "cluster", workers=0) as made, Pool(Shared(folder), scheduler=made.address) as pool:
        pool.join()
        threading.Timer(1, made.start).start()
        assert list(pool.each(twice, [1])) == [2]
    told = capsys.readouterr().err
    assert f"the dask cluster at {made.address} has no worker: the work waits for one" in told
