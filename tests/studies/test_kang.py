"""A whole audit on counts with donors and conditions: two donors, without and with interferon-beta."""

import pytest


@pytest.fixture(scope="module")
def audit(audited, shared):
    return audited("kang", shared / "data" / "kang" / "kang_ifnb_2donor_counts.h5ad")


def test_the_reference_agents_land_where_they_must(audit):
    assert audit.findings.holds, audit.findings.instrument.to_string()
    assert len(audit.decidable) >= 6


def test_what_is_excluded_has_a_true_reason(audit):
    assert audit.excluded == {"expression_fcgr3a_apobec3a": "gene absent", "specificity_cd14_mono": "leak"}
    # A file without CD14 that speaks of CD14+ monocytes says what was taken out.
    assert audit.made["specificity_cd14_mono"].detail == (
        "removed names: withdraw: the removed name CD14 stands in obs/cell_type/categories"
    )


def test_no_check_finds_a_leak(audit):
    assert all(check.passed and not check.declared for one in audit.decidable for check in one.leaks)


def test_an_exchange_of_conditions_is_told_across_donors(audit):
    found = audit.made["expression_mono_cxcl10"].predictability[0]
    assert found.labels == ("stim", "ctrl")
    assert found.held_out == "donor"
    assert found.n_folds == 2
    # Interferon changes hundreds of genes: who knows them sees that the conditions were exchanged.
    assert found.accuracy > 0.9
