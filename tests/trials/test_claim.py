import tempfile
from pathlib import Path

import pytest

from counterproof.domain.problem import InputError
from counterproof.trials.claim import claimed


def test_a_second_run_is_refused_and_told_what_to_do(tmp_path):
    with (
        claimed(tmp_path),
        pytest.raises(InputError, match=r"another run is working on these trials\n.*wait until"),
        claimed(tmp_path),
    ):
        pass


def test_the_scratch_folder_is_outside_the_study_and_gone_afterwards(tmp_path):
    with claimed(tmp_path / "trials") as scratch:
        assert scratch.is_dir()
        assert not scratch.is_relative_to(tmp_path)
    assert not scratch.exists()
    with claimed(tmp_path / "trials"):
        pass


def test_what_a_killed_run_left_is_removed(tmp_path):
    left = Path(tempfile.mkdtemp(prefix="trials-"))
    half = tmp_path / "analyst" / "item00" / ".flip-r1.json.abc.part"
    half.parent.mkdir(parents=True)
    half.touch()
    (tmp_path / ".running").write_text(str(left))
    with claimed(tmp_path):
        assert not left.exists()
        assert not half.exists()


def test_a_note_that_names_another_folder_removes_nothing(tmp_path):
    precious = tmp_path / "trials-precious"
    precious.mkdir()
    (tmp_path / ".running").write_text(str(precious))
    with claimed(tmp_path):
        assert precious.is_dir()
