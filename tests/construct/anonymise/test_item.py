import re
import shutil
from functools import partial

import anndata
import pytest
from tiny_study import write_item, write_tiny_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.anonymise.data import renamed_arrangement
from counterproof.construct.anonymise.names import Renaming
from counterproof.construct.anonymise.residue import RESIDUE, files_residue, prompts_residue
from counterproof.construct.anonymise.run import anonymise, read_anonymised
from counterproof.construct.anonymise.source import RenamedSource
from counterproof.construct.leaks.registry import CHECKS, audit_leaks
from counterproof.construct.prompts import prompt_for
from counterproof.construct.run import construct
from counterproof.construct.sources import source_path
from counterproof.jobs.pool import Pool
from counterproof.jobs.shared import Shared
from counterproof.matter.arrangement import as_it_is
from counterproof.matter.h5ad import load
from counterproof.matter.write import write_h5ad
from counterproof.store.records import read_record
from counterproof.trials.plan import planned_trials

QUESTIONS = {
    "marker_nk": "Which gene marks NK cells best? NKG7 is one candidate.",
    "specificity_lyz": "Where is LYZ highest, and what do its lyz-rich cells tell?",
    "coexpression_cd79a": "Which gene goes with CD79A?",
    "abundance_mono": "Which group grows?",
}


