"""A whole audit on counts of one donor: the reference agents land, and what is excluded has a true reason."""

import pytest


@pytest.fixture(scope="module")
def audit(audited, shared):
    return audited("pbmc3k", shared / "data" / "pbmc3k" / "pbmc3k_hvg2000_counts.h5ad")


def test_the_reference_agents_land_where_they_must(audit):
    assert audit.findings.holds, audit.findings.instrument.to_string()
    assert len(audit.decidable) >= 6


def test_only_an_item_whose_gene_is_not_among_the_two_thousand_is_excluded(audit):
    assert audit.excluded == {"marker_cd8_cd8a": "gene absent"}


def test_no_check_finds_a_leak_although_the_library_size_is_kept(audit):
    for one in audit.decidable:
        assert "n_counts_all_genes" in one.registration.keep_obs
        assert all(check.passed and not check.declared for check in one.leaks), one.item


def test_types_show_through_an_exchange_of_labels(audit):
    told = {one.item: one.predictability for one in audit.decidable if one.predictability}
    assert {"specificity_s100a8_cd14", "specificity_ms4a1_b", "expression_nk_b_nkg7"} == set(told)
    assert all(found.accuracy > 0.9 for (found,) in told.values())
