import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterproof.agents.answerers.handout import KNOWING, answerer_digest, known_names, knows, telling_names
from counterproof.benchmarks.invented import invented_instances
from counterproof.domain.identity_study import Answerer

CASES = invented_instances(60, seed=1, outside=0, nonexistent=0)


def spec(route="name_knower", **fields):
    return Answerer(name="one", route=route, **fields)


@pytest.mark.parametrize("route", sorted(KNOWING))
def test_one_that_knows_all_has_the_recorded_answer_under_each_telling_name(route):
    known = known_names(spec(route), CASES)["known"]
    own = telling_names(CASES)
    assert set(known) == {name for case in CASES for name in own[case.id] if case.key is not None}
    for case in CASES:
        for name in own[case.id]:
            assert known[name] == {"answer": case.options[case.key], "count": case.recorded.count}


def test_one_that_knows_nothing_is_handed_an_empty_memory_and_another_route_none():
    assert known_names(spec(knows=0), CASES) == {"known": {}}
    assert known_names(spec("reader"), CASES) == {}


@settings(max_examples=20)
@given(st.floats(0, 1), st.floats(0, 1))
def test_who_knows_more_knows_all_that_one_who_knows_less_does(one, other):
    less, more = sorted((one, other))
    few, many = ({case.id for case in CASES if knows(spec(knows=share), case.id)} for share in (less, more))
    assert few <= many


def test_about_the_share_that_was_asked_for_is_known_and_by_each_agent_another():
    many = [f"case{number}" for number in range(4000)]
    known = [knows(spec(knows=0.3), name) for name in many]
    # The SD of the share is 0.7%.
    assert sum(known) / len(many) == pytest.approx(0.3, abs=0.03)
    other = Answerer(name="two", route="name_knower", knows=0.3)
    assert known != [knows(other, name) for name in many]


def test_a_name_of_two_instances_tells_nothing_of_either():
    first, second, *_ = CASES
    shared = second.model_copy(update={"entities": (first.entities[0], *second.entities[1:])})
    assert telling_names([first, shared]) == {first.id: (), shared.id: ()}
    assert known_names(spec(), [first, shared]) == {"known": {}}


def test_an_instance_without_a_key_is_not_known():
    one = CASES[0].model_copy(update={"key": None})
    assert known_names(spec(), [one]) == {"known": {}}


def test_another_memory_route_or_share_is_another_agent():
    digests = [
        answerer_digest(spec(), {}),
        answerer_digest(spec(), {"known": {}}),
        answerer_digest(spec("mixture"), {}),
        answerer_digest(spec(knows=0.5), {}),
    ]
    assert len(set(digests)) == 4
    assert answerer_digest(spec(), {}) == digests[0]
