import h5py
import numpy as np
import pandas as pd
import pytest

from counterproof.construct.leaks.names import no_file_names, removed_names
from counterproof.domain.variant import Edit


def removal(gene):
    return {"withdraw": Edit(kind="delete_gene", genes=(gene,))}


def renamed(cells, *names):
    """The cells with these names of their last genes."""
    data = cells()
    data.var_names = [*data.var_names[: -len(names)], *names]
    return data


def write(made, name, fill):
    with h5py.File(made.path(name), "r+") as file:
        fill(file)


def noted(made, name, note):
    """What both checks say of a file with this text in an attribute; the file is left as it was."""
    before = made.path(name).read_bytes()
    write(made, name, lambda file: file["uns"].attrs.__setitem__("note", note))
    told = removed_names(made.files()).leak, no_file_names(made.files()).leak
    # Another text over it would leave bytes of this one.
    made.path(name).write_bytes(before)
    return told


@pytest.fixture
def planted(make, cells):
    """Of these texts those that are found in a file from which this gene was removed."""

    def find(gene, texts):
        made = make(data=renamed(cells, gene, "CD40", "CD4-AS1"), edits=removal(gene))
        told = f"withdraw: the removed name {gene} stands in an attribute of uns"
        found = {text: noted(made, "withdraw", text)[0] for text in texts}
        assert set(found.values()) <= {told, ""}
        return [text for text, leak in found.items() if leak]

    return find


def test_a_removed_gene_is_found_inside_a_longer_text_and_in_no_longer_name(planted):
    texts = ["CD4", "x CD4 y", "(CD4)", "CD4:high", "CD4,CD8A"]
    others = ["CD40", "CD4-AS1", "sCD4", "CD4.1", "CD4_high", "cd4", "C D4", ""]
    assert planted("CD4", [*texts, *others]) == texts


@pytest.mark.parametrize("gene", ["T(c)+*", "HLA-DRB1", "γδ-Gen", "a gene"])
def test_a_name_of_any_characters_is_found_as_it_is(planted, gene):
    assert planted(gene, [f"no {gene}, gone", "nothing of it"]) == [f"no {gene}, gone"]


def test_a_short_name_is_found_alone_only(planted):
    assert planted("T2", ["version T2 of it", "T2"]) == ["T2"]


def test_what_was_looked_at_names_the_gene_and_the_variant(make):
    assert removed_names(make().files()).looked_at.startswith("GENE1 in withdraw: keys, attributes, texts")


def test_an_item_without_a_removal_has_nothing_to_look_for(make):
    made = make(edits={"withdraw": Edit(kind="permute_labels", column="kind")})
    assert removed_names(made.files()) == ("", "no variant lacks a name that original has", "")


def grouped(make, cells, labels, *, gone):
    data = cells()
    data.obs["group"] = pd.Categorical(np.array(labels)[np.arange(data.n_obs) % len(labels)])
    edit = Edit(kind="delete_group", column="group", values=(gone,))
    return make(data=data, keep_obs=("kind", "group"), edits={"withdraw": edit})


def test_a_removed_label_inside_a_living_one_is_no_leak(make, cells):
    made = grouped(make, cells, ["Monocyte", "CD14+ Monocyte", "other"], gone="Monocyte")
    assert removed_names(made.files()).leak == ""


def test_a_removed_label_that_another_column_holds_is_a_living_one(make, cells):
    made = grouped(make, cells, ["B", "other"], gone="B")
    assert removed_names(made.files()).leak == ""


def test_a_removed_label_is_found_in_a_label_that_the_original_has_not(make, cells):
    made = grouped(make, cells, ["Monocyte", "Tuft cells", "other"], gone="Monocyte")
    write(made, "withdraw", lambda file: file["obs/group/categories"].__setitem__(0, "not Monocyte"))
    assert removed_names(made.files()).leak == "withdraw: the removed name Monocyte stands in obs/group/categories"


def test_a_name_left_in_the_bytes_between_values_is_found(make, cells):
    made = make(data=renamed(cells, "CXCL10"), edits=removal("CXCL10"))
    with h5py.File(made.path("withdraw"), "r+") as file:
        file.attrs["note"] = "x" * 40
    data = made.path("withdraw").read_bytes()
    made.path("withdraw").write_bytes(data.replace(b"x" * 40, b"x" * 10 + b" CXCL10 " + b"\0" * 22))
    assert "the removed name CXCL10 stands in" in removed_names(made.files()).leak


def test_a_word_that_says_which_file_it_is_is_found_and_common_ones_are_not(make):
    made = make()
    texts = ["flip.h5ad", "WITHDRAW.H5AD", "written by counterproof", "item a_marker_item", "A_Marker_Item"]
    common = ["flip", "original", "h5ad", "a marker item"]
    found = {text: noted(made, "null", text)[1] for text in [*texts, *common]}
    assert found == {text: f"null: an attribute of uns says {text!r}" for text in texts} | dict.fromkeys(common, "")


@pytest.mark.parametrize("folder", ["plain", "Ünwohl"])
def test_the_folder_s_name_is_found_in_left_over_bytes_in_any_script(make, folder):
    made = make(item=folder)
    path = made.path("flip")
    place = str(path.parent).encode()
    write(made, "flip", lambda file: file["uns"].attrs.__setitem__("note", b"y" * len(place)))
    path.write_bytes(path.read_bytes().replace(b"y" * len(place), place))
    found = [no_file_names(made.files()).leak]
    # And where no object tells the text any more.
    write(made, "flip", lambda file: file["uns"].attrs.__delitem__("note"))
    path.write_bytes(path.read_bytes() + place)
    found += [no_file_names(made.files()).leak]
    assert found == [
        f"flip: an attribute of uns says {str(path.parent)!r}",
        "flip: the bytes of the file hold its own name",
    ]


def test_a_gene_with_a_name_of_the_item_s_is_no_leak(make, cells):
    made = make(data=renamed(cells, "marker_of_b"), item="marker_of_b")
    assert no_file_names(made.files()).leak == ""
