import pytest

from counterproof.benchmarks.loaders import LOADERS, load_benchmark
from counterproof.domain.problem import InputError


@pytest.mark.parametrize("kind", LOADERS)
def test_a_path_that_does_not_exist_is_told(kind, tmp_path):
    with pytest.raises(InputError, match="no such file or folder"):
        load_benchmark(kind, tmp_path / "nowhere")


@pytest.mark.parametrize("kind", LOADERS)
def test_an_empty_folder_is_none_of_them(kind, tmp_path):
    with pytest.raises(InputError, match="holds"):
        load_benchmark(kind, tmp_path)


def test_a_file_without_any_item_is_refused(tmp_path):
    (tmp_path / "x.jsonl").write_text("{}\n")
    with pytest.raises(InputError, match="none of its 1 rows is an item of labbench"):
        load_benchmark("labbench", tmp_path)


def test_the_folder_of_the_data_must_be_one(tmp_path):
    (tmp_path / "x.jsonl").write_text("{}\n")
    with pytest.raises(InputError, match="is no folder"):
        load_benchmark("labbench", tmp_path, data=tmp_path / "x.jsonl")
