import pytest

from counterproof.trials.folder import MODIFIED, trial_folder


@pytest.fixture
def variant(tmp_path):
    path = tmp_path / "flip.h5ad"
    path.write_bytes(b"cells")
    return path


def test_the_folder_holds_the_prompt_and_the_data_and_nothing_else(variant, tmp_path):
    with trial_folder(prompt="Which?", data=variant, scratch=tmp_path) as folder:
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
            "prompt.md": b"Which?",
            "data.h5ad": b"cells",
        }
        assert {path.stat().st_mtime for path in [folder, *folder.iterdir()]} == {MODIFIED}
        assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o644}
        assert not [path for path in folder.rglob("*") if path.is_symlink()]
        assert "flip" not in str(folder.relative_to(tmp_path))


def test_the_folder_without_data_holds_the_prompt_alone(tmp_path):
    with trial_folder(prompt="Which?", data=None, scratch=tmp_path) as folder:
        assert [path.name for path in folder.iterdir()] == ["prompt.md"]


def test_what_an_agent_does_to_its_copy_leaves_the_variant_as_it_is(variant, tmp_path):
    with trial_folder(prompt="Which?", data=variant, scratch=tmp_path) as folder:
        (folder / "data.h5ad").write_bytes(b"changed")
    assert variant.read_bytes() == b"cells"


def test_the_folder_is_gone_afterwards_also_after_a_crash(tmp_path):
    with pytest.raises(KeyError, match="crash"), trial_folder(prompt="", data=None, scratch=tmp_path):
        _ = {}["crash"]
    assert not list(tmp_path.iterdir())


def test_every_folder_has_a_name_of_its_own(tmp_path):
    with (
        trial_folder(prompt="", data=None, scratch=tmp_path) as first,
        trial_folder(prompt="", data=None, scratch=tmp_path) as second,
    ):
        assert first != second
