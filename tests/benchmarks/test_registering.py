import anndata
import numpy as np
import pandas as pd
import pytest
import yaml

from counterproof.benchmarks.own import open_study
from counterproof.benchmarks.registering import read_item_file, save_registration, text_with, with_registration
from counterproof.domain.item import Item
from counterproof.domain.loaded_item import DraftItem, LoadedItem
from counterproof.domain.problem import InputError

REGISTRATION = {
    "ask": {"statistic": "marker", "group": {"kind": "NK"}},
    "block": "X",
    "block_class": "log",
    "flip_to": "A",
    "after_viewing": True,
}
BARE = """\
# mine
id: nk
family: marker
question: Which gene marks NK cells?
options: {A: CD79A, B: NKG7}   # two
key: B
data: {source: cells.h5ad}
"""
LOADED = """\
id: nk
family: none
benchmark: labbench
source_id: "17"
question: Which gene marks NK cells?
options: {A: CD79A, B: NKG7}
key: B
data: {source: cells.h5ad}
canary: do not train
"""
AGENTS = [{"name": "analyst", "kind": "reference", "route": "analyst"}]


@pytest.fixture
def study(tmp_path):
    """A study of one item with this text."""

    def write(text=BARE):
        (tmp_path / "items").mkdir(exist_ok=True)
        (tmp_path / "items" / "nk.yaml").write_text(text, encoding="utf-8")
        (tmp_path / "study.yaml").write_text(yaml.safe_dump({"study": "small", "agents": AGENTS, "seed": 1}))
        obs = pd.DataFrame({"kind": ["NK", "NK", "B", "B"]}, index=list("abcd"), dtype="category")
        values = np.array([[0.25, 2.5], [0.5, 2.25], [1.5, 0.5], [1.25, 0.75]])
        anndata.AnnData(values, obs=obs, var=pd.DataFrame(index=["CD79A", "NKG7"])).write_h5ad(tmp_path / "cells.h5ad")
        return open_study(tmp_path)

    return write


def save(opened, registration=REGISTRATION, **more):
    return save_registration(opened, read_item_file(opened, "nk"), registration, **more)


def text_of(opened):
    return (opened.layout.study / "items" / "nk.yaml").read_text(encoding="utf-8")


def problems(opened, registration, **more):
    before = text_of(opened)
    with pytest.raises(InputError) as told:
        save(opened, registration, **more)
    assert text_of(opened) == before
    return [f"{problem.place}: {problem.wrong}" for problem in told.value.problems]


def test_a_registration_is_saved_and_the_study_opens_with_it(study):
    opened = study()
    save(opened)
    assert text_of(opened).startswith(BARE)
    item = open_study(opened.layout.study).item("nk")
    assert item.registration.after_viewing
    assert item.registration.ask.group.value == "NK"


def test_a_draft_is_accepted_by_saving(study):
    opened = study(
        BARE + "draft: true\nregistration: {ask: {statistic: marker, group: {kind: B}}, block: X, "
        "block_class: log, flip_to: A}\n"
    )
    assert isinstance(opened.item("nk"), DraftItem)
    assert not read_item_file(opened, "nk").accepted
    save(opened)
    item = open_study(opened.layout.study).item("nk")
    assert type(item) is Item
    assert "draft" not in text_of(opened)


def test_an_item_of_another_benchmark_becomes_one_of_ours_and_its_origin_stays_as_comments(study):
    opened = study(LOADED)
    assert isinstance(opened.item("nk"), LoadedItem)
    save(opened)
    assert (type(open_study(opened.layout.study).item("nk")), text_of(opened).count("\n# ")) == (Item, 3)
    assert '# source_id: "17"' in text_of(opened)
    assert "family: marker" in text_of(opened)


def test_every_problem_is_told_and_nothing_is_written(study):
    opened = study()
    wrong = REGISTRATION | {"block_class": "counts", "ask": {"statistic": "marker", "group": {"kind": "T"}}}
    assert problems(opened, wrong) == [
        "registration.block_class: the values of block 'X' are log, not counts",
        "registration.ask.group: no cell has this value in 'kind'",
    ]
    assert problems(opened, REGISTRATION | {"flip_to": "B"}) == [
        "registration: flip_to 'B' is the key: a flip must support another option"
    ]
    assert problems(opened, {"ask": {}}) != []


def test_an_accepted_registration_is_replaced_only_on_purpose(study):
    opened = study()
    save(opened)
    other = REGISTRATION | {"withdraw": "delete_group"}
    assert problems(opened, other) == ["registration: holds an accepted registration already"]
    frozen = opened.layout.registration("nk")
    frozen.parent.mkdir(parents=True)
    frozen.write_text("{}")
    assert problems(opened, other) == ["registration: holds an accepted registration already"]
    save(opened, other, replace=True)
    assert not frozen.exists()
    assert open_study(opened.layout.study).item("nk").registration.withdraw == "delete_group"


def test_a_refused_replacement_leaves_the_frozen_registration(study):
    opened = study()
    save(opened)
    frozen = opened.layout.registration("nk")
    frozen.parent.mkdir(parents=True)
    frozen.write_text("{}")
    problems(opened, REGISTRATION | {"block": "raw"}, replace=True)
    assert frozen.exists()


def test_a_file_that_changed_meanwhile_is_not_overwritten(study):
    opened = study()
    file = read_item_file(opened, "nk")
    (opened.layout.study / "items" / "nk.yaml").write_text(BARE.replace("two", "2"), encoding="utf-8")
    with pytest.raises(InputError, match="has changed since it was read"):
        save_registration(opened, file, REGISTRATION)
    assert "# 2" in text_of(opened)


def test_a_file_that_is_gone_or_no_item_is_told(study):
    opened = study()
    (opened.layout.study / "items" / "nk.yaml").write_text("- a list\n")
    with pytest.raises(InputError, match="holds no keys"):
        read_item_file(opened, "nk")
    with pytest.raises(InputError, match=r"items/other\.yaml: cannot be read"):
        read_item_file(opened, "other")


def test_a_name_that_yaml_would_read_as_something_else_is_saved_as_it_is(study):
    opened = study()
    file = read_item_file(opened, "nk")
    odd = REGISTRATION | {"ask": {"statistic": "marker", "group": {"kind": "NO"}}}
    assert yaml.safe_load(text_with(file, odd))["registration"]["ask"]["group"] == {"kind": "NO"}
    assert with_registration(file, odd).record.registration.ask.group.value == "NO"
