from hypothesis import given
from hypothesis import strategies as st
from made_up_audit import made_up_steps

from counterproof.domain.trajectory import Step
from counterproof.views.align import align_steps


def call(name: str, *, tool: str = "python") -> Step:
    return Step(kind="tool_call", tool=tool, input=name)


steps = st.lists(st.builds(call, st.sampled_from("abc"), tool=st.sampled_from(["python", "shell"])), max_size=8)


@given(st.lists(steps, min_size=1, max_size=5))
def test_every_step_stands_in_one_row_in_its_order(trajectories):
    rows = align_steps(trajectories)
    for place, trajectory in enumerate(trajectories):
        assert [row[place] for row in rows if row[place] is not None] == list(range(len(trajectory)))


@given(steps)
def test_the_same_trajectory_twice_is_side_by_side(trajectory):
    assert align_steps([trajectory, trajectory]) == tuple((place, place) for place in range(len(trajectory)))


@given(st.lists(steps, min_size=1, max_size=4))
def test_no_row_is_empty(trajectories):
    assert all(any(step is not None for step in row) for row in align_steps(trajectories))


def test_an_extra_step_gets_a_row_and_what_follows_meets_again():
    first = [call("load"), call("compute"), call("decide")]
    other = [call("load"), call("missing", tool="shell"), call("compute"), call("decide")]
    assert align_steps([first, other]) == ((0, 0), (None, 1), (1, 2), (2, 3))


def test_calls_of_one_tool_meet_where_their_inputs_differ():
    assert align_steps([[call("a"), call("b"), call("z")], [call("a"), call("c"), call("z")]]) == (
        (0, 0),
        (1, 1),
        (2, 2),
    )


def test_the_withdrawal_of_the_made_up_agent_has_one_step_more():
    rows = align_steps([made_up_steps("analyst", name) for name in ("original", "withdraw", "flip")])
    assert rows == ((0, 0, 0), (1, 1, 1), (None, 2, None), (2, 3, 2), (3, 4, 3))


def test_one_trajectory_alone_and_an_empty_one_have_their_rows():
    assert align_steps([[call("a")]]) == ((0,),)
    assert align_steps([[], [call("a")]]) == ((None, 0),)
    assert align_steps([[]]) == ()
