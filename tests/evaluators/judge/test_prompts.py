import pytest
from made_up_audit import DATA_VARIANTS, HOSTILE, hostile_trial, made_up_trial

from counterproof.domain.trajectory import Trajectory
from counterproof.evaluators.judge.prompts import final_answer, judge_request


def whole(item, trial, prompt="standard", **more):
    return "\n".join(judge_request(item, trial, prompt=prompt, characters=24_000, **more))


@pytest.mark.parametrize("prompt", ["standard", "grounding"])
def test_a_judge_does_not_learn_the_variant_the_agent_or_the_flip_answer(item, prompt):
    blank = Trajectory(format="own")
    texts = set()
    for variant in DATA_VARIANTS:
        trial = made_up_trial(item, agent="reciter", variant=variant, trajectory=blank)
        text = whole(item, trial, prompt=prompt)
        text = text.replace(trial.answer.evidence, "") if trial.answer.evidence else text
        texts.add(text)
        assert not [word for word in (*DATA_VARIANTS[1:], "reciter", "variant") if word in text.lower()]
    # One answer and one record give one request, whatever the variant was.
    assert len(texts) == 1


def test_the_standard_prompt_shows_the_original_key_on_every_variant_and_the_other_none(item):
    for variant in DATA_VARIANTS:
        trial = made_up_trial(item, agent="analyst", variant=variant)
        assert "REFERENCE ANSWER\nB. NKG7\n" in whole(item, trial)
        assert "reference answer" not in whole(item, trial, prompt="grounding").lower()


def test_the_rule_of_shortening_and_the_mark_stand_in_the_instructions(item, trials):
    asked = judge_request(item, trials[0], prompt="grounding", characters=24_000, mark="abc123")
    assert "shortened by a fixed rule" in asked.instructions
    assert "carry the mark abc123" in asked.instructions
    assert asked.material.count("abc123") == 2


def test_what_the_agent_wrote_stands_inside_the_fence_only(item):
    asked = judge_request(item, hostile_trial(item), prompt="standard", characters=24_000, mark="abc123")
    before, inside, after = asked.material.partition("<<<BEGIN abc123>>>")
    assert "window.harmed" in after
    assert "window.harmed" not in before + asked.instructions
    assert "\u202e" in HOSTILE
    assert "\u202e" not in inside + after


def test_the_final_answer_is_whole_and_an_absent_one_is_said_to_be_absent(item):
    long = "evidence " * 3_000
    trial = made_up_trial(item, agent="reciter", variant="flip")
    trial = trial.model_copy(update={"answer": trial.answer.model_copy(update={"evidence": long})})
    assert final_answer(item, trial).startswith("B. NKG7\nstated confidence: 92 of 100\n")
    assert long in whole(item, trial)
    assert final_answer(item, made_up_trial(item, agent="analyst", variant="withdraw")).startswith(
        "none: the analyst says that the data cannot decide"
    )
    late = trial.model_copy(update={"outcome": "timeout", "answer": None})
    assert final_answer(item, late) == "none: the trial ended as timeout"
