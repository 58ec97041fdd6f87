import pytest

from counterproof.audit.answers import ANSWERS, answers_by_variant


def test_answers_are_key_flip_other_abstained_or_none(make_frame, make_trial):
    rows = [make_trial("flip", letter, replicate=r) for r, letter in enumerate(["C", "D", "A", ""])]
    rows += [make_trial("flip", replicate=r, outcome=o) for r, o in enumerate(["timeout", "infra_error"], start=4)]
    found = answers_by_variant(make_frame(rows))
    assert found["answer"].tolist() == list(ANSWERS)
    assert found["share"].tolist() == pytest.approx([0.2] * 5)
    assert found["n_trials"].tolist() == [5] * 5


def test_items_count_alike_however_often_they_ran(make_frame, make_trial):
    rows = [make_trial("flip", "C", replicate=r) for r in range(3)] + [make_trial("flip", "D", item="i1")]
    assert answers_by_variant(make_frame(rows)).set_index("answer")["share"][["key", "flip"]].tolist() == [0.5, 0.5]


def test_shares_of_an_agent_and_variant_add_to_one_in_the_order_of_variants(make_frame, make_replicate):
    found = answers_by_variant(make_frame([*make_replicate("CA-D"), *make_replicate("CCCC", agent="b")]))
    assert found.groupby(["agent", "variant"])["share"].sum().tolist() == pytest.approx([1] * 8)
    assert found["variant"].unique().tolist() == ["original", "null", "withdraw", "flip"]


def test_no_trial_gives_an_empty_table(make_frame):
    assert answers_by_variant(make_frame([])).empty
