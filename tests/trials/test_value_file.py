import pytest

from counterproof.trials.value_file import read_values


@pytest.fixture
def read(tmp_path):
    def one(content, names=("effect",)):
        path = tmp_path / "answer.json"
        path.write_text(content, encoding="utf-8")
        return read_values(path, names=names)

    return one


def test_one_number_stands_for_itself_and_several_in_an_object(read):
    assert read('{"answer": 0.3, "confidence": 80, "data_support": "full"}').answer.fields == {"effect": 0.3}
    assert read('{"answer": {"effect": -3}}').answer.fields == {"effect": -3}
    reply = read('{"answer": {"b": 2, "a": 1.5}, "evidence": "It is."}', names=("a", "b"))
    assert (reply.outcome, reply.answer.choice, reply.answer.evidence) == ("answered", (), "It is.")
    assert list(reply.answer.fields.items()) == [("a", 1.5), ("b", 2)]


@pytest.mark.parametrize("answer", ['"0.3"', "true", "NaN", "1e999", "[0.3]", '{"effect": "0.3"}', '{"effect": null}'])
def test_what_is_no_number_is_invalid(read, answer):
    reply = read(f'{{"answer": {answer}}}')
    assert (reply.outcome, reply.answer) == ("invalid", None)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("{}", "lacks effect"),
        ('{"effect": 1, "other": 2}', "has 'other', not asked for"),
        ('{"effect": 1, "effect": 2}', "stands there twice"),
    ],
)
def test_another_object_than_the_asked_one_is_invalid_with_the_reason(read, answer, reason):
    assert reason in read(f'{{"answer": {answer}}}').reason


def test_one_number_where_several_are_asked_for_is_invalid(read):
    assert "no object with a, b" in read('{"answer": 3}', names=("a", "b")).reason


def test_a_null_answer_is_read_as_that_to_a_choice(read):
    assert read('{"answer": null, "data_support": "none"}').outcome == "abstained"
    assert read('{"answer": null}').outcome == "no_answer"
    assert read('{"answer": null, "data_support": "full"}').outcome == "invalid"
    assert read("{}").outcome == "invalid"


def test_a_confidence_out_of_scale_makes_the_whole_invalid(read):
    assert read('{"answer": 1, "confidence": 120}').outcome == "invalid"


def test_no_file_is_no_answer(tmp_path):
    assert read_values(tmp_path / "answer.json", names=("effect",)).outcome == "no_answer"
