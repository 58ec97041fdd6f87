import h5py
import pytest

from counterproof.construct.anonymise.names import Renaming
from counterproof.construct.anonymise.residue import RESIDUE, files_residue, prompts_residue

NAMES = Renaming(
    genes={"CD3E": "Gene-B", "LYZ": "Gene-C", "T": "Gene-D", "JSON": "Gene-F"},
    identifiers={"ENSG04": "Id-B"},
    groups={"CD19+ B": "Group-Z"},
)


@pytest.fixture
def clean(tmp_path):
    """A file with opaque names only, and a way to change it."""

    def write(change=None, name="clean.h5ad"):
        path = tmp_path / name
        with h5py.File(path, "w") as file:
            file.attrs["encoding-type"] = "anndata"
            file["var/_index"] = ["Gene-B", "Gene-C"]
            file["obs/_index"] = ["c1", "c2"]
            if change is not None:
                change(file)
        return path

    return write


def test_a_file_of_opaque_names_is_clean_and_what_was_looked_for_is_told(clean):
    check = files_residue("one", {"original": clean()}, NAMES)
    assert (check.check, check.passed) == (RESIDUE[0], True)
    assert check.evidence == "5 genes and identifiers and 1 labels in original: texts and loose bytes"


def value(file):
    file["obs/note"] = ["c1", "see LYZ-high"]


def identifier(file):
    file["var/gene_ids"] = ["Id-B", "ENSG04"]


def label(file):
    file["obs/kind"] = ["CD19+ B", "Group-Z"]


def key(file):
    file["layers/CD3E"] = [1.0]


def attribute(file):
    file["var"].attrs["made"] = "without ENSG04"


@pytest.mark.parametrize(
    ("change", "evidence"),
    [
        (value, "flip: LYZ stands in obs/note: 'see LYZ-high'"),
        (identifier, "flip: ENSG04 stands in var/gene_ids"),
        (label, "flip: CD19+ B stands in obs/kind"),
        (key, "flip: CD3E stands in a key"),
        (attribute, "flip: ENSG04 stands in an attribute of var: 'without ENSG04'"),
    ],
)
def test_a_real_name_is_found_wherever_a_text_can_be(clean, change, evidence):
    check = files_residue("one", {"original": clean(), "flip": clean(change, "flip.h5ad")}, NAMES)
    assert (check.passed, check.evidence) == (False, evidence)


def test_a_text_that_one_file_may_hold_is_searched_once_and_a_new_one_in_the_next_file_is_still_found(clean):
    paths = {"original": clean(), "null": clean(name="null.h5ad"), "flip": clean(value, "flip.h5ad")}
    assert files_residue("one", paths, NAMES).evidence.startswith("flip: LYZ")


def test_a_name_in_bytes_that_no_object_owns_is_found(clean):
    path = clean()
    with path.open("ab") as file:
        file.write(b"\0\0CD3E\0\0")
    assert files_residue("one", {"null": path}, NAMES).evidence == "null: CD3E stands in loose bytes"


def test_a_gene_of_one_letter_is_found_where_it_stands_alone(clean):
    def one_letter(file):
        file["var/symbol"] = ["T", "Gene-D"]

    assert "T stands in var/symbol" in files_residue("one", {"null": clean(one_letter)}, NAMES).evidence


def test_a_prompt_is_searched_for_names_and_labels_but_not_for_words_of_every_prompt():
    found = prompts_residue("one", ["Write JSON. A: Gene-B", "Is it LYZ in CD19+ B cells?"], NAMES)
    assert (found.check, found.passed) == (RESIDUE[1], False)
    assert found.evidence == "the prompt says LYZ, CD19+ B"
    assert prompts_residue("one", ["Write JSON. A: Gene-B, T cells"], NAMES).passed
