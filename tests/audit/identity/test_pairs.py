import sys
from pathlib import Path

import pandas as pd

sys.path.append(str(Path(__file__).parent))

from replies import replies

from counterproof.audit.identity.pairs import paired_conditions, reply_groups, score_matrix


def two_replicates():
    first, second = replies({"named": [1, 0, 1], "blind": [1, 1, 0]}), replies({"named": [0, 0, 1], "blind": [1, 1, 0]})
    return pd.concat([first, second.assign(replicate=2)])


def test_the_registered_replicate_and_the_mean_stand_side_by_side():
    pairs = paired_conditions(two_replicates(), "named", "blind", replicate=1)
    assert pairs.a.tolist() == [0.5, 0, 1]
    assert pairs.first_a.tolist() == [True, False, True]
    assert pairs.n_replicates == 2
    assert pairs.chance.tolist() == [0.25] * 3


def test_only_instances_that_count_under_both_are_paired():
    frame = two_replicates()
    frame.loc[(frame["condition"] == "blind") & (frame["instance"] == "i001"), "excluded"] = True
    pairs = paired_conditions(frame, "named", "blind", replicate=1)
    assert pairs.instances == ("i000", "i002")


def test_instances_that_share_a_call_share_a_cluster():
    pairs = paired_conditions(replies({"named": [1] * 6, "blind": [0] * 6}, per_call=3), "named", "blind", replicate=1)
    assert pairs.cluster.tolist() == [0, 0, 0, 1, 1, 1]


def test_replies_of_one_instance_or_call_are_one_group_over_replicates():
    first = replies({"named": [1] * 6}, per_call=3)
    both = pd.concat([first, first.assign(replicate=2, call=first["call"] + "-again")])
    # The first replicate lost i000: it still belongs with those that it shared its second call with.
    both = both[~((both["replicate"] == 1) & (both["instance"] == "i000"))]
    assert reply_groups(both).tolist() == [0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1]


def test_a_score_matrix_leaves_out_what_lacks_a_condition():
    frame = two_replicates()
    frame = frame[~((frame["condition"] == "blind") & (frame["instance"] == "i002"))]
    assert score_matrix(frame, ["named", "blind"]).index.tolist() == ["i000", "i001"]
