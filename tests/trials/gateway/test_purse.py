from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterproof.trials.gateway.purse import Purse, spent_by_study


def test_a_purse_without_limits_is_never_empty():
    purse = Purse()
    purse.spend(1e9)
    assert (purse.empty, purse.spent, purse.study_spent) == (None, 1e9, 1e9)


def test_a_limit_is_reached_at_its_own_value():
    purse = Purse(trial_limit=0.5)
    purse.spend(0.25)
    assert purse.empty is None
    purse.spend(0.25)
    assert purse.empty == "usd"


def test_nothing_may_be_spent_where_the_limit_is_0():
    assert Purse(trial_limit=0).empty == "usd"
    assert Purse(study_limit=0).empty == "study_usd"


def test_the_study_s_limit_is_told_before_the_trial_s(tmp_path):
    purse = Purse(trial_limit=1, study_limit=1, ledger=tmp_path / "spent")
    purse.spend(2)
    assert purse.empty == "study_usd"


def test_what_other_trials_spend_is_seen_at_once_and_only_counts_for_the_study(tmp_path):
    one, other = (Purse(trial_limit=3, study_limit=4, ledger=tmp_path / "a" / "spent") for _ in range(2))
    one.spend(2.5)
    assert (other.empty, other.study_spent, other.spent) == (None, 2.5, 0)
    other.spend(2)
    assert (one.empty, one.study_spent, one.spent) == ("study_usd", 4.5, 2.5)


def test_nothing_is_written_down_for_what_costs_nothing(tmp_path):
    Purse(ledger=tmp_path / "spent").spend(0)
    assert not (tmp_path / "spent").exists()
    assert spent_by_study(tmp_path / "spent") == 0


@pytest.mark.parametrize("left", ["0.5\n0.2", "0.5\n\n0.2", "0.5\n0.2\nxy", "0.5\n0.2\n\0\0"])
def test_a_line_that_a_crash_has_cut_ends_no_line_of_a_later_one(tmp_path, left):
    (tmp_path / "spent").write_text(left)
    Purse(ledger=tmp_path / "spent").spend(1)
    assert spent_by_study(tmp_path / "spent") == pytest.approx(1.7)


@pytest.mark.parametrize("damage", ["nan", "-5", "inf", "-inf", "1e999", "\xff"])
def test_damage_in_the_ledger_sets_no_limit_free(tmp_path, damage):
    (tmp_path / "spent").write_bytes(f"0.5\n{damage}\n0.5\n".encode("latin-1"))
    assert Purse(study_limit=1, ledger=tmp_path / "spent").empty == "study_usd"
    assert spent_by_study(tmp_path / "spent") >= 1


def test_a_line_under_way_is_read_when_it_is_whole(tmp_path):
    purse = Purse(ledger=tmp_path / "spent")
    with (tmp_path / "spent").open("ab", buffering=0) as file:
        for written, seen in [(b"1.", 0), (b"5\n2", 1.5), (b"\n", 3.5), (b"\n", 3.5), (b"0.5\n", 4)]:
            file.write(written)
            assert purse.study_spent == seen


@settings(max_examples=20)
@given(st.lists(st.integers(1, 10**10), max_size=8))
def test_the_ledger_holds_every_billionth(tmp_path_factory, billionths):
    ledger = tmp_path_factory.mktemp("purse") / "spent"
    purse = Purse(ledger=ledger)
    for each in billionths:
        purse.spend(each / 1e9)
    assert spent_by_study(ledger) == pytest.approx(sum(billionths) / 1e9, abs=1e-9)
    assert purse.study_spent == spent_by_study(ledger)


def test_many_hands_lose_no_line(tmp_path):
    purses = [Purse(ledger=tmp_path / "spent") for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: purses[number % 4].spend(0.25), range(80)))
    assert [purse.study_spent for purse in purses] == [20.0] * 4
    assert sum(purse.spent for purse in purses) == 20.0
