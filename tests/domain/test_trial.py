import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from counterproof.domain.answer import Answer
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.domain.trial import Trial, TrialKey

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
