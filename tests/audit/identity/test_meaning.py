from counterproof.audit.identity.meaning import meaning_of
from counterproof.domain.identity_study import DEFAULT_CONTRASTS


def test_every_default_contrast_has_a_meaning_of_its_own():
    told = [meaning_of(one.a, one.b) for one in DEFAULT_CONTRASTS]
    assert len(set(told)) == len(told)
    assert not [one for one in told if "no reading was registered" in one.cannot]


def test_an_unregistered_contrast_says_that_it_has_none():
    assert "no reading was registered" in meaning_of("delete", "placebo").cannot
