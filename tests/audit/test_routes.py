import pytest

from counterproof.audit.routes import route_table


@pytest.mark.parametrize(
    ("choices", "flag", "route"),
    [
        ("CCAD", False, "derived"),
        ("CCCD", True, "derived"),
        ("CC-D", False, "derived"),
        ("CCCD", False, "elimination"),
        ("CCCC", False, "recall"),
        ("CCAC", False, "flagged_kept"),
        ("CCCC", True, "flagged_kept"),
        ("CCCA", False, "other"),
        ("CCA-", False, "other"),
        ("ACAD", False, ""),
    ],
)
def test_a_route_is_read_from_the_response_and_the_flip(make_frame, make_replicate, choices, flag, route):
    assert route_table(make_frame(make_replicate(choices, flag=flag)))["route"].tolist() == [route]


def test_a_timeout_is_no_response(make_frame, make_replicate):
    table = make_frame(make_replicate("CCAD"))
    table.loc[table["variant"] == "withdraw", ["outcome", "choice", "data_support"]] = ["timeout", "", "none"]
    assert route_table(table)["route"].tolist() == ["elimination"]


def test_a_flag_that_was_there_on_original_is_no_response(make_frame, make_replicate):
    table = make_frame(make_replicate("CCCD", data_support="none"))
    assert route_table(table)["route"].tolist() == ["elimination"]


def test_the_worked_example_has_3_derived_2_elimination_11_recall(worked_example):
    assert route_table(worked_example)["route"].value_counts().to_dict() == {
        "recall": 11,
        "derived": 3,
        "elimination": 2,
    }
