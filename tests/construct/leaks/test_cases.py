"""Real kinds of files: what can be used leaves no leak in its variants, what cannot is one clear problem."""

import re

import pytest
import yaml

from counterproof.benchmarks.own import open_study
from counterproof.construct.leaks.files import DataFile
from counterproof.domain.problem import InputError
from counterproof.domain.variant import Edit

USABLE = ("02", "03", "04", "07", "09", "10", "15", "19", "20")
REFUSED = {
    "12": "holds almost counts",
    "13": "holds [0-9]+ values that are NaN or infinite",
    "14": "a layer's key holds a '/'",
    "16": "is cut off: the file is shorter than it says",
    "17": "is a Git LFS pointer, not the data",
    "18": "is HDF5 but not h5ad",
}


@pytest.fixture
def case(shared):
    def find(number: str):
        (path,) = (shared / "cases" / "h5ad").glob(f"{number}_*")
        return path

    return find


def test_every_file_of_the_folder_is_looked_at(shared):
    numbers = {path.name[:2] for path in (shared / "cases" / "h5ad").iterdir()}
    assert numbers == {*USABLE, *REFUSED}


@pytest.mark.parametrize("number", USABLE)
def test_no_check_finds_a_leak_in_the_variants_of_a_usable_file(make, case, number):
    file = DataFile(case(number))
    genes = [gene for gene in file.genes["var"] if (file.genes["var"] == gene).sum() == 1]
    edits = {
        "withdraw": Edit(kind="delete_gene", genes=tuple(genes[:1])),
        "flip": Edit(kind="swap_genes", genes=tuple(genes[:2])),
    }
    made = make(data=case(number), edits=edits, keep_obs=tuple(file.columns("obs")))
    # A column that gives a gene back, or sums of so few genes, are true leaks of these tiny files.
    assert set(made.leaks()) <= {"columns of cells", "sums of rows"}


@pytest.mark.parametrize("number", REFUSED)
def test_a_study_on_an_unusable_file_is_one_clear_problem(tmp_path, case, number):
    (tmp_path / "items").mkdir()
    (tmp_path / "data.h5ad").symlink_to(case(number))
    study = {"study": "s", "agents": [{"name": "analyst", "route": "analyst"}], "seed": 1}
    item = {
        "id": "one",
        "family": "coexpression",
        "question": "Which?",
        "options": {"A": "G1", "B": "G2"},
        "key": "A",
        "data": {"source": "data.h5ad"},
        "registration": {
            "ask": {"statistic": "coexpression", "gene": "G0"},
            "block": "X",
            "block_class": "counts",
            "flip_to": "B",
        },
    }
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(study))
    (tmp_path / "items" / "one.yaml").write_text(yaml.safe_dump(item))
    with pytest.raises(InputError) as raised:
        open_study(tmp_path)
    assert len(raised.value.problems) == 1
    assert re.search(REFUSED[number], str(raised.value))
