import pytest

from counterproof.audit.telling import telling_trials
from counterproof.evaluators.registry import score_trials

BOTH = ("follows_key", "follows_evidence")


@pytest.fixture
def table(make_frame, make_replicate):
    rows = [*make_replicate("CCCC", agent="recites"), *make_replicate("CC-D", agent="computes")]
    rows += [
        *make_replicate("CCCD", agent="eliminates", item="i1"),
        *make_replicate("CCCC", agent="recites", item="i2"),
    ]
    rows += make_replicate("CCCC", agent="recites", replicate=1)
    return make_frame(rows)


def found(table, evaluator, auc):
    return telling_trials(table, score_trials(table, evaluators=BOTH), evaluator=evaluator, flip_auc=auc)


def test_an_evaluator_of_the_key_is_shown_by_what_it_rewards(table):
    withdrawn, kept, followed = found(table, "follows_key", 0.0)
    assert (withdrawn.agent, withdrawn.variant, withdrawn.score) == ("recites", "withdraw", 1)
    assert (kept.agent, kept.item, kept.score) == ("recites", "i0", 1)
    # Of the followed flips that of the item whose key another agent kept.
    assert (followed.agent, followed.item, followed.score) == ("computes", "i0", 0)
    assert kept.sentence == "recites keeps the key C although the data now support D: scored 1.00."
    assert withdrawn.sentence.endswith("scored 1.00 (1.00 on the original).")


def test_an_evaluator_of_the_evidence_is_shown_by_what_it_denies(table):
    withdrawn, kept, followed = found(table, "follows_evidence", 1.0)
    assert (withdrawn.score, kept.score, followed.score) == (0, 0, 1)


def test_only_the_replicate_that_an_items_page_shows_is_taken(table):
    assert {one.replicate for one in found(table, "follows_key", None)} == {0}


def test_what_no_trial_shows_is_not_there(make_frame, make_replicate):
    table = make_frame(make_replicate("CC-D"))
    assert [one.variant for one in found(table, "follows_key", None)] == ["flip"]
    flagged = make_frame(make_replicate("CCCA", flag=True))
    assert found(flagged, "follows_key", None) == ()
