import shutil
from pathlib import Path

import pytest

from counterproof.benchmarks.own import open_study
from counterproof.domain.problem import InputError

STUDY = """
study: small
agents: [{name: analyst, route: analyst}]
seed: 7
"""
ITEM = """
id: marker_nk_nkg7
family: marker
question: Which gene marks NK cells?
options: {A: CD79A, B: NKG7, C: LYZ, D: CD3D}
key: B
data: {source: scanpy:pbmc68k_reduced}
registration:
  ask: {statistic: marker, group: {bulk_labels: CD56+ NK}}
  block: raw
  block_class: log
  flip_to: A
"""
WHERE = """
id: where_ms4a1
family: specificity
question: Where is MS4A1 highest?
options: {A: CD19+ B, B: CD14+ Monocyte, C: NK cells, D: Dendritic}
key: A
data: {source: scanpy:pbmc68k_reduced}
registration:
  ask: {statistic: specificity, gene: MS4A1, column: bulk_labels}
  block: raw
  block_class: log
  flip_to: B
  targets: {C: CD56+ NK}
"""


@pytest.fixture
def write(tmp_path):
    """Writes a study's files by name and returns its folder; the first item is good unless it is replaced."""

    def files(**texts: str) -> Path:
        folder = tmp_path / "small"
        (folder / "items").mkdir(parents=True)
        (folder / "study.yaml").write_text(texts.pop("study", STUDY))
        for stem, text in ({"marker_nk_nkg7": ITEM} | texts).items():
            (folder / "items" / f"{stem}.yaml").write_text(text)
        return folder

    return files


def faults(folder, **options):
    with pytest.raises(InputError) as caught:
        open_study(folder, **options)
    return caught.value.problems


def only_fault(folder):
    (problem,) = faults(folder)
    return problem


