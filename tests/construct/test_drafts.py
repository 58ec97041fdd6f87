import pytest
from made_up_audit import made_up_item

from counterproof.construct.drafts import refuse_drafts
from counterproof.domain.loaded_item import DraftItem
from counterproof.domain.problem import InputError


def draft(name):
    return DraftItem.model_validate(made_up_item(name).model_dump() | {"draft": True})


def test_items_that_somebody_accepted_are_let_through():
    refuse_drafts([])
    refuse_drafts([made_up_item("one"), made_up_item("two")])


def test_every_draft_is_named_by_its_file_with_the_way_to_accept_it():
    with pytest.raises(InputError, match="is a draft from the question's words") as raised:
        refuse_drafts([draft("one"), made_up_item("two"), draft("three")])
    assert [problem.file for problem in raised.value.problems] == ["one.yaml", "three.yaml"]
    assert all("take the line `draft: true` out" in problem.fix for problem in raised.value.problems)
