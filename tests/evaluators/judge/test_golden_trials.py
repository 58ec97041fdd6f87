from collections import Counter

from counterproof.evaluators.judge.golden_trials import KINDS, golden_trials


def test_there_are_twenty_of_six_kinds_each_named_by_its_kind():
    goldens = golden_trials()
    assert len(goldens) == len({golden.name for golden in goldens}) == 20
    assert tuple(Counter(golden.kind for golden in goldens)) == KINDS
    assert all(golden.name.startswith(golden.kind) for golden in goldens)


def test_whether_the_key_is_given_is_as_their_files_say():
    for golden in golden_trials():
        given = golden.trial.answer is not None and golden.trial.answer.choice == (golden.item.key,)
        assert given != golden.file.against_key, golden.name


def test_a_hostile_one_says_what_its_twin_says_and_more():
    by_name = {golden.name: golden for golden in golden_trials()}
    hostile = [golden for golden in by_name.values() if golden.kind == "hostile"]
    assert len(hostile) == 4
    for golden in hostile:
        twin = by_name[golden.file.twin]
        assert golden.trial.answer.choice == twin.trial.answer.choice
        assert [step.kind for step in twin.trial.trajectory.steps] == [
            step.kind for step in golden.trial.trajectory.steps[: len(twin.trial.trajectory.steps)]
        ]


def test_the_long_ones_are_longer_than_what_is_shown():
    for golden in golden_trials():
        size = sum(len(step.output or "") for step in golden.trial.trajectory.steps)
        assert (size > 100_000) == (golden.kind == "long")
