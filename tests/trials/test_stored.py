import pytest

from counterproof.store.digest import digest_of
from counterproof.trials import stored
from counterproof.trials.read import read_trials
from counterproof.trials.run import run_trials
from counterproof.trials.stored import by_digest, first_replicates, ran_of_each, trials_of


@pytest.fixture
def trials(little):
    case = little(routes=("analyst", "reciter"), replicates=2)
    run_trials(case.study, case.made)
    return read_trials(case.study, case.made)


def test_stored_trials_are_a_sequence_like_the_tuple_of_them(trials):
    whole = tuple(trials)
    assert len(trials) == len(whole) == 40
    assert trials == whole
    assert whole == trials
    assert trials[3] == whole[3]
    assert trials[-2:] == whole[-2:]
    assert trials != whole[1:]


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"items": ["item01"]},
        {"agents": ["reciter"], "replicate": 2},
        {"items": ["item00"], "variants": ["flip", "null"]},
        {"items": []},
    ],
)
def test_those_that_are_asked_for_are_those_of_a_tuple(trials, wanted):
    assert trials_of(trials, **wanted) == trials_of(tuple(trials), **wanted)


def test_first_replicates_digests_and_counts_are_those_of_a_tuple(trials):
    whole = tuple(trials)
    assert first_replicates(trials, item="item01") == first_replicates(whole, item="item01")
    assert {trial.key.replicate for trial in first_replicates(trials, item="item01")} == {1}
    assert dict(by_digest(trials)) == by_digest(whole) == {digest_of(trial.key)[:16]: trial for trial in whole}
    assert ran_of_each(trials) == ran_of_each(whole) == {"analyst": 20, "reciter": 20}


def test_only_those_that_are_asked_for_are_read(trials, monkeypatch):
    read = []
    real = stored.read_record
    monkeypatch.setattr(stored, "read_record", lambda path, kind: (read.append(path), real(path, kind))[1])
    trials_of(trials, items=["item00"], agents=["analyst"], replicate=1)
    assert len(read) == 5
    trials_of(trials, items=["item00"], agents=["analyst"], replicate=1)
    assert len(read) == 5


def test_what_no_longer_fits_into_memory_is_read_again(trials, monkeypatch):
    monkeypatch.setattr(stored, "KEPT_BYTES", 0)
    assert trials[0] == trials[0]
    assert trials[0] is not trials[0]