def tree(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_a_good_study_is_opened_with_its_items_by_id(write, tmp_path):
    study = open_study(write(where_ms4a1=WHERE, a_first=ITEM.replace("marker_nk_nkg7", "a_first")))
    assert [item.id for item in study.items] == ["a_first", "marker_nk_nkg7", "where_ms4a1"]
    assert study.layout.work == tmp_path / "small" / "work"


def test_the_study_file_may_be_named_instead_of_its_folder(write, tmp_path):
    study = open_study(str(write() / "study.yaml"), out=tmp_path / "out")
    assert study.layout.work == tmp_path / "out" / "work"


def test_null_among_the_variants_needs_no_quotes(write):
    variants = "variants: [original, null, withdraw, flip]\n"
    assert open_study(write(study=STUDY + variants)).study.variants == ("original", "null", "withdraw", "flip")


def test_every_problem_of_every_file_is_told_at_once(write):
    folder = write(
        study=STUDY + "replicate: 3\nkeep_obs: [batch]\n",
        marker_nk_nkg7=ITEM.replace("LYZ", "1.0").replace("question:", "qestion:"),
        two=ITEM.replace("key: B", "key: Z"),
        lower=WHERE.replace("where_ms4a1", "lower").replace("D: Dendritic", "d: Dendritic"),
        group=ITEM.replace("id: marker_nk_nkg7", "id: group").replace("CD56+ NK", "CD56+ NKs"),
        cut="id: [cut",
    )
    shutil.copy(folder / "items" / "group.yaml", folder / "items" / "old.yml")
    found = [(problem.file, problem.place, problem.wrong) for problem in faults(folder)]
    assert found == [
        ("study.yaml", "replicate", "unknown key"),
        ("items/old.yml", "", "is not read: an item's file ends in .yaml"),
        ("items/cut.yaml", "line 1", "is not YAML: expected ',' or ']', but got '<stream end>'"),
        ("items/lower.yaml", "options", "an option is named by one capital letter, not 'd'"),
        ("items/marker_nk_nkg7.yaml", "question", "is missing"),
        ("items/marker_nk_nkg7.yaml", "options.C", "must be text, not a number"),
        ("items/marker_nk_nkg7.yaml", "qestion", "unknown key"),
        ("items/two.yaml", "key", "the key is none of the options A, B, C, D"),
        ("items/two.yaml", "id", "the file's name differs from the item's id"),
        ("items/two.yaml", "id", "two items have one id, also items/marker_nk_nkg7.yaml"),
        ("items/group.yaml", "registration.ask.group", "no cell has this value in 'bulk_labels'"),
    ]


def test_a_key_and_a_flip_that_are_no_options_are_told_beside_faulty_options(write):
    wrong = ITEM.replace("D: CD3D", "d: CD3D").replace("key: B", "key: Q").replace("flip_to: A", "flip_to: Z")
    found = [(problem.place, problem.wrong) for problem in faults(write(marker_nk_nkg7=wrong))]
    assert found == [
        ("options", "an option is named by one capital letter, not 'd'"),
        ("key", "is none of the options A, B, C, d"),
        ("registration.flip_to", "is none of the options A, B, C, d"),
    ]


def test_the_message_holds_file_place_value_and_fix(write):
    error = str(only_fault(write(marker_nk_nkg7=ITEM.replace("CD56+ NK", "cd56+ nk"))))
    assert error.startswith(
        "items/marker_nk_nkg7.yaml: registration.ask.group: no cell has this value in 'bulk_labels'"
    )
    assert "(seen: cd56+ nk)" in error
    assert "fix: did you mean 'CD56+ NK'? Use one of: CD14+ Monocyte, CD19+ B, CD34+, CD4+/CD25 T Reg," in error


@pytest.mark.parametrize(
    ("old", "new", "place", "wrong", "fix"),
    [
        ("bulk_labels:", "bulk_label:", "registration.ask.group", "no such obs column", "did you mean 'bulk_labels'?"),
        ("block: raw", "block: row", "registration.block", "no such block", "use one of: X, raw"),
        (
            "block: raw",
            "block: X",
            "registration.block_class",
            "the values of block 'X' are scaled, not log",
            "write scaled, or register another block: X, raw",
        ),
        ("scanpy:pbmc68k_reduced", "scanpy:pbmc3k", "data.source", "not bundled with scanpy", "one of pbmc68k_reduced"),
        ("scanpy:pbmc68k_reduced", "simulated:cells", "data.source", "no such simulation", "one of cohort"),
        ("scanpy:pbmc68k_reduced", "cells.h5ad", "data.source", "no such file in the study", "relative to the study"),
    ],
)
def test_what_the_data_do_not_have_is_told_with_what_they_have(write, old, new, place, wrong, fix):
    problem = only_fault(write(marker_nk_nkg7=ITEM.replace(old, new)))
    assert problem.file == "items/marker_nk_nkg7.yaml"
    assert problem.place == place
    assert wrong in problem.wrong
    assert fix in problem.fix


def test_an_option_must_name_a_group_unless_a_target_does(write):
    problem = only_fault(write(where_ms4a1=WHERE.replace("targets: {C: CD56+ NK}", "targets: {}")))
    assert (problem.place, problem.seen) == ("options.C", "NK cells")


def test_a_target_must_name_a_group(write):
    problem = only_fault(write(where_ms4a1=WHERE.replace("{C: CD56+ NK}", "{C: CD56}")))
    assert (problem.place, problem.seen) == ("registration.targets.C", "CD56")


def test_a_gene_that_the_data_lack_is_left_to_the_screen(write):
    assert open_study(write(marker_nk_nkg7=ITEM.replace("NKG7", "KIR2DL1"))).items


def test_a_column_to_keep_must_be_in_the_data(write):
    problem = only_fault(write(study=STUDY + "keep_obs: [louvian]\n"))
    assert (problem.file, problem.place, problem.fix) == ("study.yaml", "keep_obs", "did you mean 'louvain'?")


def test_a_gene_that_stands_twice_in_the_data_is_refused(write, shared):
    text = (
        ITEM.replace("scanpy:pbmc68k_reduced", "cells.h5ad").replace("NKG7", "GENEA").replace("block: raw", "block: X")
    )
    folder = write(marker_nk_nkg7=text)
    shutil.copy(shared / "cases/h5ad/02_duplicate_var_names.h5ad", folder / "cells.h5ad")
    problem = next(problem for problem in faults(folder) if problem.place == "options.B")
    assert problem.wrong == "'GENEA' matches 2 genes of block 'X'"


@pytest.mark.parametrize("case", ["16_truncated.h5ad", "17_lfs_pointer.h5ad", "18_other_hdf5.h5"])
def test_a_broken_data_file_is_one_problem_however_many_items_ask(write, shared, case):
    text = ITEM.replace("scanpy:pbmc68k_reduced", "cells.h5ad")
    folder = write(marker_nk_nkg7=text, again=text.replace("id: marker_nk_nkg7", "id: again"))
    shutil.copy(shared / "cases/h5ad" / case, folder / "cells.h5ad")
    assert only_fault(folder).file == "cells.h5ad"


@pytest.mark.parametrize("name", ["nowhere", "items"])
def test_a_path_without_a_study_says_what_to_give(write, name):
    problem = only_fault(write() / name)
    assert "study.yaml" in problem.fix


def test_the_name_alone_of_a_bundled_study_is_answered_with_its_folder(monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[2])
    assert only_fault("pbmc").fix == "did you mean data/studies/pbmc?"


def test_a_study_without_items_says_so(write):
    folder = write()
    (folder / "items" / "marker_nk_nkg7.yaml").unlink()
    assert only_fault(folder).wrong == "holds no item"
    (folder / "items").rmdir()
    assert only_fault(folder).wrong == "no such folder"


def test_items_of_a_faulty_study_file_are_checked_too(write):
    folder = write(study="study: small\n", marker_nk_nkg7=ITEM.replace("key: B", "key: Q"))
    assert [problem.file for problem in faults(folder)] == ["study.yaml"] * 2 + ["items/marker_nk_nkg7.yaml"]


def test_nothing_is_written_whether_the_study_is_good_or_not(write):
    folder = write()
    before = tree(folder)
    open_study(folder)
    (folder / "items" / "marker_nk_nkg7.yaml").write_text(ITEM.replace("CD56+ NK", "NK"))
    faults(folder)
    assert tree(folder) == before
