import pytest
from made_up_audit import made_up_study, made_up_table

from counterproof.views.charts.answers import answer_frame, answers_chart
from counterproof.views.note import Note
from counterproof.views.palette import ANSWER_COLOURS, VARIANT_LABELS


@pytest.fixture
def table():
    _, _, trials = made_up_study()
    return made_up_table(trials)


def test_shares_of_an_agent_on_a_version_add_up_to_all(table):
    frame = answer_frame(table)
    sums = frame.groupby(["agent", "variant"])[["share", "trials"]].sum()
    assert sums["share"].tolist() == pytest.approx([1] * len(sums))
    assert sums["trials"].sum() == len(table)
    assert set(frame["answer"]) <= set(ANSWER_COLOURS)
    assert set(frame["variant"]) <= set(VARIANT_LABELS.values())


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"choice": "K", "key": "K"}, "key"),
        ({"choice": "F", "flip_to": "F"}, "flip answer"),
        ({"choice": "X"}, "other option"),
        ({"choice": "K,F"}, "other option"),
        ({"choice": "", "outcome": "abstained"}, "abstained"),
        ({"choice": "", "outcome": "timeout"}, "no answer"),
        ({"choice": "K", "outcome": "invalid"}, "no answer"),
    ],
)
def test_each_answer_is_of_one_kind(table, change, kind):
    one = table.iloc[:1].assign(**{"key": "K", "flip_to": "F", "outcome": "answered"} | change)
    assert answer_frame(one)["answer"].tolist() == [kind]


def test_trials_that_the_machinery_failed_stand_in_no_denominator_and_are_told(table):
    first = table.index[0]
    failed = table.assign(outcome=table["outcome"].where(table.index != first, "infra_error"))
    assert answer_frame(failed)["trials"].sum() == len(table) - 1
    assert "1 left out because the machinery failed" in answers_chart(failed).to_dict()["title"]["subtitle"][1]


def test_where_no_trial_counts_there_is_a_sentence_in_place_of_a_chart(table):
    assert isinstance(answers_chart(table.assign(outcome="config_error")), Note)


def test_an_agent_that_was_not_asked_on_a_version_is_explained(table):
    agent, variant = table.iloc[0][["agent", "variant"]]
    some = table[(table["agent"] != agent) | (table["variant"] != variant)]
    told = [answers_chart(each).to_dict()["title"]["subtitle"][1] for each in (table, some)]
    assert ["not asked" in words for words in told] == [False, True]
