from counterproof.domain.trajectory import Step, Totals, Trajectory


def test_tool_calls_are_the_steps_that_called_a_tool_in_their_order():
    steps = (
        Step(kind="tool_call", tool="load"),
        Step(kind="message", text="loaded"),
        Step(kind="tool_call", tool="compute", error=True),
    )
    assert [step.tool for step in Trajectory(format="reference", steps=steps).tool_calls] == ["load", "compute"]


def test_what_a_log_does_not_tell_is_null_and_not_0():
    assert set(Totals().model_dump().values()) == {None}
