import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from counterproof.domain.answer import Answer
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.domain.trial import Imported, Trial, TrialKey
from counterproof.store.digest import digest_of

KEY = TrialKey(
    item="nk_marker",
    variant="original",
    agent="analyst",
    replicate=0,
    seed=1,
    item_sha256="a" * 64,
    data_sha256="b" * 64,
    prompt_sha256="c" * 64,
    agent_sha256="d" * 64,
)


@given(text=st.text(), seconds=st.floats(0, 1e6), prior=st.none() | st.text())
def test_a_trial_comes_back_from_json_as_it_was(text, seconds, prior):
    trial = Trial(
        key=KEY,
        outcome="answered",
        answer=Answer(choice=("B",), evidence=text),
        trajectory=Trajectory(format="reference", steps=(Step(kind="message", text=text),)),
        handout={"prior": prior},
        seconds=seconds,
        started="2026-11-30T08:00:00+00:00",
    )
    assert Trial.model_validate_json(trial.model_dump_json()) == trial


def test_an_outcome_is_one_of_the_eight():
    with pytest.raises(ValidationError, match="outcome"):
        Trial(key=KEY, outcome="failed", trajectory=Trajectory(format="reference"), seconds=1, started="")


def test_a_trial_that_we_ran_keeps_the_digest_it_had_before_trials_could_be_imported():
    # Its file is named by this digest: a change would make every finished trial stale.
    assert digest_of(KEY) == "07ee5f0d8c1d392f3b4be5db5c5c9ed89a073b2939a0ac97d13cd235e9192e1b"
    assert digest_of(KEY.model_copy(update={"source_sha256": "e" * 64})) != digest_of(KEY)


def test_an_imported_trial_comes_back_as_it_was():
    unknown = dict.fromkeys(("seed", "data_sha256", "prompt_sha256", "agent_sha256"))
    key = TrialKey.model_validate({**KEY.model_dump(), **unknown, "source_sha256": "e" * 64})
    imported = Imported(source="nk/r1", layout="latch", model="m", passed=True)
    trial = Trial(
        key=key,
        outcome="no_answer",
        trajectory=Trajectory(format="pi"),
        seconds=None,
        started=None,
        imported=imported,
    )
    assert Trial.model_validate_json(trial.model_dump_json()) == trial
