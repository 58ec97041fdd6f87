"""What is foreseen is what construction then finds in the written files."""

import math
import shutil

import pytest
from tiny_study import ASKED, registered, write_cells, write_item, write_tiny_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.foresee import cells_after, foresee, refused_beside, rehearse, resampled
from counterproof.construct.looked import Looked
from counterproof.construct.run import construct
from counterproof.construct.sources import source_path
from counterproof.domain.problem import InputError
from counterproof.edits.registry import apply
from counterproof.evidence.registry import values_of
from counterproof.matter.arrangement import as_it_is
from counterproof.matter.h5ad import load
from counterproof.store.study import OpenStudy


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_tiny_study(tmp_path_factory.mktemp("tiny") / "study")


@pytest.fixture(scope="module")
def study(folder):
    return open_study(folder)


@pytest.fixture(scope="module")
def looked(study):
    return Looked(source_path(study, "cells.h5ad"))


@pytest.fixture(scope="module")
def made(study):
    return {one.item: one for one in construct(study, progress=False)}


@pytest.fixture
def foreseen(study, looked):
    def run(item, **changes):
        one = study.item(item)
        draft = one.registration.model_copy(update=changes)
        return foresee(one.model_copy(update={"registration": draft}), study, looked)

    return run


def numbers(values):
    return {letter: math.nan if value is None else value for letter, value in values.items()}


@pytest.mark.parametrize("item", ASKED)
def test_every_value_and_verdict_is_that_of_the_written_files(item, study, looked, made):
    found = resampled(foresee(study.item(item), study, looked), looked)
    there = made[item]
    assert found.registration == there.registration.model_copy(update={"data_sha256": ""})
    assert (found.exclusion, found.stability) == (None, there.screening.stability)
    assert list(found.edited) == [one.variant for one in there.verifications]
    for foretold, written in zip(found.edited.values(), there.verifications, strict=True):
        assert (foretold.expected, foretold.passed) == (written.expected, written.passed)
        for one, other in zip(foretold.blocks, written.blocks, strict=True):
            assert (one.block, one.supported, one.reason) == (other.block, other.supported, other.reason)
            assert numbers(one.values) == pytest.approx(numbers(other.values), rel=1e-6, nan_ok=True)
    assert found.holds


def test_nothing_is_written(study, looked, folder):
    before = sorted(folder.rglob("*"))
    foresee(study.item("marker_nk"), study, looked)
    assert sorted(folder.rglob("*")) == before


def test_known_values_before_and_after_each_edit(tmp_path):
    genes = {"NKG7": [2.5, 2.5, 0.5, 0.5], "CD79A": [0.25, 0.25, 1.5, 1.5], "LYZ": [0.5, 0.75, 0.5, 0.75]}
    path = write_cells(tmp_path / "cells.h5ad", {"X": genes}, kind=["NK", "NK", "B", "B"])
    looked, source = Looked(path), load(path)
    registration = registered(targets={"A": "NKG7", "B": "CD79A", "C": "LYZ"})
    before = looked.cells("X", genes=tuple(genes), columns=("kind",))

    def after(name):
        arrangement = apply(registration.edits[name], as_it_is(source, keep_obs=("kind",)), seed=1)
        cells = cells_after(before, arrangement, registration, axis="var", names=looked.genes("X"))
        return values_of(registration.statistic, registration.targets, cells)

    assert after("original") == pytest.approx({"A": 2, "B": -1.25, "C": 0})
    assert after("withdraw") == pytest.approx({"A": float("nan"), "B": -1.25, "C": 0}, nan_ok=True)
    assert after("flip") == pytest.approx({"A": -1.25, "B": 2, "C": 0})


def test_a_deleted_gene_is_gone_from_the_totals_of_counts(tmp_path):
    counts = {"NKG7": [30, 20, 0, 1], "CD79A": [10, 20, 10, 30], "LYZ": [10, 10, 10, 10]}
    path = write_cells(tmp_path / "cells.h5ad", {"X": counts}, kind=["NK", "NK", "B", "B"])
    looked = Looked(path)
    registration = registered(targets={"A": "NKG7", "B": "CD79A"}, block_class="counts")
    arrangement = apply(registration.edits["withdraw"], as_it_is(load(path), keep_obs=("kind",)), seed=1)
    before = looked.cells("X", genes=("NKG7", "CD79A"), columns=("kind",))
    cells = cells_after(before, arrangement, registration, axis="var", names=looked.genes("X"))
    assert cells.totals.tolist() == [20, 30, 20, 40]
    assert "NKG7" not in cells.expression


def test_a_wrong_key_is_told_with_what_leads(foreseen, study, looked):
    item = study.item("marker_nk").model_copy(update={"key": "A"})
    draft = item.registration.model_copy(update={"flip_to": "B"})
    found = resampled(foresee(item.model_copy(update={"registration": draft}), study, looked), looked)
    assert found.exclusion.reason == "stronger alternative"
    assert (found.stability, found.holds) == (None, False)


def test_a_gene_that_is_absent_excludes_and_makes_its_swap_impossible(foreseen):
    found = foreseen("marker_nk", targets={"A": "NOGENE"})
    assert found.exclusion == ("gene absent", "NOGENE not in block raw")
    assert found.impossible == {"flip": "'NOGENE' matches no gene"}


def test_a_column_that_re_encodes_an_exchanged_label_is_a_question(foreseen):
    found = foreseen("specificity_lyz", decisions={})
    assert {teller.column for teller in found.tellers} <= {"condition", "donor"}
    assert found.tellers
    assert not found.holds
    assert not foreseen("specificity_lyz").tellers


def test_an_edit_that_the_family_does_not_have_is_refused(foreseen):
    with pytest.raises(InputError, match="is no flip of the family 'marker'"):
        foreseen("marker_nk", flip="exchange_labels")


def test_a_rehearsal_finds_what_construction_finds_and_leaves_nothing(study, looked, made, folder):
    before = sorted(folder.rglob("*"))
    rehearsed = rehearse(foresee(study.item("marker_nk"), study, looked), looked, study=study)
    there = made["marker_nk"]
    assert rehearsed.excluded is None
    assert [(leak.check, leak.passed) for leak in rehearsed.leaks] == [
        (leak.check, leak.passed) for leak in there.leaks
    ]
    assert sorted(folder.rglob("*")) == before


def test_items_that_would_be_refused_for_another_kept_column_are_named(tmp_path, folder):
    mine = shutil.copytree(folder, tmp_path / "study", ignore=shutil.ignore_patterns("work", "reports"))
    for path in (mine / "items").glob("*.yaml"):
        path.unlink()
    write_item(mine, "marker_nk")
    construct(open_study(mine), progress=False)
    write_item(mine, "expression_ifi6")
    opened = open_study(mine)
    assert refused_beside(opened.item("expression_ifi6"), opened) == ("marker_nk",)
    write_item(mine, "coexpression_cd79a")
    alone = OpenStudy(
        opened.study, (opened.item("marker_nk"), open_study(mine).item("coexpression_cd79a")), opened.layout
    )
    assert refused_beside(alone.item("coexpression_cd79a"), alone) == ()
