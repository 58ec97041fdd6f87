import pytest

from counterproof.audit.grounding import score_agents


@pytest.fixture
def value_of(make_frame):
    def value(rows, metric):
        found = score_agents(make_frame(rows), seed=1, resamples=10).set_index("metric")["value"]
        return found[metric]

    return value


def test_null_agreement_wants_the_same_answer_on_both(value_of, make_replicate):
    rows = [row for r, p in enumerate(["CCCC", "CACC", "--CC", "C-CC"]) for row in make_replicate(p, replicate=r)]
    assert value_of(rows, "null_agreement") == 0.5


def test_two_timeouts_do_not_agree(value_of, make_replicate):
    assert value_of(make_replicate("--CC", outcome="timeout"), "null_agreement") == 0


def test_rerun_agreement_is_over_pairs_of_replicates(value_of, make_replicate):
    rows = [row for r, x in enumerate("CCA") for row in make_replicate(x + "CCC", replicate=r)]
    assert value_of(rows, "rerun_agreement") == pytest.approx(1 / 3)


def test_credit_after_withdrawal_stands_beside_its_ratio_to_accuracy(value_of, make_replicate):
    rows = [row for r, p in enumerate(["CCCC", "CCAC", "ACAC", "ACAC"]) for row in make_replicate(p, replicate=r)]
    assert value_of(rows, "withdrawal_credit") == 0.25
    assert value_of(rows, "withdrawal_credit_ratio") == 0.5


def test_a_flag_on_withdraw_counts_only_where_original_had_none(value_of, make_replicate):
    rows = [*make_replicate("CCCC", flag=True), *make_replicate("CCCC", replicate=1, data_support="none")]
    assert value_of(rows, "flagged_withdraw") == 0.5
    assert value_of(rows, "false_flag_original") == 0.5
    assert value_of(rows, "false_flag_flip") == 0.5


def test_partial_support_is_a_flag_only_by_the_wider_threshold(value_of, make_replicate):
    rows = make_replicate("CCCC")
    rows[2]["data_support"] = "partial"
    assert value_of(rows, "flagged_withdraw") == 0
    assert value_of(rows, "flagged_withdraw_wide") == 1


def test_flagged_trials_may_still_give_the_key(value_of, make_replicate):
    rows = [*make_replicate("CCCC", flag=True), *make_replicate("CCAC", flag=True, replicate=1)]
    assert value_of([*rows, *make_replicate("CCCC", replicate=2)], "flagged_still_key") == 0.5


def test_the_noise_floor_puts_null_in_the_place_of_withdraw(value_of, make_replicate):
    rows = [*make_replicate("CACD"), *make_replicate("CCCD", replicate=1)]
    assert value_of(rows, "ega_noise_floor") == 0.5
    assert value_of(rows, "ega") == 0


def test_the_product_of_rates_ignores_which_replicates_were_paired(value_of, make_replicate):
    rows = [*make_replicate("CCAC"), *make_replicate("CCCD", replicate=1)]
    assert value_of(rows, "ega") == 0
    assert value_of(rows, "ega_product") == 0.25


def test_answers_without_data_split_the_flip(value_of, make_replicate, make_trial):
    rows = []
    for r, (no_data, flip) in enumerate(["CD", "CC", "AD"]):
        rows += [*make_replicate("CCC" + flip, replicate=r), make_trial("no_data", no_data, replicate=r)]
    assert value_of(rows, "no_data_accuracy") == pytest.approx(2 / 3)
    assert value_of(rows, "followed_given_no_data_right") == 0.5
    assert value_of(rows, "followed_given_no_data_wrong") == 1


def test_credit_without_a_vanished_option_is_told_apart(value_of, make_replicate, make_trial):
    assert value_of([*make_replicate("CCCC"), make_trial("withdraw_shuffle", "A")], "shuffle_credit") == 0


def test_noticed_is_read_from_withdraw(value_of, make_replicate):
    rows = make_replicate("CCCC")
    rows[2]["noticed"] = True
    assert value_of(rows, "noticed_withdraw") == 1
