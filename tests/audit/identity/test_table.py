import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "trials"))

from identity_made_up import opened

from counterproof.audit.identity.table import DTYPES, reply_table
from counterproof.trials.call_run import read_calls, run_calls


def test_a_row_a_reply_with_what_was_asked_and_said(tmp_path):
    study = opened(tmp_path, n=6, conditions=["named", "control-95", "recall"], instances_per_call=4)
    run_calls(study)
    table = reply_table(study, read_calls(study))
    assert len(table) == 5 * (6 + 6 + 10)
    assert {name: str(kind) for name, kind in table[list(DTYPES)].dtypes.items()} == DTYPES
    reader = table[(table["agent"] == "reader") & (table["condition"] == "named")]
    assert reader["correct"].all()
    assert reader["call"].nunique() == 3
    assert set(table["by_fame"]) <= {"well known", "little known"}
    obedient = table[(table["agent"] == "obedient") & (table["condition"] == "control-95")]
    assert obedient["followed"].all()
    recall = table[(table["agent"] == "knower") & (table["condition"] == "recall")]
    assert recall.groupby("stratum")["recognised"].mean().to_dict() == {"benchmark": 1, "nonexistent": 0, "outside": 0}
    assert recall["recalled_count"].dropna().tolist() == recall["recorded_count"].dropna().tolist()
