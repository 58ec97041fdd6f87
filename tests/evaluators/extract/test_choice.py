import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.evaluators.extract.choice import extract_choice
from counterproof.evaluators.extract.sources import find_passage, passage_of

OPTIONS = {"A": "T cells", "B": "B cells", "C": "NK cells", "D": "Both A and B"}


def read(text, *, several=False, options=OPTIONS):
    return extract_choice(passage_of(text), options=options, several=several)


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("After a look, the answer is A.", "A"),
        ("Answer: A because T cells express CD3D", "A"),
        ("I selected B cells for subclustering. Answer: C", "C"),
        ("The answer is B cells", "B"),
        ("The answer is an NK cell.", "C"),
        ("The answer is both A and B", "D"),
        ("I choose option (C).", "C"),
        ("the answer is c", "C"),
        ("Rather than A, the answer: C", "C"),
        ("A and B are low, but the answer is C", "C"),
        ("The answer is A. Final answer: C", "C"),
        ("\\boxed{C}", "C"),
        ("A, because CD3D is up", "A"),
        ('{"result": 3}\nAnswer: B', "B"),
        ('{"answer": ["C"]}', "C"),
        ('{"answer": "B", "evidence": "A [cluster] was low"}', "B"),
    ],
)
def test_a_choice_that_is_committed_to_is_read(text, letter):
    assert (read(text).status, read(text).value) == ("answered", letter)


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("Answer: A\nAnswer: C", ("A", "C")),
        ("Answer: B or C", ("B", "C")),
        ("B) NK cells", ("B", "C")),
        ("(A) no\n(B) yes", ("A", "B")),
        ("The answer is NK cells. Final answer: B", ("B", "C")),
        ('{"answer": "A"} then {"answer": "C"}', ("A", "C")),
        ("We cannot determine this. (C)", ("C",)),
    ],
)
def test_what_could_be_two_things_stays_ambiguous(text, readings):
    found = read(text)
    assert (found.status, found.value, found.readings) == ("ambiguous", None, readings)
    assert found.reason


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("I would not choose A", "no_answer"),
        ("The answer is not B", "no_answer"),
        ("Done.", "no_answer"),
        ("I like cells", "no_answer"),
        ("The answer is E", "invalid"),
        ('{"answer": true}', "invalid"),
        ('{"answer": {"letter": "A"}}', "invalid"),
        ('{"answer": "A", "answer": "B"}', "invalid"),
        ("I can't help with that request.", "refused"),
        ("None of the above", "abstained"),
        ('{"answer": "insufficient data"}', "abstained"),
        ('{"answer": []}', "abstained"),
        ("N/A", "abstained"),
    ],
)
def test_what_is_no_choice_has_a_status_of_its_own(text, status):
    assert (read(text).status, read(text).value) == (status, None)


def test_none_of_the_above_is_an_option_where_it_is_one():
    assert read("None of the above", options={"A": "T cells", "B": "None of the above"}).value == "B"


def test_doubt_beside_an_answer_is_flagged():
    assert read("I cannot determine the batch, but the answer is B.").flags == ("hedged",)


def test_several_letters_are_an_answer_only_where_several_are_asked_for():
    assert (read("A and C").status, read("A and C").value) == ("several", ["A", "C"])
    assert (read("C, A", several=True).status, read("C, A", several=True).value) == ("answered", ["A", "C"])
    assert read("A) T cells\nC) NK cells", several=True).value == ["A", "C"]
    assert read("A", several=True).value == ["A"]


def test_two_options_of_one_spelling_stay_ambiguous():
    assert read("T cell", options={"A": "T cells", "B": "T cell"}).value == "B"
    assert read("T CELLS", options={"A": "T cells", "B": "t cells"}).status == "ambiguous"


def test_more_than_five_options_are_read():
    options = {chr(ord("A") + place): f"cluster {place}" for place in range(12)}
    assert read("I would answer J.", options=options).value == "J"
    assert read("I think so.", options=options).status == "no_answer"


def test_an_answer_file_must_say_answer():
    found = extract_choice(find_passage(answer_file=b'{"result": "B"}'), options=OPTIONS)
    assert found.status == "invalid"


@given(st.sampled_from("ABCD"), st.sampled_from(["{}", "({})", "**{}**", "Answer: {}", '{{"answer": "{}"}}', "{}."]))
def test_every_letter_reads_the_same_in_every_dress(letter, dress):
    assert read(dress.format(letter)).value == letter


@given(st.text(max_size=200))
def test_any_text_has_a_status_and_never_a_letter_outside_the_options(text):
    found = read(text)
    assert found.value in (None, *OPTIONS) or isinstance(found.value, list)
    assert (found.value is not None) == (found.status in {"answered", "several"})


@pytest.mark.parametrize("text", ["{" * 20000, "answer is " * 5000, "A and " * 10000, '{"a":{' * 2000, "(A" * 9000])
def test_hostile_text_is_read_in_bounded_time(text):
    assert read(text).value is None
