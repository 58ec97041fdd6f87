import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.benchmarks.wording import check_record, did_you_mean, listed, near_miss
from counterproof.domain.item import Item
from counterproof.domain.study import Study

GOOD = {
    "id": "marker_nk_nkg7",
    "family": "marker",
    "question": "Which gene marks NK cells?",
    "options": {"A": "CD79A", "B": "NKG7", "C": "LYZ", "D": "CD3D"},
    "key": "B",
    "data": {"source": "scanpy:pbmc68k_reduced"},
    "registration": {
        "ask": {"statistic": "marker", "group": {"bulk_labels": "CD56+ NK"}},
        "block": "raw",
        "block_class": "log",
        "flip_to": "A",
    },
}
STUDY = {"study": "x", "agents": [{"name": "analyst", "route": "analyst"}], "seed": 1}
YAML_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def faults(value, kind=Item):
    return {problem.place: problem for problem in check_record(value, kind, file="items/x.yaml").problems}


def changed(path, value):
    *parents, last = path.split(".")
    copy = {**GOOD, "options": {**GOOD["options"]}}
    copy["registration"] = {**GOOD["registration"], "ask": {**GOOD["registration"]["ask"]}}
    spot = copy
    for parent in parents:
        spot = spot[parent]
    spot[last] = value
    return copy


def test_a_good_item_has_no_problem():
    assert check_record(GOOD, Item, file="f") == (Item.model_validate(GOOD), ())


@pytest.mark.parametrize(
    ("path", "value", "place", "wrong", "fix"),
    [
        ("key", "Z", "key", "the key is none of the options A, B, C, D", "one of the options"),
        ("options.B", 1.0, "options.B", "must be text, not a number", 'write it in quotes: "1.0"'),
        ("options.B", True, "options.B", "must be text, not true or false", 'write it in quotes: "true"'),
        ("options.B", None, "options.B", "must be text, not nothing", "write the text here"),
        ("options.dd", "GNLY", "options", "named by one capital letter, not 'dd'", "name the options A, B, C"),
        ("options.D", "LYZ", "options", "two options have the same text: 'LYZ'", "a text of its own"),
        ("famly", "marker", "famly", "unknown key", "did you mean 'family'?"),
        ("zzz", "marker", "zzz", "unknown key", "the keys here are: id, family"),
        ("family", "markers", "family", "must be one of marker, specificity", "did you mean 'marker'?"),
        (
            "registration.flip",
            "swap_gene",
            "registration.flip",
            "must be one of swap_genes",
            "did you mean 'swap_genes'?",
        ),
        ("registration.flip_to", "B", "registration", "flip_to 'B' is the key", "correct the letters"),
        ("registration.flip_to", "Q", "registration", "flip_to 'Q' is none of the options", "correct the letters"),
        ("registration.ask.grup", 1, "registration.ask.grup", "unknown key", "did you mean 'group'?"),
        (
            "registration.ask.statistic",
            "marks",
            "registration.ask.statistic",
            "must be one of",
            "did you mean 'marker'?",
        ),
        (
            "registration.block_class",
            "logged",
            "registration.block_class",
            "must be one of counts",
            "did you mean 'log'?",
        ),
        ("question", "", "question", "is empty", "write the question alone, in words"),
        ("options.A", "x" * 100_001, "options.A", "has more than 100000 letters", "shorten it to 100000 letters"),
        ("eliminable", "yes", "eliminable", "must be true or false", "without quotes"),
        ("data", "scanpy:x", "data", "must be a block of `key: value` lines", "below it, indented"),
        ("id", "NK marker", "id", "an id has 1 to 64 of a-z", "choose an id"),
    ],
)
def test_a_fault_of_an_item_says_where_what_and_the_way_out(path, value, place, wrong, fix):
    problem = faults(changed(path, value))[place]
    assert wrong in problem.wrong
    assert fix in problem.fix


def test_a_missing_key_is_named():
    problem = faults({name: value for name, value in GOOD.items() if name != "key"})["key"]
    assert (problem.wrong, problem.fix) == ("is missing", "add the key 'key'")


