import json
import os

import pytest

from counterproof.store.digest import digest_of
from counterproof.trials import known
from counterproof.trials.known import known_trials
from counterproof.trials.plan import planned_files, planned_trials
from counterproof.trials.run import run_trials


@pytest.fixture
def case(little):
    made = little(items=1, routes=("analyst", "reciter"))
    run_trials(made.study, made.made)
    return made


@pytest.fixture
def names(case):
    return [file.name for file in planned_files(case.study, case.made)]


def asked(case, names):
    return known_trials(case.study.layout, names, cache_name="here")


def test_what_a_record_says_is_what_its_trial_is(case, names):
    for _ in range(2):
        found = asked(case, names)
        assert list(found) == names
        keys = [trial.key for trial in planned_trials(case.study, case.made)]
        assert [one.file for one in found.values()] == list(planned_files(case.study, case.made))
        assert [one.file.digest for one in found.values()] == [digest_of(key) for key in keys]
        assert [one.item_sha256 for one in found.values()] == [key.item_sha256 for key in keys]


def test_no_record_is_read_twice(case, names, monkeypatch):
    before = asked(case, names)
    monkeypatch.setattr(known, "read_record", lambda *_: pytest.fail("read again"))
    assert asked(case, names) == before


def test_a_record_that_was_written_again_is_read_again_also_within_its_size_and_time(case, names):
    asked(case, names)
    path = case.study.layout.work / names[0]
    status, record = path.stat(), json.loads(path.read_text())
    new = path.with_suffix(".new")
    outcome = "no_answer" if record["outcome"] == "abstained" else "abstained"
    new.write_text(path.read_text().replace(f'"outcome": "{record["outcome"]}"', f'"outcome": "{outcome}"'))
    os.utime(new, ns=(status.st_atime_ns, status.st_mtime_ns))
    new.replace(path)
    assert asked(case, names)[names[0]].outcome == outcome


def test_what_is_gone_is_not_known_and_what_is_damaged_is_null(case, names):
    asked(case, names)
    (case.study.layout.work / names[0]).unlink()
    (case.study.layout.work / names[1]).write_text("{}")
    found = asked(case, names)
    assert names[0] not in found
    assert found[names[1]] is None
    assert all(found[name] is not None for name in names[2:])
