from typing import get_args

from counterproof.domain.variant import DATA_VARIANTS, PROMPT_VARIANTS, VARIANTS, DataVariantName, VariantName


def test_the_lists_hold_every_name_once():
    assert get_args(VariantName) == VARIANTS
    assert get_args(DataVariantName) == DATA_VARIANTS


def test_a_variant_edits_the_data_or_the_prompt():
    assert (*DATA_VARIANTS, *PROMPT_VARIANTS) == VARIANTS
