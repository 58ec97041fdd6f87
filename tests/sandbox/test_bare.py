import secrets
import time

import pytest

from counterproof.domain.study import Limits
from counterproof.sandbox.bare import MARK, run_bare
from counterproof.sandbox.place import new_place
from counterproof.sandbox.processes import living, with_mark

PATH = "/usr/local/bin:/usr/bin:/bin"


@pytest.fixture
def mark():
    return f"mark-of-test-{secrets.token_hex(8)}"


@pytest.fixture
def bare(tmp_path, mark):
    """Run a shell program without walls; what it said stands beside how it ended."""

    def run(program, **limits):
        with new_place(tmp_path) as place:
            asked = Limits(**{"seconds": 30} | limits)
            ended = run_bare(["sh", "-c", program], place=place, limits=asked, env={"PATH": PATH, "A": "b"}, mark=mark)
            said = (place.logs / "stdout").read_text()
            return ended, said.replace(str(place.workspace), "WORKSPACE")

    return run


def test_it_starts_in_its_folder_with_the_given_environment_and_nothing_of_ours(bare, mark, monkeypatch):
    monkeypatch.setenv("OF_TEST_KEY", "secret")
    ended, said = bare("pwd; env | grep -v -e '^_=' -e '^PWD=' -e '^SHLVL='; exit 3")
    assert said.split("\n")[0] == "WORKSPACE"
    assert sorted(said.split()[1:]) == ["A=b", f"{MARK}={mark}", f"PATH={PATH}"]
    assert (ended.exit_code, ended.limit, ended.survivors) == (3, None, 0)


def test_memory_is_not_counted_where_nobody_could(bare):
    assert bare("true")[0].peak_mb is None


def test_a_child_that_left_its_session_is_found_by_its_mark_ended_and_counted(bare, mark):
    ended, _ = bare("setsid sleep 60 > /dev/null 2>&1 & setsid sleep 60 > /dev/null 2>&1 & sleep 0.2")
    assert (ended.exit_code, ended.survivors) == (0, 2)
    assert living(with_mark(f"{MARK}={mark}")) == ()


def test_limits_hold_without_walls_too(bare, mark):
    began = time.monotonic()
    assert bare("sleep 60 & sleep 60", seconds=0.5)[0].limit == "seconds"
    assert time.monotonic() - began < 20
    assert bare("exec head -c 5000000 /dev/zero > big", output_mb=1)[0].limit == "output_mb"
    assert living(with_mark(f"{MARK}={mark}")) == ()
