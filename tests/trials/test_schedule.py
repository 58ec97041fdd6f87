from types import SimpleNamespace

from counterproof.domain.agent import CommandAgent, ReferenceAgent
from counterproof.domain.endpoint import Endpoint
from counterproof.trials.schedule import BATCH, MACHINE, batches, lane, lane_widths

REFERENCE = ReferenceAgent(name="a", route="analyst")
PROGRAM = CommandAgent(name="b", kind="command", argv=("true",))


def trial(agent=REFERENCE, endpoint=None):
    return SimpleNamespace(agent=agent, endpoint=endpoint)


def served(host, concurrency):
    return trial(PROGRAM, Endpoint(dialect="anthropic", base_url=f"http://{host}", concurrency=concurrency))


def test_reference_agents_go_in_batches_and_programs_alone():
    given = batches([trial() for _ in range(50)] + [trial(PROGRAM)] * 3, jobs=2)
    assert [len(batch) for batch in given] == [1, 1, 1, BATCH, BATCH, 10]


def test_a_lane_is_an_address_as_wide_as_its_endpoint_bears():
    todo = [served("one", 4), served("two", 1), served("one", 6), trial(PROGRAM)]
    assert lane_widths(todo, jobs=2) == {"http://one": 6, "http://two": 1, MACHINE: 2}
    assert [lane([each]) for each in todo] == ["http://one", "http://two", "http://one", MACHINE]


def test_without_agents_of_this_machine_there_is_no_lane_for_it():
    assert lane_widths([served("one", 4)], jobs=8) == {"http://one": 4}
