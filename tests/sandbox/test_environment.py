from pathlib import Path

from counterproof.sandbox.environment import PYTHON, base_env, in_system


def test_an_agents_own_programs_come_first_and_its_python_before_the_systems():
    assert base_env()["PATH"].split(":")[0] == str(Path(PYTHON).parent)
    assert base_env(path="/opt/tool/bin")["PATH"].split(":")[:2] == ["/opt/tool/bin", str(Path(PYTHON).parent)]


def test_every_word_of_it_reaches_a_program_inside_and_no_other_does(walled):
    ran = walled("", argv=["env", "-0"])
    given = dict(word.split("=", 1) for word in ran.out.split("\0") if word)
    # The shell that starts it and the walls add these; none tells of this machine.
    assert {name: given[name] for name in base_env()} == base_env()
    assert set(given) - set(base_env()) <= {"PWD", "SHLVL", "OLDPWD", "_", "LD_LIBRARY_PATH"}


def test_home_and_scratch_can_be_written_and_the_environment_cannot(walled):
    ran = walled('touch "$HOME/x" "$TMPDIR/x" && mkdir -p "$NUMBA_CACHE_DIR" && ! touch /opt/env/x 2> /dev/null')
    assert ran.ended.exit_code == 0, ran.err


def test_what_a_sandbox_holds_anyway_is_told_by_whole_names():
    assert in_system(Path("/usr/bin/sh"))
    assert in_system(Path("/bin"))
    assert not in_system(Path("/usrlocal/bin/sh"))
    assert not in_system(Path("/opt/tool"))
