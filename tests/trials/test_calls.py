import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from identity_made_up import opened

from counterproof.trials.calls import call_groups, identity_prompt, planned_calls


def test_every_group_is_asked_under_every_condition_by_every_agent(tmp_path):
    plan = planned_calls(opened(tmp_path, conditions=["named", "blind"], replicates=2, instances_per_call=5))
    assert len(plan.calls) == 4 * 2 * 5 * 2
    assert plan.refused == plan.noted == ()


def test_what_cannot_be_made_and_what_is_made_otherwise_is_told(tmp_path):
    one, two, *_ = opened(tmp_path).instances
    bare = one.model_copy(update={"evidence": "", "mentions": (), "entities": ()})
    plain = two.model_copy(update={"evidence": "It rose and fell.", "mentions": ()})
    plan = planned_calls(opened(tmp_path, instances=(bare, plain), conditions=["named", "blind", "delete", "shuffled"]))
    assert {(told.condition, told.reason) for told in plan.refused} == {
        ("delete", "has no evidence block"),
        ("shuffled", "has no evidence block"),
    }
    told = {(told.instance, told.condition) for told in plan.noted}
    assert told == {(bare.id, "blind"), (plain.id, "blind"), (plain.id, "shuffled")}


def test_the_groups_are_the_same_under_all_conditions(tmp_path):
    plan = planned_calls(opened(tmp_path, conditions=["named", "blind"], instances_per_call=5))
    groups = {
        name: {call.key.instances for call in plan.calls if call.key.condition == name} for name in ("named", "blind")
    }
    assert groups["named"] == groups["blind"]


def test_an_instance_keeps_its_label_when_another_of_its_group_is_refused(tmp_path):
    plan = planned_calls(opened(tmp_path, instances_per_call=16))
    calls = {call.key.condition: call for call in plan.calls if call.key.agent == "reader"}
    recall, named = (
        dict(zip(calls[name].key.instances, calls[name].labels, strict=True)) for name in ("recall", "named")
    )
    assert len(recall) == 16
    assert len(named) == 12
    assert all(recall[name] == label for name, label in named.items())


def test_the_seed_does_not_depend_on_the_condition_but_on_the_replicate(tmp_path):
    plan = planned_calls(opened(tmp_path, conditions=["named", "blind"], replicates=2, instances_per_call=16))
    own = [call.key for call in plan.calls if call.key.agent == "first"]
    assert len({key.seed for key in own}) == 2
    assert len({(key.condition, key.replicate) for key in own}) == 4


def test_one_instance_a_call_keeps_their_order(tmp_path):
    study = opened(tmp_path)
    assert [group[0] for group in call_groups(study.instances, size=1, seed=1)] == list(study.instances)


def test_a_prompt_can_be_looked_at_or_says_why_there_is_none(tmp_path):
    study = opened(tmp_path)
    assert study.instances[0].evidence in identity_prompt(study, study.instances[0], "named")
    assert "asked in recall only" in identity_prompt(study, study.instances[-1], "named")
