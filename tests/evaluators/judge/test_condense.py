import re

from counterproof.domain.trajectory import Step, Trajectory
from counterproof.evaluators.judge.condense import condensed, shortened


def of(*steps: Step) -> Trajectory:
    return Trajectory(format="own", steps=steps)


def test_a_short_trajectory_is_whole():
    text, rule = condensed(
        of(
            Step(kind="thinking", text="Look first."),
            Step(kind="tool_call", tool="python", input="1 / 0", output="ZeroDivisionError", error=True),
            Step(kind="message", text="Done.", sub_agent="helper"),
        ),
        characters=24_000,
    )
    assert text == (
        "[step 1] thinking\nLook first.\n\n"
        "[step 2] tool call\ntool: python\ninput: 1 / 0\noutput (error): ZeroDivisionError\n\n"
        "[step 3] message (sub-agent helper)\nDone."
    )
    assert "16,000 characters" in rule


def test_every_tool_call_stays_and_the_rule_names_the_length_that_was_used():
    steps = [Step(kind="tool_call", tool="python", input=f"call {n}", output="x" * 5_000) for n in range(50)]
    text, rule = condensed(of(*steps), characters=24_000)
    assert len(text) < 24_000
    assert [int(n) for n in re.findall(r"input: call (\d+)", text)] == list(range(50))
    limit = int(re.search(r"output of more than ([\d,]+) characters", rule)[1].replace(",", ""))
    left_out = {int(n.replace(",", "")) for n in re.findall(r"\[\.\.\. ([\d,]+) characters left out", text)}
    assert left_out == {5_000 - limit}


def test_no_step_is_left_out_however_many_there_are():
    steps = [Step(kind="tool_call", tool="sh", input=f"call {n}", output="y" * 400) for n in range(3_000)]
    text, _ = condensed(of(*steps), characters=2_000)
    assert text.count("input: call") == 3_000


def test_a_shortened_text_says_how_much_is_missing():
    assert shortened("abcdefghij", limit=10) == "abcdefghij"
    assert shortened("abcdefghij", limit=4) == "ab\n[... 6 characters left out ...]\nij"


def test_an_output_that_the_log_does_not_hold_is_said_to_be_missing():
    assert "(none recorded)" in condensed(of(Step(kind="tool_call", tool="x", input="y")), characters=5_000).text
    assert condensed(of(), characters=5_000).text == "(the trajectory has no step)"
