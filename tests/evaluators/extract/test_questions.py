from counterproof.evaluators.extract.questions import extract_choices
from counterproof.evaluators.extract.sources import passage_of

QUESTIONS = {label: {"A": "one", "B": "two"} for label in ("Q1", "Q2")}


def read(text):
    return extract_choices(passage_of(text), questions=QUESTIONS)


def test_each_label_has_its_own_answer_and_place():
    text = "Question 1: B\n**Q2**: (A)"
    found = read(text)
    assert [found[label].value for label in QUESTIONS] == ["B", "A"]
    evidence = found["Q2"].evidence
    assert text[evidence.start : evidence.end] == evidence.text


def test_a_question_without_a_label_has_no_answer():
    assert read("Q1: B")["Q2"].reason == "no line is labelled Q2"
    assert extract_choices(None, questions=QUESTIONS)["Q1"].status == "no_answer"


def test_a_question_answered_twice_is_ambiguous_unless_the_answers_agree():
    assert read("Q1: A\nQ1: B")["Q1"].readings == ("A", "B")
    assert read("Q1: A\nQ1: A")["Q1"].value == "A"
