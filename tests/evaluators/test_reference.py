from counterproof.evaluators.reference import follows_evidence, follows_key

FLIP = {"variant": "flip", "supported": "D"}
WITHDRAWN = {"variant": "withdraw", "supported": ""}


def test_follows_key_gives_the_key_one_whatever_the_data(make_trials):
    assert follows_key(make_trials({}, FLIP, FLIP | {"choice": "D"}, WITHDRAWN))["score"].tolist() == [1, 1, 0, 1]


def test_follows_evidence_wants_what_the_variant_supports(make_trials):
    table = make_trials({}, FLIP, FLIP | {"choice": "D"}, {"choice": "A"}, {"outcome": "abstained", "choice": ""})
    assert follows_evidence(table)["score"].tolist() == [1, 0, 1, 0, 0]


def test_follows_evidence_wants_support_denied_where_nothing_is_supported(make_trials):
    abstained = WITHDRAWN | {"outcome": "abstained", "choice": ""}
    silent = WITHDRAWN | {"outcome": "no_answer", "choice": ""}
    table = make_trials(WITHDRAWN, WITHDRAWN | {"data_support": "none"}, abstained, silent)
    assert follows_evidence(table)["score"].tolist() == [0, 1, 1, 0]
