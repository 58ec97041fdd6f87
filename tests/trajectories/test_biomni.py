"""The texts are made as biomni 0.0.8 makes them: LangChain's headings, tags and error words from its source."""

import json

import pytest

from counterproof.trajectories import detect, parse
from counterproof.trajectories.biomni import heading


def block(speaker, text):
    title = f" {speaker} Message "
    side = "=" * ((80 - len(title)) // 2)
    return f"{side}{title}{side}{'=' * (len(title) % 2)}\n\n{text}"


LOG = [
    block("Human", "Which gene?"),
    block("Ai", "Plan: look.\n<execute>\n#!BASH\nls\n</execute>"),
    block("Ai", "<observation>data.h5ad\n</observation>"),
    block("Ai", "<think>hm</think><execute>print(1)</execute>"),
    block("Ai", "<observation>Error: name 'x' is not defined</observation>"),
    block("Human", "Each response must include thinking process followed by either <execute> or <solution> tag."),
    block("Ai", "The answer is <solution> B </solution>"),
]


@pytest.fixture(params=["printed", "returned", "returned compact"])
def log(request):
    if request.param == "printed":
        return "\n".join(["Loaded environment", *LOG]).encode("utf-8")
    return json.dumps(LOG, indent=None if "compact" in request.param else 2).encode("utf-8")


def test_code_and_observation_are_one_tool_call(log):
    assert detect(log) == "biomni"
    trajectory = parse(log)
    calls = [(step.tool, step.input, step.output, step.error) for step in trajectory.tool_calls]
    assert calls == [
        ("bash", "\n#!BASH\nls\n", "data.h5ad\n", False),
        ("python", "print(1)", "Error: name 'x' is not defined", True),
    ]
    assert [step.text for step in trajectory.steps if step.kind != "tool_call"] == [
        "Plan: look.",
        "hm",
        "The answer is",
    ]


def test_the_solution_is_the_result_and_ends_it(log):
    trajectory = parse(log)
    assert trajectory.final_texts[-1] == "B"
    assert trajectory.ending == "completed"
    assert trajectory.prompts == ("Which gene?",)
    assert (trajectory.totals.turns, len(trajectory.noted("format_error"))) == (3, 1)
    assert set(trajectory.totals.model_dump(exclude={"turns"}).values()) == {None}


def test_a_heading_inside_an_output_is_output():
    inside = block("Ai", "not said")
    log = "\n".join([LOG[0], LOG[1], block("Ai", f"<observation>{inside}\nend</observation>"), LOG[6]]).encode("utf-8")
    [call] = parse(log).tool_calls
    assert call.output == f"{inside}\nend"


def test_bold_headings_of_a_terminal_are_headings():
    line = block("Ai", "").split("\n")[0]
    assert heading(f"\x1b[1m{line}\x1b[0m") == heading(line) == "ai"
    assert heading(line[1:]) is None


def test_a_log_cut_in_its_code_was_killed():
    trajectory = parse("\n".join([LOG[0], block("Ai", "<execute>time.sleep(1e9)")]).encode("utf-8"))
    assert trajectory.ending == "killed"
    (call,) = trajectory.tool_calls
    assert (call.input, call.output) == ("time.sleep(1e9)", None)


def test_giving_up_after_answers_without_tags_is_no_answer():
    given_up = block(
        "Ai", "Execution terminated due to repeated parsing errors. Please check your input and try again."
    )
    trajectory = parse("\n".join([LOG[0], given_up]).encode("utf-8"))
    assert (trajectory.ending, trajectory.final_texts) == ("infra_error", ())
