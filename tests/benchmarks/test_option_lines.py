import pytest

from counterproof.benchmarks.option_lines import letters_of, same_text, split_options


@pytest.mark.parametrize("mark", ["A)", "A.", "(A)", "A:"])
def test_options_are_taken_from_the_text(mark):
    second, third = mark.replace("A", "B"), mark.replace("A", "C")
    split = split_options(f"Which gene?\n\n{mark} one\n {second} two \n\n{third} three\n\nReturn JSON.")
    assert split.question == "Which gene?"
    assert split.options == {"A": "one", "B": "two", "C": "three"}
    assert split.rest == "Return JSON."


def test_a_text_without_options_stays_whole():
    split = split_options("Which gene? See fig. B) there.")
    assert (split.question, split.options) == ("Which gene? See fig. B) there.", {})


@pytest.mark.parametrize(
    ("key", "letters"),
    [
        ("B) Goblet cells", "B"),
        ("B)", "B"),
        ("A), C), D)", "ACD"),
        ("A) B)", "AB"),
        ("A) and C)", "AC"),
        ("B) Ductal cells, A) Beta cells", "BA"),
        ("B) Partial (pEMT), C) Fetal\n", "BC"),
        ("D) Both B and C", "D"),
        ("none", ""),
    ],
)
def test_a_key_names_letters_in_its_own_order(key, letters):
    assert letters_of(key) == tuple(letters)


def test_texts_are_the_same_but_for_case_blanks_and_a_full_stop():
    assert same_text("Goblet  cells.", "goblet cells")
    assert not same_text("Goblet", "goblet cells")
