import pytest
from made_up_audit import made_up_item, made_up_open_study, made_up_trial

from counterproof.audit.unregistered import plain_accuracy
from counterproof.domain.answer import Answer

ITEMS = (made_up_item("one"), made_up_item("two"))
KEY = ITEMS[0].key


def trial(item, choice, *, replicate=1, agent="a", variant="original", outcome=None):
    made = made_up_trial(item, agent="analyst", variant=variant, replicate=replicate)
    answer = None if choice is None else Answer(choice=tuple(choice))
    said = outcome or ("answered" if choice else "abstained" if answer else "no_answer")
    return made.model_copy(
        update={"key": made.key.model_copy(update={"agent": agent}), "answer": answer, "outcome": said}
    )


def accuracy(*trials):
    return {(each.agent, each.variant): each for each in plain_accuracy(made_up_open_study(ITEMS), trials)}


def test_it_is_the_mean_over_items_of_the_share_of_replicates():
    first, second = ITEMS
    trials = [trial(first, KEY, replicate=number) for number in (1, 2, 3)] + [trial(second, "Z")]
    found = accuracy(*trials)["a", "original"].accuracy
    # Not 3 of 4 trials.
    assert (found.value, found.n_items, found.n_trials, found.unreliable) == (0.5, 2, 4, True)
    assert 0 <= found.low <= 0.5 <= found.high <= 1


def test_a_trial_without_an_answer_is_not_correct_and_one_that_the_machinery_failed_counts_nowhere():
    item = ITEMS[0]
    trials = [
        trial(item, KEY),
        trial(item, None, replicate=2),
        trial(item, "", replicate=3),
        trial(item, None, replicate=4, outcome="infra_error"),
        trial(item, None, replicate=5, outcome="config_error"),
    ]
    each = accuracy(*trials)["a", "original"]
    assert each.accuracy.value == pytest.approx(1 / 3)
    assert (each.accuracy.n_trials, each.n_excluded) == (3, 2)


def test_several_letters_are_not_the_key_though_it_is_among_them():
    other = next(letter for letter in ITEMS[0].options if letter != KEY)
    assert accuracy(trial(ITEMS[0], [KEY, other]))["a", "original"].accuracy.value == 0


def test_agents_and_versions_are_counted_apart_in_the_order_they_come():
    item = ITEMS[0]
    found = accuracy(trial(item, "Z", agent="b", variant="no_data"), trial(item, KEY), trial(item, KEY, agent="b"))
    assert {name: each.accuracy.value for name, each in found.items()} == {
        ("b", "no_data"): 0,
        ("a", "original"): 1,
        ("b", "original"): 1,
    }
    assert list(found) == [("b", "no_data"), ("a", "original"), ("b", "original")]


def test_where_all_failed_accuracy_is_unknown_with_the_reason():
    each = accuracy(trial(ITEMS[0], None, outcome="infra_error"))["a", "original"]
    assert each.accuracy.value is None
    assert each.accuracy.reason == "every trial failed by the machinery's fault"
    assert each.n_excluded == 1


def test_without_trials_there_is_nothing():
    assert accuracy() == {}
