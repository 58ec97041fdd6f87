"""The outcome of a launched trial, out of what its process, its gateway and its answer tell."""

from collections.abc import Callable

from counterproof.domain.answer import Outcome
from counterproof.domain.study import Limits
from counterproof.domain.trajectory import Trajectory
from counterproof.sandbox.ended import Ended
from counterproof.trials.gateway.exchange import Fault
from counterproof.trials.gateway.summary import Traffic
from counterproof.trials.reply import Reply

FAULTS: dict[Fault, Outcome] = {
    "provider": "infra_error",
    "configuration": "config_error",
    "budget": "no_answer",
    "refused": "no_answer",
}
NOT_FOUND = 127
"""Exit code of a shell that found no such program."""


def reply_of(
    ended: Ended,
    traffic: Traffic,
    trajectory: Trajectory,
    *,
    limits: Limits,
    in_file: Reply,
    in_text: Callable[[], Reply],
) -> Reply:
    """How a trial ended; the first of these that applies decides.

    Its time ran out: `timeout`, but `infra_error` where its model's service had left a request without any reply for
    more than half of that time. There is an answer file: what it says. The last request to the model failed: by whose
    fault that was. The log tells of a failed machinery: `infra_error`. Else the agent's own words, read by `in_text`.
    """
    if ended.limit in {"seconds", "cpu_seconds"}:
        return _out_of_time(ended, traffic, limits)
    if in_file.outcome != "no_answer" or in_file.answer is not None:
        return in_file
    failed = _failed(ended, traffic, trajectory)
    if failed is not None:
        return failed
    reply = in_text()
    if reply.outcome == "no_answer":
        told = f"stopped at its limit of {ended.limit}" if ended.limit else f"exit code {ended.exit_code}"
        return reply._replace(reason=f"{reply.reason}; {told}")
    return reply


def _failed(ended: Ended, traffic: Traffic, trajectory: Trajectory) -> Reply | None:
    if traffic.last_fault is not None:
        fault, why = traffic.last_fault
        # What the study's budget cuts off says nothing of the agent.
        outcome = "infra_error" if fault == "budget" and "study_usd" in why else FAULTS[fault]
        return Reply(outcome, f"{fault}: {why}"[:500], None)
    if ended.exit_code == NOT_FOUND and not trajectory.steps:
        return Reply("config_error", "the program was not found (exit code 127)", None)
    if trajectory.ending == "infra_error":
        return Reply("infra_error", trajectory.ending_reason or "the log ends in an error of the machinery", None)
    return None


def _out_of_time(ended: Ended, traffic: Traffic, limits: Limits) -> Reply:
    if ended.limit == "cpu_seconds":
        return Reply("timeout", f"used its {limits.cpu_seconds:g} s of processor time", None)
    waited = traffic.unanswered_seconds
    if waited > limits.seconds / 2:
        return Reply("infra_error", f"provider: no reply for {waited:.0f} s of {limits.seconds:g} s", None)
    return Reply("timeout", f"took {ended.seconds:.1f} s of {limits.seconds:g} s", None)
