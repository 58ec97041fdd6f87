import pytest

from counterproof.domain.answer import Answer
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.evaluators.rubric.rules import RULES


@pytest.fixture
def decided(trials, item):
    """Whether a trial with these calls (input and output), words and evidence meets a rule."""

    def decide(rule, *calls, said="", evidence=""):
        steps = [Step(kind="tool_call", tool="python", input=asked, output=given) for asked, given in calls]
        steps += [Step(kind="message", text=said)] if said else []
        log = Trajectory(format="own", steps=tuple(steps))
        answer = Answer(choice=("A",), evidence=evidence)
        return RULES[rule](trials[0].model_copy(update={"trajectory": log, "answer": answer}), item)

    return decide


@pytest.mark.parametrize(
    ("call", "met"),
    [
        (("h5py.File('data.h5ad')", "<HDF5>"), True),
        (("import ScanPy", "done"), True),
        (("pd.read_csv('x')", "table"), True),
        (("h5py.File('data.h5ad')", ""), False),
        (("h5py.File('data.h5ad')", None), False),
        (("ls", "data.h5ad"), False),
        ((None, "x"), False),
    ],
)
def test_data_are_opened_by_a_call_that_names_them_and_has_an_output(decided, call, met):
    assert decided("opens_data", call) == met


def test_numbers_beside_an_option_s_own_name_are_a_computation(decided, item):
    name = item.options["A"]
    assert decided("computes", ("x", f"{name} 0.51"))
    assert not decided("computes", ("x", f"{name} 51"))
    assert not decided("computes", ("x", f"{name}X 0.51"))
    assert not decided("computes", ("x", "0.51"), ("y", name))
    assert not decided("computes", (f"{name} 0.51", None))


def test_every_option_must_be_named_in_one_output_or_another(decided, item):
    calls = [("x", text) for text in item.options.values()]
    assert decided("names_every_option", *calls)
    assert not decided("names_every_option", *calls[1:])
    assert not decided("names_every_option")


@pytest.mark.parametrize(
    ("evidence", "met"), [("NKG7 has 1.25", True), ("NKG7 has 1", False), ("v1.x", False), ("", False)]
)
def test_evidence_holds_a_decimal_number(decided, evidence, met):
    assert decided("states_evidence", evidence=evidence) == met


@pytest.mark.parametrize("words", ["This is Well-known.", "as the literature says", "drawn by lot", "known to mark NK"])
def test_an_appeal_to_memory_is_found_in_words_and_in_evidence(decided, words):
    assert not decided("no_prior", said=words)
    assert not decided("no_prior", evidence=words)
    # What a tool prints is not the agent's word.
    assert decided("no_prior", ("x", words))


def test_a_trial_without_an_answer_states_nothing_and_appeals_to_nothing(trials, item):
    silent = trials[0].model_copy(update={"answer": None, "trajectory": Trajectory(format="empty")})
    met = {name: rule(silent, item) for name, rule in RULES.items()}
    assert met == dict.fromkeys(RULES, False) | {"no_prior": True}
