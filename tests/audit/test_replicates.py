import pytest
from made_up_audit import made_up_open_study, made_up_study

from counterproof.audit.replicates import Replicate, replicates_of
from counterproof.audit.routes import route_table
from counterproof.audit.table import trial_table
from counterproof.trials.stored import by_digest

ITEMS, CONSTRUCTIONS, TRIALS = made_up_study()


@pytest.fixture(scope="module")
def found():
    table = trial_table(made_up_open_study(ITEMS), CONSTRUCTIONS, TRIALS)
    return replicates_of(table, route_table(table), records=TRIALS, constructions=CONSTRUCTIONS)


def test_each_agent_has_one_on_each_item_in_the_order_of_names(found):
    names = [(one.agent, one.item, one.replicate) for one in found]
    assert names == sorted(set(names))
    assert {agent for agent, *_ in names} == {trial.key.agent for trial in TRIALS}


def test_rows_registration_and_records_are_its_own(found):
    for one in found:
        assert {(row["agent"], row["item"], row["replicate"]) for row in one.rows.values()} == {
            (one.agent, one.item, one.replicate)
        }
        assert all(row["variant"] == variant for variant, row in one.rows.items())
        assert one.registration.item == one.item
        assert set(one.records) == set(one.rows)
        for variant, record in one.records.items():
            assert (record.key.agent, record.key.item, record.key.variant) == (one.agent, one.item, variant)


def test_records_that_are_not_there_are_left_out():
    table = trial_table(made_up_open_study(ITEMS), CONSTRUCTIONS, TRIALS)
    some = [trial for trial in TRIALS if trial.key.variant != "flip"]
    for one in replicates_of(table, route_table(table), records=some, constructions=()):
        assert "flip" in one.rows
        assert "flip" not in one.records
        assert one.registration is None
        assert not one.saw_the_flip
        assert not one.claims_support


def test_a_record_is_read_when_it_is_asked_for():
    table = trial_table(made_up_open_study(ITEMS), CONSTRUCTIONS, TRIALS)
    digests = set(by_digest(TRIALS))
    assert {row["digest"] for row in table.to_dict("records")} <= digests


def row(outcome="answered", choice="B", **more):
    return {"outcome": outcome, "choice": choice, "key": "B", "flip_to": "A", "data_support": "full", **more}


@pytest.mark.parametrize(
    ("rows", "gave"),
    [
        ({"flip": row()}, True),
        ({"flip": row(choice="A")}, False),
        ({"flip": row(choice="A,B")}, False),
        ({"flip": row("abstained", "")}, False),
        ({"flip": row("infra_error", "B")}, False),
        ({}, False),
    ],
)
def test_only_an_answer_of_exactly_these_letters_gives_them(rows, gave):
    one = Replicate("a", "i", 1, "memory", rows)
    assert one.gave("flip", "key") == gave
    assert not one.overruled
