import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from made_up_runs import made_up_study
from runs_elsewhere import latch_run, steps_log

from counterproof.audit.table import trial_table
from counterproof.benchmarks.latch import load_latch
from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct
from counterproof.domain.problem import InputError
from counterproof.domain.trial import Trial
from counterproof.evaluators.elsewhere import verdict_on
from counterproof.evaluators.imports import ImportSummary, import_runs
from counterproof.store.records import read_log, read_record
from counterproof.trials.imports.mapping import ImportMap
from counterproof.trials.read import imported_agents, read_trials

BUNDLED = Path(__file__).parents[2] / "data" / "studies"
RESULT = {
    "task": "item000",
    "model_name": "anthropic/claude-opus-4-7",
    "harness": "claude-code",
    "trial_index": 1,
    "agent_runtime_seconds": 111,
    "result": {"passed": True, "metadata": {"duration_s": 105.5, "timed_out": False}},
}


@pytest.fixture
def case(tmp_path):
    study, constructions = made_up_study(tmp_path / "study", items=2, agents=1, replicates=1)
    return study, constructions, tmp_path / "runs"


@pytest.fixture
def real(shared):
    return shared / "data" / "latch_evals" / "trajectories"


def everything(folder):
    """Every file below a folder with its bytes and its time."""
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.rglob("*.json")}


def test_a_real_run_in_latchs_layout_becomes_a_trial_that_is_scored_like_ours(case, real):
    study, constructions, runs = case
    place = runs / "item000" / "anthropic" / "claude-opus-4-7" / "claude-code" / "r2"
    latch_run(place, answer={"answer": "B", "confidence": 90}, result=RESULT, log=real / "scb_DE01_claude-code")
    summary = import_runs(study, [runs])
    assert (summary.new, summary.refused) == (1, ())
    (trial,) = read_trials(study, constructions)
    key = trial.key
    assert (key.item, key.variant, key.agent, key.replicate) == (
        "item000",
        "original",
        "claude-code-claude-opus-4-7",
        2,
    )
    assert (key.seed, key.data_sha256, key.prompt_sha256, key.agent_sha256) == (None, None, None, None)
    assert (trial.outcome, trial.answer.choice, trial.answer.confidence, trial.seconds) == (
        "answered",
        ("B",),
        90,
        105.5,
    )
    assert len(trial.trajectory.tool_calls) == 9
    assert trial.imported.model_dump() == {
        "source": "item000/anthropic/claude-opus-4-7/claude-code/r2",
        "layout": "latch",
        "item": "item000",
        "model": "anthropic/claude-opus-4-7",
        "harness": "claude-code",
        "passed": True,
    }
    row = trial_table(study, constructions, [trial]).iloc[0]
    assert (row["choice"], row["supported"], row["tool_calls"]) == ("B", "B", 9)
    assert imported_agents(study) == ("claude-code-claude-opus-4-7",)


def test_all_five_real_runs_are_read_by_what_they_record_of_themselves(case, real):
    study, constructions, _ = case
    mapping = ImportMap(items={"DE01_pseudobulk_de": "item000", "niche_metastasis_programs": "item001"})
    summary = import_runs(study, [real], mapping=mapping)
    tasks = {json.loads((run / "result.json").read_text())["task"] for run in real.iterdir()}
    refused = {run.source: run.reason for run in summary.refused}
    known = [run for run in real.iterdir() if json.loads((run / "result.json").read_text())["task"] in mapping.items]
    assert summary.imported == len(known)
    assert all("the study has no item" in reason for reason in refused.values()), tasks
    # Their answers are numbers: none of the item's options, and never guessed at.
    assert {trial.outcome for trial in read_trials(study, constructions)} <= {"invalid", "no_answer"}


def test_importing_again_changes_nothing(case):
    study, _, runs = case
    for replicate in (1, 2):
        latch_run(runs / "item000" / "p" / "m" / "h" / f"r{replicate}", answer={"answer": "B"})
    first = import_runs(study, [runs])
    before = everything(study.layout.imported)
    again = import_runs(study, [runs])
    assert (first.new, first.kept, again.new, again.kept, again.renewed) == (2, 0, 0, 2, 0)
    assert everything(study.layout.imported) == before


