import json

import numpy as np
import pytest
from made_up_audit import made_up_open_study, made_up_study

from counterproof.audit.rubrics.runs import DTYPES, read_runs, study_runs
from counterproof.audit.table import trial_table
from counterproof.domain.problem import InputError


@pytest.fixture
def written(tmp_path):
    def write(text, name="runs.csv"):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return write


def test_a_table_of_four_columns_is_enough(written):
    runs = read_runs(written("trial,item,agent,passed\n1,i,gpt-x / pi,true\n2,i,gpt-x / pi,False\n3,i,claude-y,1\n"))
    assert list(runs) == list(DTYPES)
    assert runs["passed"].tolist() == [True, False, True]
    assert runs["score"].tolist() == [1, 0, 1]
    assert runs["family"].tolist() == ["gpt", "gpt", "claude"]
    assert runs["replicate"].tolist() == ["0", "1", "0"]
    assert runs["cost_usd"].isna().all()
    assert not runs["excluded"].any()


def test_what_a_table_says_is_taken_over(written):
    text = "trial,item,agent,model,family,replicate,passed,score,cost_usd,excluded\n"
    text += "1,i,a,m,f,r9,0,0.5,,0\n2,i,a,m,f,r8,0,0,1.25,1\n"
    runs = read_runs(written(text))
    assert runs["score"].tolist() == [0.5, 0]
    assert runs["replicate"].tolist() == ["r9", "r8"]
    assert np.isnan(runs["cost_usd"][0])
    assert runs["excluded"].tolist() == [False, True]


def test_every_fault_of_a_table_is_told_at_once(written):
    text = "trial,item,agent,passed,score,cost_usd\n1,i,a,yes,0.5,1\n1,i,a,true,1.5,-2\n2,i,a,true,x,\n"
    with pytest.raises(InputError) as error:
        read_runs(written(text))
    told = {(problem.place, problem.seen) for problem in error.value.problems}
    assert told == {
        ("row 1, passed", "yes"),
        ("row 2", "1"),
        ("row 2, score", "1.5"),
        ("row 3, score", "x"),
        ("row 2, cost_usd", "-2"),
    }


def test_many_faults_of_one_kind_are_counted(written):
    text = "trial,item,agent,passed,score\n" + "".join(f"{n},i,a,1,9\n" for n in range(40))
    with pytest.raises(InputError, match="has 35 more rows of this kind"):
        read_runs(written(text))


@pytest.mark.parametrize(
    ("text", "name", "wrong"),
    [
        ("trial,item\n1,i\n", "runs.csv", "has no column 'agent'"),
        ("", "runs.xlsx", "is no table"),
        ('{"item": "i"}\n', "runs.jsonl", "lacks model, harness, replicate, result"),
        ("{\n", "runs.jsonl", "is no JSON object"),
    ],
)
def test_what_is_no_table_of_runs_is_refused(written, text, name, wrong):
    with pytest.raises(InputError, match=wrong):
        read_runs(written(text, name))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_runs(tmp_path / "none.jsonl")


def test_a_recorded_run_without_a_verdict_did_not_pass(written):
    run = {"item": "i", "model": "m", "harness": "h", "replicate": "r1", "result": {"agent_runtime_seconds": 3}}
    runs = read_runs(written(json.dumps(run) + "\n\n", "runs.jsonl"))
    assert (runs["passed"].tolist(), runs["score"].tolist(), runs["seconds"].tolist()) == ([False], [0], [3])


def test_tokens_are_all_that_a_harness_logged(shared):
    runs = read_runs(shared / "data" / "latch_evals" / "scbench_results.jsonl")
    logged = runs.groupby(runs["agent"].str.rpartition(" / ")[2])["tokens"].count()
    assert logged.to_dict() == {"claude-code": 18, "mini-swe-agent": 0, "openai-codex": 18}
    assert runs["turns"].notna().all()


def test_a_studys_runs_are_its_trials_on_the_original():
    items, constructions, trials = made_up_study()
    table = trial_table(made_up_open_study(items), constructions, trials)
    runs = study_runs(table, trials, models={})
    assert len(runs) == (table["variant"] == "original").sum()
    assert runs["family"].eq("reference").all()
    assert runs["passed"].sum() == ((table["variant"] == "original") & (table["choice"] == table["key"])).sum()
    assert runs["cost_usd"].isna().all()
    assert runs["seconds"].notna().all()


def test_an_agent_that_the_study_ran_has_the_model_that_the_study_names_and_its_family():
    items, constructions, trials = made_up_study()
    table = trial_table(made_up_open_study(items), constructions, trials)
    runs = study_runs(table, trials, models={"guesser": "anthropic/claude-opus-4-5"}).set_index("agent")
    assert set(runs.loc["guesser", "model"]) == {"anthropic/claude-opus-4-5"}
    assert set(runs.loc["guesser", "family"]) == {"claude"}
    assert set(runs.loc["analyst", "family"]) == {"reference"}
