import sys
from pathlib import Path

import pandas as pd
import pytest

sys.path.append(str(Path(__file__).parent))

from replies import replies, study

from counterproof.audit.identity.probes import control_table, floor_table, reidentification_table
from counterproof.domain.instance import Instance


def test_a_line_may_be_followed_and_be_worth_nothing():
    frame = replies({"control-random": [1, 0, 0, 0]}, planted=["A", "B", "B", "C"], followed=[True, True, True, False])
    row = control_table(frame, study()).iloc[0]
    assert (row["value"], row["accuracy"], row["line"]) == (0.75, 0.25, 0.25)


def test_names_given_back_are_counted_by_their_source():
    frame = replies(
        {"reidentify-blind": [0] * 4, "reidentify-functional": [0] * 4}, named_it=[True, False, False, False]
    )
    assert reidentification_table(frame, study()).set_index("from")["value"].to_dict() == {
        "blind": 0.25,
        "functional": 0.25,
    }


def test_prompts_without_a_name_and_reruns_show_the_floor():
    frame = replies({"named": [1, 1, 0, 0], "blind": [1, 0, 0, 0]})
    second = replies({"named": [1, 1, 1, 0]}).assign(replicate=2)
    plain = {
        f"i{n:03d}": Instance(id=f"i{n:03d}", question="q", options={"A": "a", "B": "b"}, key="A") for n in range(4)
    }
    found = floor_table(pd.concat([frame, second]), plain, study(replicates=2)).set_index("floor")
    assert found.loc["no name: named and blind", "value"] == pytest.approx(0.75)
    assert found.loc["no name: named and blind", "first"] == 0.5
    assert found.loc["rerun: replicates 1 and 2 of named", "value"] == pytest.approx(0.75)


def test_two_replies_without_a_choice_do_not_agree_unless_both_abstained():
    frame = replies({"named": [1, 0, 0]}, outcome=["answered", "timeout", "abstained"], choice=["A", "", ""])
    frame = pd.concat([frame, frame.assign(replicate=2)])
    found = floor_table(frame, {}, study(replicates=2)).set_index("floor")
    assert found.loc["rerun: replicates 1 and 2 of named", "value"] == pytest.approx(2 / 3)


def test_a_study_without_such_prompts_says_so():
    found = floor_table(replies({"named": [1]}), {}, study())
    assert set(found["reason"]) == {"no such pair of prompts in this study"}
