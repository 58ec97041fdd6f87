import pandas as pd

from counterproof.audit.groups import grouped
from counterproof.audit.paired import pair_variants


def test_rows_number_the_complete_replicates_and_the_rest_is_counted(make_frame, make_replicate):
    rows = [row for agent in "ab" for r in range(3) for row in make_replicate("CCAD", agent=agent, replicate=r)]
    table = make_frame(rows)
    table.loc[(table["agent"] == "a") & (table["replicate"] == 0) & (table["variant"] == "flip"), "outcome"] = (
        "infra_error"
    )
    table = table[~((table["agent"] == "b") & (table["replicate"] > 0) & (table["variant"] == "flip"))]
    paired = pair_variants(table)
    groups = list(grouped(paired, paired.index["agent"], pd.Series("all", index=paired.index.index)))
    assert [group.names for group in groups] == [("a", "all"), ("b", "all")]
    assert [group.rows.tolist() for group in groups] == [[0, 1], [2]]
    assert [group.dropped for group in groups] == [
        {"n_excluded": 1, "n_incomplete": 0},
        {"n_excluded": 0, "n_incomplete": 2},
    ]
