from pathlib import Path

from counterproof.benchmarks.identity import open_identity
from counterproof.benchmarks.invented import invented_instances

BUNDLED = Path(__file__).parents[2] / "data" / "studies" / "invented"


def test_the_same_seed_gives_the_same_instances():
    assert invented_instances(5, seed=1, outside=1) == invented_instances(5, seed=1, outside=1)
    assert invented_instances(5, seed=1) != invented_instances(5, seed=2)


def test_the_bundled_study_is_what_this_code_writes():
    assert open_identity(BUNDLED).instances == invented_instances(48, seed=20261130, outside=6, nonexistent=6)


def test_the_key_stands_in_the_passage_once_and_no_other_option_does():
    for one in invented_instances(30, seed=3):
        assert [one.evidence.count(text) for letter, text in one.options.items() if letter == one.key] == [1]
        assert not any(text in one.evidence for letter, text in one.options.items() if letter != one.key)


def test_no_two_instances_share_a_compound():
    names = [one.entities[0].name for one in invented_instances(200, seed=4)]
    assert len(set(names)) == 200
