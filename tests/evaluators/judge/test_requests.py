from made_up_audit import made_up_trial

from counterproof.domain.judge import JudgeSpec
from counterproof.evaluators.judge.requests import request_of

SPEC = JudgeSpec(name="j", model="m")


def digest(item, trial, **changes):
    return request_of(SPEC.model_copy(update=changes), item, trial, seed=1).digest


def test_a_digest_is_of_all_that_the_judge_gets_and_of_nothing_else(item):
    trial = made_up_trial(item, agent="reciter", variant="original")
    same = digest(item, trial)
    assert digest(item, trial, name="other", at_once=9, variants=("flip",)) == same
    assert digest(item, trial.model_copy(update={"seconds": 9.0})) == same
    changed = item.model_copy(update={"question": "Another?"})
    others = [
        digest(changed, trial),
        digest(item, trial, prompt="grounding"),
        digest(item, trial, model="n"),
        digest(item, trial, base_url="http://127.0.0.1:1/v1"),
        digest(item, trial, max_tokens=900),
        digest(item, trial, temperature=None),
        digest(item, trial.model_copy(update={"outcome": "timeout", "answer": None})),
        request_of(SPEC, item, trial, seed=2).digest,
    ]
    assert len({same, *others}) == len(others) + 1


def test_a_key_that_the_grounding_prompt_does_not_show_is_not_in_its_digest(item):
    trial = made_up_trial(item, agent="reciter", variant="original")
    other = item.model_copy(update={"key": "C"})
    assert digest(item, trial, prompt="grounding") == digest(other, trial, prompt="grounding")
    assert digest(item, trial) != digest(other, trial)