def write(folder, **changes):
    root = write_tiny_study(folder, items=(), **changes)
    for name, question in QUESTIONS.items():
        write_item(root, name, question=question)
        path = root / "items" / f"{name}.yaml"
        path.write_text(path.read_text().replace("What do these cells show?", question))
    return open_study(root)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Four items with the arm, constructed once."""
    study = write(tmp_path_factory.mktemp("whole") / "tiny", arms=["standard", "anonymised"])
    made = construct(study, progress=False)
    return study, made, read_anonymised(study, made)


def names_of(study, item):
    return read_record(study.layout.anonymised_names(item), Renaming)


def test_every_variant_of_a_gene_item_keeps_its_supported_option(whole):
    _, made, hidden = whole
    before = {one.item: one for one in made}
    for item in ("marker_nk", "specificity_lyz", "coexpression_cd79a"):
        one = hidden[item]
        assert (one.excluded, one.detail) == (None, "")
        assert [check.expected for check in one.verifications if check.passed] == [
            check.expected for check in before[item].verifications
        ]


def test_renamed_files_pass_every_leak_check_beside_the_search_for_names(whole):
    for item in ("marker_nk", "specificity_lyz", "coexpression_cd79a"):
        leaks = whole[2][item].leaks
        assert [one.check for one in leaks] == [*RESIDUE, *(check.name for check in CHECKS)]
        assert all(one.passed for one in leaks)
    declared = {one.check for one in whole[2]["marker_nk"].leaks if one.declared}
    before = next(one for one in whole[1] if one.item == "marker_nk")
    assert declared == {one.check for one in before.leaks if one.declared} != set()


def test_a_leak_in_a_renamed_file_is_found_against_the_source_under_its_names(whole):
    study, _, hidden = whole
    one, names = hidden["marker_nk"], names_of(study, "marker_nk")
    path = source_path(study, "cells.h5ad")
    copy = study.layout.work.parent / "harmed"
    for variant in one.variants:
        (copy / variant.path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(study.layout.work / variant.path, copy / variant.path)
    order = renamed_arrangement(as_it_is(load(path), keep_obs=one.registration.keep_obs), names)
    write_h5ad(copy / next(each.path for each in one.variants if each.name == "null"), load(path), order)
    found = audit_leaks(one.variants, one.registration, work=copy, source=RenamedSource(path, names))
    told = next(check.evidence for check in found if check.check == "own order")
    assert told.startswith("null: its cells stand in the order of the source")


def test_an_item_without_a_name_to_hide_is_not_asked(whole):
    assert whole[2]["abundance_mono"].excluded == "nothing to hide"


def test_the_words_hold_the_names_of_the_data_and_no_real_one(whole):
    study, _, hidden = whole
    one, names = hidden["marker_nk"], names_of(study, "marker_nk")
    assert one.item.question == f"Which gene marks NK cells best? {names.genes['NKG7']} is one candidate."
    assert one.item.options == one.registration.targets
    assert one.item.options["A"] == names.genes["CD79A"]
    asked = hidden["specificity_lyz"].item.question
    assert asked.count(names_of(study, "specificity_lyz").genes["LYZ"]) == 1


def test_x_raw_and_layers_and_their_values_are_those_of_the_named_file(whole):
    study, made, hidden = whole
    names = names_of(study, "marker_nk").genes
    before = next(one for one in made if one.item == "marker_nk")
    for old, new in zip(before.variants, hidden["marker_nk"].variants, strict=True):
        one, other = (load(study.layout.work / variant.path) for variant in (old, new))
        for axis, table in one.axes.items():
            assert list(other.axes[axis].index) == [names[gene] for gene in table.index]
        for block, values in one.blocks.items():
            assert abs(values.matrix - other.blocks[block].matrix).sum() == 0


def test_items_have_names_of_their_own(whole):
    study, *_ = whole
    one, other = (names_of(study, item).genes for item in ("marker_nk", "coexpression_cd79a"))
    assert one.keys() == other.keys()
    assert not set(one.values()) & set(other.values())


def test_a_real_name_in_a_file_or_a_prompt_is_found(whole):
    study, made, _ = whole
    before = next(one for one in made if one.item == "marker_nk")
    paths = {variant.name: study.layout.work / variant.path for variant in before.variants}
    names = names_of(study, "marker_nk")
    assert "stands in" in files_residue("marker_nk", paths, names).evidence
    assert not files_residue("marker_nk", paths, names).passed
    prompt = prompt_for(study.item("marker_nk"), "original")
    assert "CD3D" in prompts_residue("marker_nk", [prompt], names).evidence


def test_what_stands_is_kept_and_a_harmed_file_is_made_again(whole):
    study, made, hidden = whole
    path = study.layout.work / hidden["marker_nk"].variants[0].path
    whole_bytes, stamp = path.read_bytes(), path.stat().st_mtime_ns
    pool = Pool(Shared(study.layout.work))
    again = partial(anonymise, study, made, path_of=partial(source_path, study), pool=pool, progress=False)
    again()
    assert path.stat().st_mtime_ns == stamp
    path.write_bytes(whole_bytes[:-1])
    again()
    assert path.read_bytes() == whole_bytes


def test_groups_get_names_where_asked_and_a_question_that_calls_them_otherwise_is_left_out(tmp_path):
    study = write(tmp_path / "tiny", arms=[{"name": "anonymised", "groups": True}])
    hidden = read_anonymised(study, construct(study, progress=False))
    one = hidden["marker_nk"]
    assert one.excluded is None
    assert one.registration.statistic.group.value.startswith("Group-")
    assert one.registration.statistic.group.value in one.item.question
    assert hidden["abundance_mono"].excluded == "not named as in the data"


def test_options_of_which_one_holds_a_gene_are_all_opaque_though_groups_are_not_asked_for(tmp_path):
    root = write_tiny_study(tmp_path / "tiny", items=("specificity_lyz",), arms=["standard", "anonymised"])
    (source,) = root.rglob("*.h5ad")
    cells = anndata.read_h5ad(source)
    cells.obs["kind"] = cells.obs["kind"].astype(str).replace("NK", "NKG7+ NK").astype("category")
    cells.write_h5ad(source)
    path = root / "items" / "specificity_lyz.yaml"
    text = path.read_text().replace("What do these cells show?", "Where is LYZ highest?")
    path.write_text(re.sub(r"\bNK$", "NKG7+ NK", text, flags=re.MULTILINE))
    study = open_study(root)
    assert "NKG7+ NK" in study.items[0].options.values()
    one = read_anonymised(study, construct(study, progress=False))["specificity_lyz"]
    assert one.excluded is None
    assert all(name.startswith("Group-") for name in one.registration.targets.values())
    assert set(one.item.options.values()) == set(one.registration.targets.values())
    assert "since some options hold the name of a gene" in one.detail


def test_agents_of_the_arm_get_the_renamed_files_prompts_and_briefs(whole):
    study, made, hidden = whole
    planned = planned_trials(study, made)
    arm = [trial for trial in planned if trial.key.arm == "anonymised"]
    assert {trial.key.item for trial in arm} == {"marker_nk", "specificity_lyz", "coexpression_cd79a"}
    for trial in arm:
        one = hidden[trial.key.item]
        assert trial.handout["brief"]["options"] == one.registration.targets
        assert trial.option_texts == one.item.options
        assert trial.data is None or trial.data.parent == study.layout.anonymised / trial.key.item
    named = {trial.key.prompt_sha256 for trial in planned if trial.key.arm == "standard"}
    assert not named & {trial.key.prompt_sha256 for trial in arm if trial.key.variant != "no_data_no_background"}
