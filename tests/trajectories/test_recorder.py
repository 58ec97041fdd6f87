from counterproof.domain.trajectory import Totals
from counterproof.trajectories.recorder import Recorder


def finished(log):
    return log.finish("x", totals=Totals(), ending="completed")


def test_an_id_that_is_used_again_after_its_output_is_a_new_call():
    log = Recorder()
    for n in range(2):
        log.call("call_0", tool="bash", arguments=str(n), at=n)
        log.result("call_0", f"out {n}", at=n)
    assert [(step.input, step.output) for step in finished(log).steps] == [("0", "out 0"), ("1", "out 1")]


def test_a_second_output_is_noted_and_the_first_one_stands():
    log = Recorder()
    log.call("a", tool="bash", arguments="ls", at=0)
    log.result("a", "first", at=1)
    log.result("a", "second", at=2)
    log.result("a", "first", at=3)
    trajectory = finished(log)
    assert trajectory.steps[0].output == "first"
    assert [(note.text, note.source_index) for note in trajectory.noted("second_result")] == [("second", 2)]


def test_an_empty_message_is_no_step_and_a_hidden_thought_is_one():
    log = Recorder()
    log.say("", at=0)
    log.say("", kind="thinking", at=0)
    assert [step.kind for step in finished(log).steps] == ["thinking"]


def test_an_open_call_without_an_ending_was_killed_in_any_format():
    log = Recorder()
    assert log.finish("x", totals=Totals(), ending=None, tells_ending=False).ending is None
    assert log.finish("x", totals=Totals(), ending=None).ending == "no_final_event"
    log.call(None, tool="bash", arguments=None, at=0)
    assert log.finish("x", totals=Totals(), ending=None, tells_ending=False).ending == "killed"
