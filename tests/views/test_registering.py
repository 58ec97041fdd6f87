import re

import pytest
from tiny_study import write_item, write_tiny_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct
from counterproof.domain.loaded_item import DraftItem
from counterproof.views.note import Note
from counterproof.views.registering import Registering, register_by_looking

GROUP = {"statistic": "marker", "group": {"column": "kind", "value": "NK"}}
LOADED = """\
id: elsewhere
family: none
benchmark: labbench
source_id: "1"
question: Which one?
options: {A: one, B: two}
key: A
"""


@pytest.fixture
def folder(tmp_path):
    """A study of two items, one of which has lost its registration."""
    folder = write_tiny_study(tmp_path / "study", items=["marker_nk", "coexpression_cd79a"])
    file = folder / "items" / "marker_nk.yaml"
    file.write_text("# mine\n" + re.sub(r"registration:\n(  .*\n)+", "", file.read_text()))
    return folder


def text_of(folder, item="marker_nk"):
    return (folder / "items" / f"{item}.yaml").read_text()


def choose(view, **fields):
    """What the browser sends when something is chosen."""
    view.form.choice = {**view.form.choice, **fields}


def ask(view, what, **more):
    view.form._handle_custom_msg({"ask": what, "choice": view.form.choice, "replace": False, **more}, [])


def test_the_first_item_that_waits_is_opened_and_says_what_is_missing(folder):
    view = register_by_looking(open_study(folder))
    assert view.form.item["id"] == "marker_nk"
    assert view.form.facts["verdict"]["lines"] == ["Still to choose: the group of cells."]
    assert view.form.text == ""
    assert [column["name"] for column in view.form.choices["columns"]] == ["condition", "donor", "kind"]


def test_a_choice_is_answered_with_the_verdict_and_what_would_be_written(folder):
    view = register_by_looking(open_study(folder))
    before = text_of(folder)
    choose(view, ask=GROUP)
    assert view.form.facts["verdict"]["title"].startswith("The data decide this item: NKG7 leads by")
    assert "resamples of the cells support it too" in view.form.facts["verdict"]["lines"][0]
    assert view.form.text.startswith("registration:\n  ask: {statistic: marker, group: {kind: NK}}\n  block: raw\n")
    assert view.form.changed
    assert text_of(folder) == before


def test_saving_writes_the_registration_and_the_study_is_constructed_from_it(folder):
    view = register_by_looking(open_study(folder))
    choose(view, ask=GROUP, after_deletion="declare")
    ask(view, "save")
    assert (view.form.failed, view.form.status[:31]) == (False, "Saved into items/marker_nk.yaml")
    assert text_of(folder).startswith("# mine\n")
    assert not view.form.changed
    assert view.form.item["accepted"]
    made = {one.item: one for one in construct(open_study(folder), progress=False)}
    assert made["marker_nk"].excluded is None
    assert made["marker_nk"].registration.after_viewing


def test_nothing_is_saved_while_something_is_missing(folder):
    view = register_by_looking(open_study(folder))
    before = text_of(folder)
    ask(view, "save")
    assert (view.form.failed, view.form.status) == (True, "NOT saved")
    assert "still to choose: the group of cells" in view.form.problems[0]
    assert text_of(folder) == before


def test_a_registered_item_opens_with_what_is_registered_and_is_replaced_only_on_purpose(folder):
    construct(open_study(folder), progress=False)
    view = register_by_looking(open_study(folder), "coexpression_cd79a")
    assert view.form.item["state"] == "is registered, and frozen"
    assert "trials count no more" in view.form.item["replacing"]
    assert not view.form.changed
    assert view.form.facts["holds"]
    assert "after_viewing" not in view.form.text
    before = text_of(folder, "coexpression_cd79a")
    choose(view, flip_to="A")
    assert view.form.changed
    ask(view, "save")
    assert "holds an accepted registration already" in view.form.problems[0]
    assert text_of(folder, "coexpression_cd79a") == before
    ask(view, "save", replace=True)
    assert not view.form.failed
    (made,) = construct(open_study(folder), progress=False)
    assert (made.registration.flip_to, made.registration.after_viewing) == ("A", True)


