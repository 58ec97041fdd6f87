from dataclasses import replace

import pandas as pd
import pytest
from made_up_audit import AGENTS, made_up_open_study, made_up_study

from counterproof.audit import findings as found
from counterproof.audit.findings import find, save_findings
from counterproof.audit.ranks import rank_agents
from counterproof.audit.routes import route_table
from counterproof.store.layout import layout_of
from counterproof.store.tables import read_table
from counterproof.trials.plan import planned_trials

TABLES = ["trials", "routes", "agents", "families", "items", "evaluators", "instrument", "scores"]


@pytest.fixture(scope="module")
def audit():
    """The made-up study, with the variants that its constructions describe and no file holds."""
    items, constructions, trials = made_up_study()
    promised = {name: edit for name, edit in constructions[0].registration.edits.items() if name == "none"}
    fileless = [
        made.model_copy(update={"registration": made.registration.model_copy(update={"edits": promised})})
        for made in constructions
    ]
    return made_up_open_study(items), fileless, trials


@pytest.fixture(scope="module")
def findings(audit):
    return find(*audit, resamples=50)


def test_every_table_is_there_by_its_name(findings):
    assert list(findings.tables) == TABLES
    assert all(isinstance(table, pd.DataFrame) and len(table) for table in findings.tables.values())


def test_a_trial_has_a_row_and_every_agent_its_scores(findings, audit):
    assert len(findings.trials) == len(audit[2])
    assert set(findings.agents["agent"]) == set(AGENTS)
    assert set(findings.families["group"]) == {"marker", "abundance"}
    assert set(findings.items["group"]) == set(findings.trials["item"])


def test_each_reference_agent_takes_its_route(findings):
    taken = findings.routes.groupby("agent")["route"].unique().map(list).to_dict()
    assert taken == {"analyst": ["derived"], "reciter": ["recall"], "fallback": ["elimination"], "guesser": [""]}


def test_the_instrument_holds_only_where_every_expectation_does(findings):
    assert findings.holds == findings.instrument["holds"].all()
    row = findings.instrument.set_index(["agent", "metric"])["holds"]
    assert row["analyst", "ega"]
    assert row["reciter", "route_recall"]


def test_the_same_seed_gives_the_same_scores(findings, audit):
    again = find(*audit, resamples=50)
    for name, table in findings.tables.items():
        pd.testing.assert_frame_equal(again.tables[name], table)


def test_scores_of_many_trials_are_kept_until_the_trials_or_the_draws_change(findings, audit, tmp_path, monkeypatch):
    study, made, trials = audit
    study = replace(study, layout=layout_of(tmp_path / "study"))
    monkeypatch.setattr(found, "KEPT_FROM", 10)
    scored = []
    monkeypatch.setattr(found, "route_table", lambda table: (scored.append(len(table)), route_table(table))[1])
    for _ in range(2):
        again = find(study, made, trials, resamples=50)
        for name, table in findings.tables.items():
            pd.testing.assert_frame_equal(again.tables[name], table)
    assert len(scored) == 1
    find(study, made, trials, resamples=51)
    fewer = find(study, made, trials[1:], resamples=51)
    assert scored == [len(trials)] * 2 + [len(trials) - 1]
    assert len(fewer.routes) < len(findings.routes)


def test_a_run_is_finished_when_all_that_was_planned_is_there(audit, findings):
    study, constructions, trials = audit
    assert findings.planned == len(planned_trials(study, constructions)) <= len(trials)
    assert findings.finished
    assert not find(study, constructions, trials[: findings.planned - 1], resamples=10).finished


def test_no_trial_gives_empty_findings_and_an_instrument_that_was_not_checked(audit):
    study, constructions, _ = audit
    nothing = find(study, constructions, [])
    assert {name for name, table in nothing.tables.items() if len(table)} == set()
    assert (nothing.holds, nothing.finished) == (None, False)
    assert len(rank_agents(nothing.agents)) == 0


def test_findings_are_saved_a_table_a_file(findings, tmp_path):
    paths = save_findings(findings, tmp_path / "findings")
    assert [path.name for path in paths] == [f"{name}.parquet" for name in TABLES]
    assert sorted(tmp_path.rglob("*.*")) == sorted(paths)
    for path in paths:
        expected = findings.tables[path.stem]
        pd.testing.assert_frame_equal(read_table(path), expected, check_dtype=False)
