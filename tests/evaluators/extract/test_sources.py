import json

import pytest

from counterproof.domain.trajectory import Step, Trajectory
from counterproof.evaluators.extract.choice import extract_choice
from counterproof.evaluators.extract.objects import extract_object
from counterproof.evaluators.extract.sources import find_passage, passage_of
from counterproof.trajectories import parse

OPTIONS = {"A": "Basal cells", "B": "Goblet cells", "C": "Ciliated cells", "D": "CD8+ T cells"}
PROMPT = """Which cell type expresses MUC2?
A) Basal cells
B) Goblet cells
C) Ciliated cells
Return EXACTLY:
<EVAL_ANSWER>{"answer": "A"}</EVAL_ANSWER>
"""


def tagged(letter):
    return f'<EVAL_ANSWER>{{"answer": "{letter}"}}</EVAL_ANSWER>'


def message(text, **more):
    return Step(kind="message", text=text, **more)


def found(*steps, **more):
    return find_passage(trajectory=Trajectory(format="test", steps=steps), **more)


def test_the_answer_file_comes_before_everything_said():
    passage = found(message(tagged("A")), answer_file=b'{"answer": "B"}')
    assert passage.source == "answer_file"
    assert extract_choice(passage, options=OPTIONS).value == "B"


def test_an_answer_file_that_cannot_be_read_does_not_fall_through_to_a_better_source():
    passage = found(message(tagged("A")), answer_file=b'{"answer": ')
    assert extract_choice(passage, options=OPTIONS).status == "invalid"


def test_a_blank_answer_file_is_no_source():
    assert found(message(tagged("A")), answer_file=b" \n").source == "tagged_text"


def test_the_last_tag_wins_over_all_messages():
    passage = found(message(tagged("A")), message(tagged("B")), message("Thank you."))
    assert (passage.source, passage.step, passage.flags) == ("tagged_text", 1, ("revised",))
    assert extract_choice(passage, options=OPTIONS).value == "B"


def test_a_tag_cut_short_does_not_replace_a_complete_one():
    passage = found(message(tagged("A")), message('<EVAL_ANSWER>{"answer": "B"'))
    assert extract_choice(passage, options=OPTIONS).value == "A"
    assert passage.flags == ("revised", "truncated")


@pytest.mark.parametrize(
    "step",
    [
        Step(kind="tool_call", tool="bash", input=f"echo '{tagged('A')}' > x", output=tagged("A")),
        Step(kind="thinking", text=tagged("A")),
        message(tagged("A"), sub_agent="explorer"),
        message(PROMPT),
        message("The task says:\n" + PROMPT),
    ],
    ids=["tool", "thought", "sub-agent", "prompt", "prompt repeated"],
)
def test_only_the_agents_own_words_are_a_source(step):
    passage = found(step, prompt=PROMPT)
    assert passage is None or extract_choice(passage, options=OPTIONS).status == "no_answer"
    own = found(message(tagged("B")), step, prompt=PROMPT)
    assert extract_choice(own, options=OPTIONS).value == "B"


def test_an_option_written_out_is_an_answer_though_it_stands_in_the_prompt():
    passage = found(message("B) Goblet cells"), prompt=PROMPT)
    assert extract_choice(passage, options=OPTIONS).value == "B"


def test_the_last_own_message_is_the_last_resort():
    passage = found(message("Let me look: answer A?"), message("The answer is B."), Step(kind="tool_call", output="C"))
    assert (passage.source, passage.step) == ("final_text", 1)


def test_nothing_said_is_no_passage():
    assert find_passage() is None
    assert found(message(" "), Step(kind="thinking", text="B")) is None
    assert passage_of("") is None


def test_bytes_that_are_no_utf8_are_read_with_a_mark():
    assert "\ufffd" in find_passage(answer_file=b'{"answer": "\xff"}').text


def test_the_evidence_points_into_the_step():
    text = f"I looked.\n{tagged('B')}\nDone."
    passage = found(message(text))
    evidence = extract_choice(passage, options=OPTIONS).evidence
    assert text[evidence.start : evidence.end] == evidence.text == '{"answer": "B"}'


def test_the_prompts_of_the_log_are_known_without_being_told():
    said = Trajectory(format="test", steps=(message(PROMPT), message("The answer is B.")), prompts=(PROMPT,))
    passage = find_passage(trajectory=said)
    assert (passage.source, extract_choice(passage, options=OPTIONS).value) == ("final_text", "B")


def test_a_result_that_only_the_log_states_is_the_last_word():
    said = Trajectory(format="test", steps=(message("Answer: A"),), result_text="Answer: B")
    passage = find_passage(trajectory=said)
    assert (passage.step, extract_choice(passage, options=OPTIONS).value) == (None, "B")


@pytest.mark.parametrize(
    ("run", "source", "answer"),
    [
        ("scb_DE01_claude-code", "tagged_text", 1512),
        ("scb_DE01_codex", "tagged_text", 1328),
        ("scb_DE01_mini_anthropic", "tagged_text", 1328),
        ("scb_DE01_mini_openai-responses", "final_text", 1328),
    ],
)
def test_what_real_agents_said_agrees_with_the_file_they_wrote(shared, run, source, answer):
    folder = shared / "data" / "latch_evals" / "trajectories" / run
    passage = find_passage(trajectory=parse(folder / "trajectory.json"))
    assert passage.source == source
    written = find_passage(answer_file=(folder / "eval_answer.json").read_bytes())
    assert extract_object(passage).value["n_degs"] == extract_object(written).value["n_degs"] == answer


def test_real_answer_files_are_read(shared):
    paths = sorted((shared / "data" / "latch_evals" / "trajectories").glob("*/eval_answer.json"))
    assert len(paths) == 5
    for path in paths:
        assert json.loads(find_passage(answer_file=path.read_bytes()).text)