def test_a_part_of_the_folder_imported_by_itself_is_the_same_run(case):
    study, _, runs = case
    latch_run(runs / "item000" / "p" / "m" / "h" / "r1", answer={"answer": "B"})
    import_runs(study, [runs])
    assert import_runs(study, [runs / "item000" / "p"]).kept == 1


def test_a_run_whose_files_changed_is_renewed_in_its_place(case):
    study, constructions, runs = case
    place = latch_run(runs / "item000" / "p" / "m" / "h" / "r1", answer={"answer": "B"})
    import_runs(study, [runs])
    (place / "eval_answer.json").write_text('{"answer": "C"}')
    assert import_runs(study, [runs]).renewed == 1
    assert [trial.answer.choice for trial in read_trials(study, constructions)] == [("C",)]


def test_two_runs_for_one_place_are_not_mixed(case):
    study, _, runs = case
    latch_run(runs / "a" / "item000" / "p" / "m" / "h" / "r1", answer={"answer": "B"})
    latch_run(runs / "b" / "item000" / "p" / "m" / "h" / "r1", answer={"answer": "C"})
    (refused,) = import_runs(study, [runs]).refused
    assert refused.source.startswith("b/")
    assert "h-m on item000, original, replicate 1 is a/item000/p/m/h/r1 already" in refused.reason
    (refused,) = import_runs(study, [runs / "b"]).refused
    assert "was imported from a/item000/p/m/h/r1" in refused.reason


@pytest.mark.parametrize(
    ("parts", "files", "reason"),
    [
        ("DE01/p/m/h/r1", {"answer": {"answer": "B"}}, "the study has no item 'DE01'"),
        ("somewhere", {"answer": {"answer": "B"}}, "nothing tells which item it is on"),
        ("somewhere", {"result": {"task": "item000"}}, "nothing tells which agent ran"),
        ("item001/p/m/h/r1", {"result": RESULT}, "its path says item 'item001', its result.json 'item000'"),
        ("item000/p/m/h/r1", {"result": [1]}, "result.json is no JSON object"),
    ],
)
def test_a_run_that_cannot_be_placed_is_refused_with_its_reason(case, parts, files, reason):
    study, _, runs = case
    latch_run(runs / parts, **files)
    (refused,) = import_runs(study, [runs]).refused
    assert (refused.source, reason in refused.reason) == (parts, True), refused.reason


def test_a_run_of_an_agent_that_the_study_runs_itself_needs_another_name(case):
    study, constructions, runs = case
    steps_log(runs / "item000.jsonl", "ANSWER: B")
    mapped = {"path": "{item}.jsonl", "agent": "agent0"}
    (refused,) = import_runs(study, [runs], mapping=ImportMap(runs=[mapped])).refused
    assert "the study runs an agent 'agent0' itself" in refused.reason
    assert import_runs(study, [runs], mapping=ImportMap(runs=[mapped], agents={"agent0": "theirs"})).new == 1
    assert [trial.key.agent for trial in read_trials(study, constructions)] == ["theirs"]


def test_a_mapping_tells_the_variants_of_plain_logs(case):
    study, constructions, runs = case
    for variant in ("original", "reversed"):
        steps_log(runs / "claude" / "item000" / f"{variant}-2.jsonl", "I looked.", "<EVAL_ANSWER>B</EVAL_ANSWER>")
    mapping = ImportMap(runs=[{"path": "{agent}/{item}/{variant}-{replicate}.jsonl"}], variants={"reversed": "flip"})
    assert import_runs(study, [runs], mapping=mapping).new == 2
    trials = read_trials(study, constructions)
    assert [(trial.key.variant, trial.key.replicate, trial.answer.choice) for trial in trials] == [
        ("flip", 2, ("B",)),
        ("original", 2, ("B",)),
    ]