@pytest.mark.parametrize(
    ("change", "place", "wrong", "fix"),
    [
        ({"replicates": "3"}, "replicates", "must be a whole number", "without quotes"),
        ({"replicates": True}, "replicates", "must be a whole number", "without quotes"),
        ({"replicate": 3}, "replicate", "unknown key", "did you mean 'replicates'?"),
        ({"seed": -1}, "seed", "must be greater than or equal to 0", "correct"),
        ({"agents": []}, "agents", "one agent or more", "name of its own"),
        ({"agents": [{"name": "x", "rout": "analyst"}]}, "agents[0].rout", "unknown key", "did you mean 'route'?"),
        ({"agents": "analyst"}, "agents", "must be a list", "[one, another]"),
        ({"variants": ["original", "nul"]}, "variants[1]", "must be one of original, null", "did you mean 'null'?"),
        ({"variants": ["original", "null"]}, "variants", "withdraw, flip missing", "name all four"),
        ({"study": "My Study"}, "study", "has 'a' to 'z'", "choose a name"),
        ({"margins": {"markers": 0.5}}, "margins.markers", "must be one of", "did you mean 'marker'?"),
        ({"agents": [{"name": "x", "kind": "codx"}]}, "agents[0].kind", "must be one of reference", "mean 'codex'?"),
        ({"agents": [{"name": "x", "kind": "codex", "modl": "m"}]}, "agents[0].modl", "unknown key", "mean 'model'?"),
        ({"agents": [{"name": "x", "kind": "model", "model": "m"}]}, "agents[0].endpoint", "is missing", "add the key"),
        ({"agents": ["analyst"]}, "agents[0]", "must be a block of", "write its keys below it"),
        ({"limits": {"secnds": 1}}, "limits.secnds", "unknown key", "did you mean 'seconds'?"),
    ],
)
def test_a_fault_of_a_study_says_where_what_and_the_way_out(change, place, wrong, fix):
    problem = faults(STUDY | change, Study)[place]
    assert wrong in problem.wrong
    assert fix in problem.fix


def test_a_command_is_written_as_a_list_of_texts():
    command = {"name": "mine", "kind": "command", "argv": ["run", "-x"], "tools": {"/opt/mine": "/home/me"}}
    assert check_record(STUDY | {"agents": [command]}, Study, file="f").record.agents[0].argv == ("run", "-x")
    assert faults(STUDY | {"agents": [command | {"argv": ["run", 1]}]}, Study)["agents[0].argv[1]"].wrong.startswith(
        "must be text"
    )


def test_a_wrong_entry_of_a_list_is_not_also_told_as_a_list_too_short():
    places = set(faults(STUDY | {"agents": [{"name": "A b", "route": "analyst"}]}, Study))
    assert places == {"agents[0].name"}


def test_a_file_that_refers_to_itself_is_refused():
    knot = []
    knot.append(knot)
    assert "Circular" in faults({"id": knot})[""].wrong


@given(YAML_VALUES)
def test_whatever_a_file_holds_there_is_a_record_or_a_plain_problem(value):
    record, problems = check_record(value, Item, file="f")
    assert (record is None) == bool(problems)
    assert all(problem.wrong and problem.fix for problem in problems)
    assert not any("Input should" in problem.wrong or "pydantic" in str(problem) for problem in problems)


def test_a_near_miss_is_found_whatever_its_case():
    assert near_miss("BULK_LABEL", ["phase", "bulk_labels"]) == "bulk_labels"
    assert near_miss("something", ["phase", "bulk_labels"]) == ""


def test_a_long_list_is_cut():
    assert listed("abcdef", at_most=4) == "a, b, c, d and 2 more"
    assert did_you_mean("zz", [], otherwise="choose one of") == "choose one of: none"


def test_a_fault_of_a_judge_or_an_arm_is_told_at_the_place_that_the_file_has():
    judge = {"kind": "judge", "nam": "x", "model": "m"}
    found = faults({**STUDY, "evaluators": ["bench", judge], "arms": [{"name": "abstain"}]}, Study)
    assert set(found) == {"evaluators[0]", "evaluators[1].name", "evaluators[1].nam", "arms[0].name"}
    assert found["evaluators[0]"].fix == "did you mean 'benchmark'?"
