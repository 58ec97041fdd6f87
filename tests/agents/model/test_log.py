import io

from counterproof.agents.model.log import StepLog
from counterproof.domain.trajectory import Totals
from counterproof.trajectories.detect import detect, parse


def written(act):
    stream = io.StringIO()
    act(StepLog(stream))
    return stream.getvalue().encode()


def whole(log):
    log.said("I look.\u2028", kind="thinking")
    log.called("bash", "ls", output="data.h5ad\n", exit_code=0, error=False)
    log.said("  ")
    log.said("B.")
    log.ended("completed", reason="because", totals=Totals(input_tokens=7, turns=2))


def test_the_log_is_read_back_as_our_own_format():
    data = written(whole)
    trajectory = parse(data)
    assert detect(data) == "own"
    assert [(step.kind, step.text or step.input) for step in trajectory.steps] == [
        ("thinking", "I look.\u2028"),
        ("tool_call", "ls"),
        ("message", "B."),
    ]
    assert trajectory.steps[1].output == "data.h5ad\n"
    assert (trajectory.ending, trajectory.ending_reason) == ("completed", "because")
    assert (trajectory.totals.input_tokens, trajectory.totals.output_tokens, trajectory.totals.turns) == (7, None, 2)
    assert trajectory.totals.seconds is not None


def test_a_log_that_was_cut_short_keeps_its_steps_and_states_no_totals():
    trajectory = parse(written(whole).rpartition(b'{"format"')[0])
    assert len(trajectory.steps) == 3
    assert trajectory.totals == Totals()
    assert trajectory.ending is None