def test_a_log_that_no_mapping_places_is_listed_and_other_files_are_passed_over(case):
    study, _, runs = case
    steps_log(runs / "some.jsonl", "ANSWER: B")
    (runs / "notes.txt").write_text("notes")
    (runs / "settings.json").write_text('{"colour": "red"}')
    (runs / "broken.eval").write_bytes(b"PK\x03\x04 broken")
    refused = {run.source: run.reason for run in import_runs(study, [runs]).refused}
    assert set(refused) == {"some.jsonl", "broken.eval"}
    assert "a log of own, and nothing tells its item and agent" in refused["some.jsonl"]


@pytest.mark.parametrize(
    ("files", "outcome", "reason"),
    [
        ({"answer": {"answer": None, "data_support": "none"}}, "abstained", None),
        ({"answer": {"answer": "Z"}}, "invalid", None),
        ({"answer": "{"}, "invalid", None),
        ({"result": RESULT}, "infra_error", "the log is empty and there is no answer"),
        (
            {"answer": {"answer": "B"}, "result": {**RESULT, "result": {"metadata": {"timed_out": True}}}},
            "timeout",
            "its runner stopped it",
        ),
    ],
)
def test_a_run_that_did_not_answer_ends_as_what_it_is(case, files, outcome, reason):
    study, constructions, runs = case
    latch_run(runs / "item000" / "p" / "m" / "h" / "r1", **files)
    assert import_runs(study, [runs]).new == 1
    (trial,) = read_trials(study, constructions)
    assert trial.outcome == outcome
    assert trial.reason == reason if reason else trial.reason


def test_unknown_times_and_totals_stay_unknown(case):
    study, constructions, runs = case
    latch_run(runs / "item000" / "p" / "m" / "h" / "r1", answer={"answer": "B"})
    import_runs(study, [runs])
    (trial,) = read_trials(study, constructions)
    assert (trial.seconds, trial.started, trial.trajectory.totals.cost_usd) == (None, None, None)
    assert trial_table(study, constructions, [trial])["seconds"].isna().all()


def test_an_imported_trial_does_not_count_once_its_item_reads_otherwise(case):
    study, constructions, runs = case
    latch_run(runs / "item000" / "p" / "m" / "h" / "r1", answer={"answer": "B"})
    import_runs(study, [runs])
    changed = type(study)(
        study.study, (study.items[0].model_copy(update={"question": "Other?"}), *study.items[1:]), study.layout
    )
    assert read_trials(changed, constructions) == ()
    assert import_runs(changed, [runs]).renewed == 1
    assert len(read_trials(changed, constructions)) == 1


def test_every_import_is_logged_with_what_it_refused(case):
    study, _, runs = case
    latch_run(runs / "DE01" / "p" / "m" / "h" / "r1", answer={"answer": "B"})
    summary = import_runs(study, [runs])
    assert read_log(study.layout.imported / "log.jsonl", ImportSummary) == (summary,)


def test_a_source_that_is_not_there_is_an_input_error(case):
    with pytest.raises(InputError, match="no such folder or file"):
        import_runs(case[0], [case[2] / "nowhere"])


def test_a_link_out_of_the_folder_is_not_followed(case, tmp_path):
    study, _, runs = case
    secret = latch_run(tmp_path / "elsewhere" / "item000" / "p" / "m" / "h" / "r1", answer={"answer": "B"})
    runs.mkdir()
    (runs / "link").symlink_to(secret.parents[4])
    assert import_runs(study, [runs]).imported == 0


SCRIPT = """
import pickle, sys
from pathlib import Path
from counterproof.evaluators.imports import import_runs
study, runs = pickle.loads(Path(sys.argv[1]).read_bytes())
print("started", flush=True)
import_runs(study, [runs])
"""


