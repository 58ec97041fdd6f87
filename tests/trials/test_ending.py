import pytest

from counterproof.domain.answer import Answer
from counterproof.domain.study import Limits
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.sandbox.ended import Ended
from counterproof.trials.ending import reply_of
from counterproof.trials.gateway.exchange import Attempt, Exchange
from counterproof.trials.gateway.summary import Traffic
from counterproof.trials.reply import Reply

LIMITS = Limits(seconds=100, cpu_seconds=50)
NOTHING = Reply("no_answer", "no answer.json", None)
GIVEN = Reply("answered", None, Answer(choice=("A",)))
WORDS = Reply("answered", None, Answer(choice=("B",)))
SAID = Trajectory(format="own", steps=(Step(kind="message", text="B"),))


def ended(*, code=0, limit=None, seconds=10.0):
    return Ended(exit_code=code, seconds=seconds, cpu_seconds=1, peak_mb=None, limit=limit, survivors=0)


def fault(kind, why="why"):
    asked = Exchange(at=0, method="POST", path="/v1/messages", attempts=(Attempt(status=500),), fault=kind, why=why)
    return Traffic((asked,))


def reply(process=None, traffic=None, trajectory=SAID, *, in_file=NOTHING, in_text=WORDS):
    return reply_of(
        process or ended(), traffic or Traffic(), trajectory, limits=LIMITS, in_file=in_file, in_text=lambda: in_text
    )


def never():
    msg = "the words were read"
    raise AssertionError(msg)


def test_the_answer_file_comes_before_every_fault_and_the_words_are_not_read():
    found = reply_of(ended(code=1), fault("provider"), SAID, limits=LIMITS, in_file=GIVEN, in_text=never)
    assert found is GIVEN


@pytest.mark.parametrize("outcome", ["invalid", "abstained", "refused"])
def test_a_file_that_holds_no_choice_decides_too(outcome):
    in_file = Reply(outcome, "so it says", None)
    assert reply(traffic=fault("provider"), in_file=in_file) is in_file


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [("provider", "infra_error"), ("configuration", "config_error"), ("budget", "no_answer"), ("refused", "no_answer")],
)
def test_a_failed_request_is_told_by_whose_fault_it_was(kind, outcome):
    assert reply(traffic=fault(kind)) == (outcome, f"{kind}: why", None)


def test_the_study_s_budget_says_nothing_of_the_agent_and_its_own_does():
    assert reply(traffic=fault("budget", "the budget study_usd is spent")).outcome == "infra_error"
    assert reply(traffic=fault("budget", "the budget usd is spent")).outcome == "no_answer"


def test_a_long_reason_is_cut():
    assert len(reply(traffic=fault("provider", "x" * 10_000)).reason) == 500


def test_out_of_time_there_is_no_answer_even_in_the_file():
    found = reply(ended(code=None, limit="seconds", seconds=100.04), in_file=GIVEN)
    assert found == ("timeout", "took 100.0 s of 100 s", None)
    found = reply(ended(code=137, limit="cpu_seconds"), in_file=GIVEN)
    assert found == ("timeout", "used its 50 s of processor time", None)


@pytest.mark.parametrize(("waited", "outcome"), [(50.0, "timeout"), (50.1, "infra_error")])
def test_a_service_that_kept_silent_for_more_than_half_of_the_time_is_at_fault(waited, outcome):
    found = reply(ended(limit="seconds"), Traffic((), waited))
    assert found.outcome == outcome
    assert (found.reason == "provider: no reply for 50 s of 100 s") == (outcome == "infra_error")


def test_processor_time_is_the_agent_s_own_however_long_the_service_was_silent():
    assert reply(ended(limit="cpu_seconds"), Traffic((), 99)).outcome == "timeout"


def test_a_program_that_is_not_there_is_told_only_where_nothing_was_logged():
    empty = Trajectory(format="empty", ending="empty")
    assert reply(ended(code=127), trajectory=empty) == (
        "config_error",
        "the program was not found (exit code 127)",
        None,
    )
    assert reply(ended(code=127)) == WORDS


@pytest.mark.parametrize("reason", ["api_error", None])
def test_a_log_that_ends_in_an_error_of_the_machinery_is_one(reason):
    log = Trajectory(format="own", steps=SAID.steps, ending="infra_error", ending_reason=reason)
    told = reason or "the log ends in an error of the machinery"
    assert reply(trajectory=log) == ("infra_error", told, None)


def test_the_agent_s_words_count_where_nothing_failed():
    assert reply() == WORDS
    assert reply(ended(code=1)) == WORDS


@pytest.mark.parametrize(
    ("process", "told"),
    [
        (ended(code=3), "nothing was said; exit code 3"),
        (ended(code=None), "nothing was said; exit code None"),
        (ended(code=137, limit="memory_mb"), "nothing was said; stopped at its limit of memory_mb"),
    ],
)
def test_without_any_answer_the_end_of_the_process_is_told(process, told):
    nothing = Reply("no_answer", "nothing was said", None)
    assert reply(process, in_text=nothing) == ("no_answer", told, None)
