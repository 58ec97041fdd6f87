import pytest

from counterproof.benchmarks.plain_yaml import parse_yaml, read_yaml


@pytest.mark.parametrize(
    "word", ["NO", "no", "off", "Yes", "007", "12:30", "2024-01-01", "1_000", "0x1F", ".inf", "1e"]
)
def test_what_yaml_1_1_would_turn_into_something_else_stays_text(word):
    assert parse_yaml(f"A: {word}", name="f").value == {"A": word}


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("1.0", 1.0),
        ("-.5", -0.5),
        ("1e5", 1e5),
        ("20261130", 20261130),
        ("-7", -7),
        ("true", True),
        ("null", None),
        ("", None),
    ],
)
def test_plain_numbers_truth_values_and_nothing_are_what_they_look_like(word, value):
    assert parse_yaml(f"A: {word}", name="f").value == {"A": value}


def test_quoted_words_stay_text():
    assert parse_yaml("""{A: "1.0", B: 'null', C: "true"}""", name="f").value == {"A": "1.0", "B": "null", "C": "true"}


def test_every_key_that_stands_twice_is_told_with_its_line():
    text = "options:\n  A: x\n  B: y\n  A: z\nkey: A\nkey: B\n"
    problems = parse_yaml(text, name="items/x.yaml").problems
    assert {(problem.place, problem.seen) for problem in problems} == {("line 4", "A"), ("line 6", "key")}
    assert all(problem.wrong == "the key stands twice in one block" for problem in problems)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("a: [1", "is not YAML"),
        ("a: 1\n\tb: 2", "is not YAML"),
        ("a: !!python/object:os.system {}", "could not determine a constructor"),
        ("[" * 5000, "nested too deeply"),
        ("a: 1\n---\nb: 2\n", "but found another document"),
        ("a: \x07", "is not YAML"),
        (f"a: {'9' * 5000}", "holds a value that cannot be read"),
    ],
)
def test_a_text_that_is_not_yaml_is_one_problem(text, wrong):
    value, problems = parse_yaml(text, name="study.yaml")
    assert value is None
    assert len(problems) == 1
    assert problems[0].file == "study.yaml"
    assert wrong in problems[0].wrong


def test_a_file_that_is_not_utf_8_says_so(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_bytes("question: Welche Zelle fällt auf?".encode("latin-1"))
    (problem,) = read_yaml(path, name="items/x.yaml").problems
    assert problem.wrong == "is not UTF-8 text at byte 24"


def test_a_byte_order_mark_does_no_harm(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbfid: x\n")
    assert read_yaml(path, name="x").value == {"id": "x"}


BOMB = "\n".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in zip("abcdefg", "bcdefgh", strict=True))


@pytest.mark.parametrize("text", [f"a: &a [x, x]\n{BOMB}", "title: &a [*a]", "a: &a {b: {c: *a}}"])
def test_aliases_that_stand_for_more_than_memory_holds_are_refused_at_once(text):
    value, problems = parse_yaml(text, name="f")
    assert value is None
    assert [problem.wrong for problem in problems] == [
        "its aliases repeat more than 100,000 values, or one holds itself"
    ]


def test_an_alias_that_repeats_a_little_is_read():
    assert parse_yaml("a: &a {x: 1}\nb: *a\n", name="f") == ({"a": {"x": 1}, "b": {"x": 1}}, ())


def test_two_escapes_of_one_character_are_read_as_json_means_them():
    assert parse_yaml(r'a: "\ud83e\uddec"', name="f") == ({"a": "🧬"}, ())


def test_half_a_character_is_told_with_its_line():
    (problem,) = parse_yaml('a: 1\nb: "\\ud800 x"\n', name="f").problems
    assert (problem.place, problem.fix) == ("line 2", "write the character itself")