def test_an_import_that_was_killed_is_made_whole_by_the_next(case, tmp_path):
    study, constructions, runs = case
    for replicate in range(1, 601):
        latch_run(runs / "item000" / "p" / "m" / "h" / f"r{replicate}", answer={"answer": "B"})
    (tmp_path / "case.pickle").write_bytes(pickle.dumps((study, runs)))
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "case.pickle")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"started\n"
        while not any(study.layout.imported.glob("*/*/*.json")) and process.poll() is None:
            pass
        process.kill()
    done = len(read_trials(study, constructions))
    summary = import_runs(study, [runs])
    assert 0 < done < 600
    assert (summary.kept, summary.new) == (done, 600 - done)
    assert not list(study.layout.imported.rglob("*.part"))


@pytest.fixture
def evals(shared, tmp_path):
    """A study of the evals of scBench whose recorded runs are shared, and the runs as their runner left them."""
    study, _ = made_up_study(tmp_path / "evals", items=1, agents=1, replicates=1)
    lines = (shared / "data/latch_evals/scbench_results.jsonl").read_text(encoding="utf-8").splitlines()
    recorded = [json.loads(line) for line in lines]
    for run in recorded:
        path = (run["item"], run["provider"], run["model"], run["harness"], run["replicate"])
        answer = run["result"]["result"]["agent_answer"]
        latch_run((tmp_path / "recorded").joinpath(*path), answer=answer, result=run["result"])
    names = {run["item"] for run in recorded}
    items = tuple(one for one in load_latch(shared / "data/latch_evals/scbench").items if one.source_id in names)
    mapping = ImportMap(items={item.source_id: item.id for item in items})
    return type(study)(study.study, items, study.layout), recorded, (tmp_path / "recorded", mapping)


def test_recorded_answers_for_a_grader_are_imported_and_graded_as_they_were(evals):
    study, recorded, (runs, mapping) = evals
    summary = import_runs(study, [runs], mapping=mapping)
    assert (summary.new, summary.refused) == (len(recorded), ())
    trials = [read_record(path, Trial) for path in study.layout.imported.glob("*/*/*.json")]
    assert {trial.outcome for trial in trials} == {"answered"}
    for trial in trials:
        assert verdict_on(trial.answer, item=study.item(trial.key.item)).passed == trial.imported.passed
    assert sum(summary.graded.values()) == len(recorded)
    assert sum(summary.passed.values()) == sum(run["result"]["result"]["passed"] for run in recorded)


def test_real_runs_with_their_logs_are_imported_for_a_grader(evals, real):
    study, _, (_, mapping) = evals
    summary = import_runs(study, [real], mapping=mapping)
    assert (summary.new, sum(summary.graded.values()), sum(summary.passed.values())) == (4, 4, 3)
    (refused,) = summary.refused
    assert "the study has no item 'lineage_metastasis_multilayer_niche_mapping'" in refused.reason
    trials = [read_record(path, Trial) for path in study.layout.imported.glob("*/*/*.json")]
    assert all(trial.trajectory.tool_calls and trial.answer.value["n_degs"] > 1000 for trial in trials)


def test_a_run_whose_items_grader_cannot_be_read_is_refused_with_the_reason(evals):
    study, _, (runs, mapping) = evals
    broken = [item.model_copy(update={"grader": {"type": "unheard_of", "config": {}}}) for item in study.items]
    summary = import_runs(type(study)(study.study, tuple(broken), study.layout), [runs], mapping=mapping)
    assert summary.imported == 0
    assert "the grader of item" in summary.refused[0].reason
    assert "unheard_of" in summary.refused[0].reason


@pytest.fixture(scope="module")
def genetics(tmp_path_factory):
    return open_study(BUNDLED / "genetics", out=tmp_path_factory.mktemp("genetics"))