def test_an_item_that_would_have_frozen_ones_refused_is_not_saved(folder):
    construct(open_study(folder), progress=False)
    view = register_by_looking(open_study(folder))
    choose(view, ask=GROUP)
    assert "would be refused" in view.form.facts["verdict"]["lines"][-1]
    ask(view, "save")
    assert "keep other columns" in view.form.problems[0]
    assert "registration" not in text_of(folder)


def test_a_draft_is_opened_and_accepted_by_saving(folder):
    write_item(folder, "marker_nk")
    file = folder / "items" / "marker_nk.yaml"
    file.write_text(f"draft: true\n{file.read_text()}")
    opened = open_study(folder)
    assert isinstance(opened.item("marker_nk"), DraftItem)
    view = register_by_looking(opened)
    assert "saving accepts it" in view.form.item["state"]
    assert view.form.changed
    ask(view, "save")
    assert not view.form.failed
    assert "draft" not in text_of(folder)


def test_a_rehearsal_builds_everything_and_leaves_nothing(folder):
    view = register_by_looking(open_study(folder))
    choose(view, ask=GROUP)
    before = sorted(folder.rglob("*"))
    ask(view, "rehearse")
    assert view.form.status.startswith("Built in a temporary folder. The item would be excluded as leak: sums of rows")
    choose(view, after_deletion="declare")
    ask(view, "rehearse")
    assert "files show what they must, no leak found by 15 checks, beside 1 declared" in view.form.status
    assert sorted(folder.rglob("*")) == before


def test_genes_are_looked_up_in_the_chosen_block(folder):
    view = register_by_looking(open_study(folder))
    sent = []
    view.form.send = lambda content, *_: sent.append(content)
    view.form._handle_custom_msg({"genes": "cd7", "field": "target-A"}, [])
    assert sent == [{"genes": ["CD79A", "CD79B"], "field": "target-A"}]


def test_a_choice_that_cannot_be_made_is_told(folder):
    view = register_by_looking(open_study(folder))
    choose(view, ask=GROUP, flip="exchange_labels")
    assert view.form.facts["verdict"]["title"] == "This registration cannot be made."
    choose(view, ask={"statistic": "marker", "group": 3})
    assert view.form.facts["verdict"]["tone"] == "bad"


def test_what_the_kernel_cannot_write_is_told_as_not_saved(folder):
    view = register_by_looking(open_study(folder))
    choose(view, ask=GROUP)
    (folder / "items" / "marker_nk.yaml").unlink()
    ask(view, "save")
    assert (view.form.failed, view.form.status[:9]) == (True, "NOT saved")


def test_items_that_no_statistic_of_cells_can_decide_say_why(folder):
    (folder / "items" / "elsewhere.yaml").write_text(LOADED)
    note = register_by_looking(open_study(folder), "elsewhere")
    assert isinstance(note, Note)
    assert note.text == "elsewhere cannot be registered here: no data file of it is here."
    with pytest.raises(KeyError, match="has no item 'nothing'"):
        register_by_looking(open_study(folder), "nothing")


def test_data_that_cannot_be_read_are_told_and_end_no_notebook(folder):
    (folder / "items" / "elsewhere.yaml").write_text(LOADED + "data: {source: nowhere.h5ad}\n")
    note = register_by_looking(open_study(folder), "elsewhere")
    assert "nowhere.h5ad" in note.text


def test_every_choice_is_answered_also_when_nothing_changes(folder):
    view = register_by_looking(open_study(folder))
    choose(view, ask=GROUP, of=1)
    choose(view, of=2)
    assert view.form.facts["of"] == 2


def test_the_plain_twin_has_the_same_facts(folder):
    view = register_by_looking(open_study(folder), "coexpression_cd79a")
    assert isinstance(view, Registering)
    bundle = view._repr_mimebundle_()
    assert "The data decide this item: CD79B leads by" in bundle["text/html"]
    assert "What each edit would do" in bundle["text/html"]
    assert bundle["text/plain"].startswith("Registration of coexpression_cd79a: The data decide this item")
