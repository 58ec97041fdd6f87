import pandas as pd
import pytest

from counterproof.audit.grounding import score_agents
from counterproof.audit.table import DTYPES, leave_out_second_analysis, trial_table
from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.answer import Answer
from counterproof.domain.construction import Construction
from counterproof.domain.finding import Screening
from counterproof.domain.item import DataSource, Item
from counterproof.domain.registration import Registration
from counterproof.domain.statistic import Group, Marker
from counterproof.domain.study import Study
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.domain.trial import Trial, TrialKey
from counterproof.domain.variant import Edit
from counterproof.store.digest import digest_of
from counterproof.store.layout import layout_of
from counterproof.store.study import OpenStudy

OPTIONS = {"A": "CD79A", "B": "NKG7", "C": "FCER1A", "D": "CD3D"}
ITEM = Item(
    id="nk_marker",
    family="marker",
    question="Which gene marks NK cells?",
    options=OPTIONS,
    key="B",
    data=DataSource(source="scanpy:pbmc68k_reduced"),
    ordinary_looking=True,
)
ANSWER = Answer(choice=("B",), confidence=80, data_support="full", evidence="NKG7 leads")


@pytest.fixture
def study(tmp_path):
    settings = Study(study="small", agents=(ReferenceAgent(name="a", route="analyst"),), seed=1)
    return OpenStudy(settings, (ITEM,), layout_of(tmp_path))


def construction(excluded=None):
    registration = Registration(
        item=ITEM.id,
        data_sha256="0" * 64,
        statistic=Marker(group=Group(column="bulk_labels", value="CD56+ NK")),
        targets=OPTIONS,
        block="raw",
        block_class="log",
        margin=0.5,
        stability=0.95,
        bootstraps=10,
        key="B",
        flip_to="A",
        edits={"withdraw": Edit(kind="delete_gene", genes=("NKG7",))},
        supported={"original": "B", "null": "B", "withdraw": None, "flip": "A"},
        keep_obs=(),
        contrasts=(),
        seed=1,
    )
    screening = Screening(item=ITEM.id, decision="decidable")
    return Construction(item=ITEM.id, excluded=excluded, registration=registration, screening=screening)


def trial(variant="original", *, outcome="answered", answer=ANSWER, steps=(), item=ITEM.id, replicate=0):
    digests = {"item_sha256": "1", "data_sha256": "2", "prompt_sha256": "3", "agent_sha256": "4"}
    key = TrialKey(item=item, variant=variant, agent="a", replicate=replicate, seed=1, **digests)
    trajectory = Trajectory(format="test", steps=steps)
    return Trial(key=key, outcome=outcome, answer=answer, trajectory=trajectory, seconds=2, started="now")


def test_a_row_says_what_was_asked_answered_and_supported(study):
    steps = (Step(kind="message", text="Looking."), Step(kind="tool_call", tool="python", input="x", output="y"))
    done = trial("flip", steps=steps)
    row = trial_table(study, [construction()], [done]).iloc[0]
    expected = {
        "item": "nk_marker",
        "family": "marker",
        "variant": "flip",
        "arm": "standard",
        "choice": "B",
        "key": "B",
        "flip_to": "A",
        "supported": "A",
        "n_options": 4,
        "confidence": 80,
        "data_support": "full",
        "tool_calls": 1,
        "seconds": 2,
        "ordinary_looking": True,
        "digest": digest_of(done.key)[:16],
    }
    assert {name: row[name] for name in expected} == expected
    assert row["second_analysis"] is pd.NA


def test_a_trial_without_an_answer_has_an_empty_choice_and_unknown_confidence(study):
    row = trial_table(study, [construction()], [trial("withdraw", outcome="timeout", answer=None)]).iloc[0]
    assert (row["choice"], row["supported"], row["data_support"]) == ("", "", None)
    assert pd.isna(row["confidence"])


def test_nothing_is_supported_without_data(study):
    assert trial_table(study, [construction()], [trial("no_data")])["supported"].tolist() == [""]


@pytest.mark.parametrize(
    ("step", "seen"),
    [
        (Step(kind="message", text="NKG7 is not in the file, so I answer from memory."), True),
        (Step(kind="tool_call", tool="python", input="a['NKG7']", output="KeyError: 'NKG7'"), True),
        (Step(kind="tool_call", tool="python", input="if 'NKG7' not in a: print('missing')", output="ok"), False),
    ],
)
def test_a_missing_gene_is_noticed_in_words_and_outputs_but_not_in_code(study, step, seen):
    assert trial_table(study, [construction()], [trial("withdraw", steps=(step,))])["noticed"].tolist() == [seen]


def test_a_missing_file_is_noticed_without_data(study):
    step = Step(kind="message", text="No data file was provided.")
    assert trial_table(study, [construction()], [trial("no_data", steps=(step,))])["noticed"].tolist() == [True]


def test_no_trial_gives_an_empty_table_that_can_be_scored(study):
    table = trial_table(study, [construction()], [])
    assert table.dtypes.astype(str).to_dict() == DTYPES
    assert score_agents(table, seed=1).empty


def test_trials_of_an_excluded_item_are_left_out(study):
    assert trial_table(study, [construction("tied")], [trial()]).empty


def test_a_trial_on_an_unknown_item_is_refused(study):
    with pytest.raises(ValueError, match="agent 'a' is on item 'other', which the study does not have"):
        trial_table(study, [construction()], [trial(item="other")])


def test_the_table_survives_parquet(study, tmp_path):
    table = trial_table(study, [construction()], [trial(), trial("withdraw", outcome="timeout", answer=None)])
    table.to_parquet(tmp_path / "t.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "t.parquet"), table)


def test_items_with_a_second_analysis_can_be_left_out(make_frame, make_trial):
    said = {"x": True, "y": False, "z": None}
    table = make_frame([make_trial("original", "C", item=name, second_analysis=value) for name, value in said.items()])
    assert leave_out_second_analysis(table)["item"].tolist() == ["y", "z"]