def test_runs_on_items_that_ask_for_numbers_are_imported(genetics, tmp_path):
    answers = {
        ("allele_effect", "original"): {"answer": 0.31, "confidence": 90, "data_support": "full"},
        ("allele_effect", "flip"): {"effect": -0.29},
        ("allele_effect", "withdraw"): {"answer": None, "data_support": "none"},
        ("allele_effect", "null"): "about 0.3",
        ("allele_effect", "no_data"): "0.2 to 0.4",
    }
    for (item, variant), answer in answers.items():
        latch_run(tmp_path / "runs" / variant / item / "r1", answer=answer)
    mapping = ImportMap(runs=[{"path": "{variant}/{item}/r1", "agent": "theirs"}])
    summary = import_runs(genetics, [tmp_path / "runs"], mapping=mapping)
    assert (summary.new, summary.refused, summary.graded) == (5, (), {})
    trials = [read_record(path, Trial) for path in genetics.layout.imported.glob("*/*/*.json")]
    found = {trial.key.variant: (trial.outcome, trial.answer.fields if trial.answer else None) for trial in trials}
    assert found == {
        "original": ("answered", {"effect": 0.31}),
        "flip": ("answered", {"effect": -0.29}),
        "withdraw": ("abstained", {}),
        "null": ("answered", {"effect": 0.3}),
        "no_data": ("invalid", None),
    }


@pytest.mark.slow
def test_imported_numbers_are_scored_as_ours_are(genetics, tmp_path):
    made = construct(genetics, progress=False)
    for variant, answer in (("original", 0.31), ("flip", -0.29), ("null", 0.9)):
        latch_run(tmp_path / "runs" / variant / "allele_effect" / "r2", answer={"answer": answer})
    mapping = ImportMap(runs=[{"path": "{variant}/{item}/r2", "agent": "scored", "replicate": 2}])
    assert import_runs(genetics, [tmp_path / "runs"], mapping=mapping).new == 3
    trials = [trial for trial in read_trials(genetics, made) if trial.key.agent == "scored"]
    table = trial_table(genetics, made, trials).set_index("variant")
    assert table.loc["original", "choice"] == table.loc["original", "supported"] == "0.3"
    assert table.loc["flip", "choice"] == table.loc["flip", "supported"] == "-0.3"
    assert table.loc["null", "choice"] != table.loc["null", "supported"]


MAPPED = ImportMap.model_validate({"runs": [{"path": "{agent}/{item}/log.jsonl", "answer": "answer.json"}]})


def test_a_pipe_among_the_runs_is_not_waited_for(case):
    study, _, runs = case
    steps_log(runs / "mine" / "item000" / "log.jsonl", "<answer>B</answer>")
    os.mkfifo(runs / "mine" / "item000" / "answer.json")
    (runs / "other" / "item000").mkdir(parents=True)
    os.mkfifo(runs / "other" / "item000" / "log.jsonl")
    summary = import_runs(study, [runs], mapping=MAPPED)
    assert (summary.agents, summary.refused) == ({"mine": 1}, ())


def test_an_answer_that_is_a_link_is_none_of_the_run(case, tmp_path):
    study, constructions, runs = case
    (tmp_path / "key.json").write_text('{"answer": "C"}', encoding="utf-8")
    steps_log(runs / "mine" / "item000" / "log.jsonl", "<answer>B</answer>")
    (runs / "mine" / "item000" / "answer.json").symlink_to(tmp_path / "key.json")
    import_runs(study, [runs], mapping=MAPPED)
    assert [trial.answer.choice for trial in read_trials(study, constructions)] == [("B",)]


def test_a_folder_in_the_place_of_a_log_is_refused_and_no_run_without_an_answer(case):
    study, _, runs = case
    (runs / "mine" / "item000" / "log.jsonl").mkdir(parents=True)
    summary = import_runs(study, [runs], mapping=MAPPED)
    assert (summary.new, len(summary.refused)) == (0, 1)
    assert "holds none of a run's files: trajectory.json" in summary.refused[0].reason


def test_an_agent_whose_name_no_file_could_have_is_refused(case):
    study, _, runs = case
    steps_log(runs / ("n" * 200) / "item000" / "log.jsonl", "<answer>B</answer>")
    (refused,) = import_runs(study, [runs], mapping=MAPPED).refused
    assert "has more than 64 letters: give it a shorter name under `agents` of --map" in refused.reason
