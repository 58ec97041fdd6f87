import pytest

from counterproof.construct.prompts import INSUFFICIENT, abstain_letter, prompt_for
from counterproof.domain.item import DataSource, Item
from counterproof.domain.variant import DATA_VARIANTS, VARIANTS


@pytest.fixture
def item():
    return Item(
        id="nk",
        family="marker",
        question="Which gene marks NK cells?",
        background="Cells of one donor.",
        options={"A": "CD79A", "B": "NKG7"},
        key="B",
        data=DataSource(source="scanpy:pbmc68k_reduced"),
    )


def test_prompt_is_the_same_for_every_data_variant(item):
    assert len({prompt_for(item, name) for name in DATA_VARIANTS}) == 1


def test_no_data_leaves_out_only_the_data_paragraph(item):
    full, less = prompt_for(item, "original"), prompt_for(item, "no_data")
    head, tail = full.split("## Data")
    assert less == head + tail[tail.index("## How to answer") :]
    assert "data.h5ad" not in less


def test_no_background_leaves_out_the_background_too(item):
    prompt = prompt_for(item, "no_data_no_background")
    assert "Cells of one donor" not in prompt
    assert "Which gene marks NK cells?" in prompt


def test_prompt_names_no_variant(item):
    for name in VARIANTS:
        words = prompt_for(item, name).lower()
        assert not any(word in words for word in ("withdraw", "flip", "original", "variant", "counterproof"))


def test_the_abstention_arm_adds_one_option_and_nothing_else(item):
    plain, more = prompt_for(item, "original"), prompt_for(item, "original", arm="abstain_option")
    added = f"C. {INSUFFICIENT}\n"
    assert (added in more, more.replace(added, "")) == (True, plain)
    assert len({prompt_for(item, name, arm="abstain_option") for name in DATA_VARIANTS}) == 1
    assert (abstain_letter(item, arm="abstain_option"), abstain_letter(item, arm="standard")) == ("C", None)


def test_an_item_with_an_option_z_has_no_letter_left(item):
    full = item.model_copy(update={"options": {"A": "CD79A", "Z": "NKG7"}})
    with pytest.raises(ValueError, match="no letter left"):
        abstain_letter(full, arm="abstain_option")
