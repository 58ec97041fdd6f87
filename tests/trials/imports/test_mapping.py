import pytest
from pydantic import ValidationError

from counterproof.domain.problem import InputError
from counterproof.trials.imports.mapping import ImportMap, MappedPath, read_map


def told(path, run, **fixed):
    names = MappedPath(path=path, **fixed).names(run)
    return None if names is None else {name: value for name, value in names._asdict().items() if value is not None}


def test_a_path_tells_what_its_fields_stand_for():
    found = told("{agent}/{item}/{variant}-r{replicate}.jsonl", "claude/nk_marker/flip-r2.jsonl")
    assert found == {"agent": "claude", "item": "nk_marker", "variant": "flip", "replicate": "2"}


def test_a_field_does_not_reach_over_a_slash_and_a_star_stands_for_anything_between_two():
    assert told("{item}/*/log.json", "nk/2026/log.json") == {"item": "nk"}
    assert told("{item}/*/log.json", "nk/a/b/log.json") is None
    assert told("{item}.jsonl", "a/b.jsonl") is None


def test_a_field_that_stands_twice_is_the_same_text():
    assert told("{item}/{item}.jsonl", "nk/nk.jsonl") == {"item": "nk"}
    assert told("{item}/{item}.jsonl", "nk/b.jsonl") is None


def test_what_the_path_does_not_tell_stands_beside_it():
    assert told("a.json", "a.json", item="nk", agent="claude", replicate=3)["replicate"] == "3"


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"path": "{task}/log.json"}, r"\{task\} stands for nothing"),
        ({"path": "{item}/log.json", "item": "nk"}, "the path tells the item"),
        ({"path": ""}, "at least 1 character"),
    ],
)
def test_a_mapping_that_says_nothing_is_refused(fields, wrong):
    with pytest.raises(ValidationError, match=wrong):
        MappedPath(**fields)


def test_a_file_is_read_with_all_its_problems(tmp_path):
    path = tmp_path / "map.yaml"
    path.write_text("runs:\n  - path: '{item}.json'\n    agent: claude\nvariants: {reversed: flip}\n")
    assert read_map(path) == ImportMap(runs=[{"path": "{item}.json", "agent": "claude"}], variants={"reversed": "flip"})
    path.write_text("runs:\n  - path: '{task}.json'\n  - agents: claude\n")
    with pytest.raises(InputError) as error:
        read_map(path)
    assert len(error.value.problems) >= 2
    assert "map.yaml" in str(error.value)
