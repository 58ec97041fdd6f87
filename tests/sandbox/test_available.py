import pytest

from counterproof.domain.problem import InputError
from counterproof.sandbox.available import check_sandbox


def test_every_missing_program_is_named_with_how_to_get_it(tmp_path):
    (tmp_path / "sh").symlink_to("/bin/sh")
    with pytest.raises(
        InputError, match=r"apt-get install bubblewrap socat util-linux; or write `sandbox: none`"
    ) as told:
        check_sandbox(path=str(tmp_path))
    assert len(told.value.problems) == 3


def test_a_system_that_refuses_namespaces_is_told_with_its_own_words(tmp_path):
    for name in ("sh", "socat", "prlimit"):
        (tmp_path / name).symlink_to("/bin/sh")
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    with pytest.raises(InputError, match=r"(?s)refuses bubblewrap its namespaces.*No permissions.*kernel.unpriv"):
        check_sandbox(path=str(tmp_path))


def test_this_machine_can_build_walls(walls):
    check_sandbox()
