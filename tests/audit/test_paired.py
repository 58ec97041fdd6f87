import numpy as np
import pytest

from counterproof.audit.paired import pair_variants, responses


def test_trials_of_one_replicate_stand_in_one_row(make_frame, make_replicate):
    table = make_frame([*make_replicate("CCAD"), *make_replicate("CCCC", replicate=1)])
    paired = pair_variants(table.sample(frac=1, random_state=1))
    did = responses(paired.table)
    assert paired.index["replicate"].tolist() == [0, 1]
    assert paired.true(did.correct, "withdraw").tolist() == [False, True]
    assert paired.true(did.flipped, "flip").tolist() == [True, False]
    assert not paired.has("no_data").any()
    assert np.isnan(paired.at(table["seconds"].to_numpy(), "no_data", absent=np.nan)).all()


@pytest.mark.parametrize("variant", ["original", "null", "withdraw", "flip"])
def test_broken_machinery_on_a_core_variant_excludes_the_replicate(make_frame, make_replicate, variant):
    table = make_frame([*make_replicate("CCAD"), *make_replicate("CCAD", replicate=1)])
    table.loc[(table["variant"] == variant) & (table["replicate"] == 1), "outcome"] = "infra_error"
    paired = pair_variants(table)
    assert paired.index["excluded"].tolist() == [False, True]
    assert len(paired.complete().index) == 1


def test_a_needed_variant_that_was_not_run_leaves_the_replicate_incomplete(make_frame, make_replicate):
    rows = make_replicate("CCAD")
    paired = pair_variants(make_frame([row for row in rows if row["variant"] != "flip"]))
    assert paired.index[["excluded", "incomplete"]].to_numpy().tolist() == [[False, True]]


def test_a_replicate_without_null_is_complete(make_frame, make_replicate):
    rows = make_replicate("CCAD")
    assert len(pair_variants(make_frame([r for r in rows if r["variant"] != "null"])).complete().index) == 1


def test_support_that_was_not_stated_is_no_flag(make_frame, make_trial):
    stated = enumerate(["full", "partial", "none", None])
    did = responses(make_frame([make_trial("withdraw", "C", replicate=r, data_support=s) for r, s in stated]))
    assert did.flagged.tolist() == [False, False, True, False]
    assert did.flagged_wide.tolist() == [False, True, True, False]


def test_two_trials_for_one_place_are_refused(make_frame, make_trial):
    rows = [make_trial("original", "C"), make_trial("original", "D")]
    with pytest.raises(ValueError, match="two trials of agent 'a' on item 'i0', variant 'original', replicate 0"):
        pair_variants(make_frame(rows))


def test_mixed_arms_are_refused(make_frame, make_trial):
    rows = [make_trial("original", "C"), make_trial("null", "D", arm="anonymised")]
    with pytest.raises(ValueError, match="the table has anonymised, standard: choose one"):
        pair_variants(make_frame(rows))


def test_an_unknown_variant_is_refused(make_frame, make_trial):
    with pytest.raises(ValueError, match="unknown variant 'shaken': the variants are original"):
        pair_variants(make_frame([make_trial("shaken", "C")]))
