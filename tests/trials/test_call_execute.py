import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from identity_made_up import opened

from counterproof.domain.call import Call
from counterproof.domain.endpoint import Price
from counterproof.domain.study import Limits
from counterproof.store.records import read_record
from counterproof.trials.call_execute import execute_call, execute_calls
from counterproof.trials.calls import planned_calls


@pytest.fixture
def study(tmp_path):
    return opened(tmp_path, n=4, conditions=["named", "blind"])


@pytest.fixture
def planned(study):
    return planned_calls(study)


def run(planned, study, tmp_path, one, handout=None):
    handout = planned.handouts.get(one.agent.name, {}) if handout is None else handout
    return execute_call(one, study=study, handout=handout, scratch=tmp_path)


def test_a_call_has_one_reply_for_each_of_its_instances(study, planned, tmp_path):
    one = planned.calls[0]
    call = run(planned, study, tmp_path, one)
    assert call.key == one.key
    assert [reply.instance for reply in call.replies] == list(one.key.instances)
    assert {reply.outcome for reply in call.replies} == {"answered"}
    assert (call.retrievals, call.launched) == (0, None)
    assert call.seconds >= 0


def test_an_answerer_too_slow_has_no_answer(study, planned, tmp_path):
    one = replace(planned.calls[0], limits=Limits(seconds=1e-9))
    for reply in run(planned, study, tmp_path, one).replies:
        assert (reply.outcome, reply.answer) == ("timeout", None)
        assert reply.reason.startswith("took 0.")


def test_a_crash_of_ours_ends_every_instance_and_not_the_run(study, planned, tmp_path):
    one = next(call for call in planned.calls if call.agent.route == "name_knower")
    call = run(planned, study, tmp_path, one, handout={"known": 3})
    assert [reply.instance for reply in call.replies] == list(one.key.instances)
    assert {reply.outcome for reply in call.replies} == {"infra_error"}
    assert all("Error: " in reply.reason for reply in call.replies)


def test_outcomes_are_written_as_they_come_and_none_is_repeated(study, planned, tmp_path):
    batch = planned.calls[:2]
    first = execute_calls(batch, study=study, handouts=planned.handouts, scratch=tmp_path)
    records = [study.call(one.key).read_bytes() for one in batch]
    assert first == [tuple(r.outcome for r in read_record(study.call(one.key), Call).replies) for one in batch]
    assert execute_calls(batch, study=study, handouts={}, scratch=tmp_path) == first
    assert [study.call(one.key).read_bytes() for one in batch] == records


def test_what_the_study_cannot_pay_any_more_is_left_out_and_nothing_else(study, planned, tmp_path):
    study.layout.spent.parent.mkdir(parents=True, exist_ok=True)
    study.layout.spent.write_text("1.0\n")
    free, other = planned.calls[:2]
    paid = replace(other, price=Price(input=1, output=1), limits=Limits(study_usd=1))
    found = execute_calls([paid, free], study=study, handouts=planned.handouts, scratch=tmp_path)
    assert found[0] is None
    assert found[1] is not None
    assert not study.call(paid.key).exists()
    # What is there already costs nothing.
    again = replace(free, price=Price(input=1, output=1), limits=Limits(study_usd=1))
    assert execute_calls([again], study=study, handouts={}, scratch=tmp_path) == [found[1]]


def test_without_a_folder_for_temporary_files_the_machine_s_own_is_used(study, planned):
    assert execute_calls(planned.calls[:1], study=study, handouts=planned.handouts, scratch=None)[0] is not None
