import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.trials.answer_file import read_answer

GOOD = '{"answer": "B", "confidence": 80, "data_support": "full", "evidence": "It leads."}'


@pytest.fixture
def read(tmp_path):
    def read(content):
        path = tmp_path / "answer.json"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_answer(path, options=("A", "B", "C"))

    return read


def test_an_answer_that_keeps_the_contract_is_answered(read):
    reply = read(GOOD)
    assert (reply.outcome, reply.reason) == ("answered", None)
    assert reply.answer.choice == ("B",)
    assert reply.answer.confidence == 80
    assert reply.answer.data_support == "full"
    assert reply.answer.evidence == "It leads."


def test_what_the_agent_did_not_state_is_null(read):
    answer = read('{"answer": "C"}').answer
    assert (answer.confidence, answer.data_support, answer.evidence) == (None, None, "")


def test_an_answer_without_support_by_the_data_is_still_an_answer(read):
    assert read('{"answer": "A", "data_support": "none"}').outcome == "answered"


def test_a_null_answer_with_support_none_is_an_abstention(read):
    reply = read('{"answer": null, "confidence": 5, "data_support": "none", "evidence": "Gone."}')
    assert reply.outcome == "abstained"
    assert reply.answer.choice == ()
    assert reply.answer.evidence == "Gone."


def test_a_null_answer_without_a_word_on_support_is_no_answer(read):
    assert read('{"answer": null}').outcome == "no_answer"


def test_no_file_is_no_answer(tmp_path):
    reply = read_answer(tmp_path / "answer.json", options="AB")
    assert (reply.outcome, reply.reason) == ("no_answer", "there is no answer.json")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "Expecting value"),
        ("B", "Expecting value"),
        ('"B"', "no JSON object"),
        ('["B"]', "no JSON object"),
        (GOOD + "\nextra", "Extra data"),
        ("{}", "no field 'answer'"),
        ('{"answer": "D"}', "'D' is none of the options A, B, C"),
        ('{"answer": "b"}', "'b' is none of the options"),
        ('{"answer": "A, B"}', "'A, B' is none of the options"),
        ('{"answer": ["A"]}', "is none of the options"),
        ('{"answer": true}', "True is none of the options"),
        ('{"answer": "A", "answer": "B"}', "the field 'answer' stands there twice"),
        ('{"answer": "A", "confidence": NaN}', "NaN is no number of JSON"),
        ('{"answer": "A", "confidence": -Infinity}', "-Infinity is no number of JSON"),
        ('{"answer": "A", "confidence": 1e999}', "inf is no number from 0 to 100"),
        ('{"answer": "A", "confidence": true}', "True is no number from 0 to 100"),
        ('{"answer": "A", "confidence": "90"}', "'90' is no number from 0 to 100"),
        ('{"answer": "A", "confidence": 101}', "101 is no number from 0 to 100"),
        ('{"answer": "A", "confidence": -1}', "-1 is no number from 0 to 100"),
        ('{"answer": "A", "data_support": "yes"}', "'yes' is none of full, partial, none"),
        ('{"answer": "A", "data_support": ["full"]}', "is none of full, partial, none"),
        ('{"answer": "A", "evidence": 3}', "3 is no text"),
        ('{"answer": "A", "evidence": "\\ud800"}', "surrogates not allowed"),
        ('{"answer": null, "data_support": "full"}', "the answer is null, but the data support is 'full'"),
        (b'{"answer": "\xff"}', "not UTF-8 at byte 12"),
        ("[" * 100_000, "recursion"),
        (GOOD + " " * 1_000_000, "more than 1000000"),
    ],
)
def test_what_breaks_the_contract_is_invalid_with_the_reason(read, content, reason):
    reply = read(content)
    assert reply.outcome == "invalid"
    assert reason in reply.reason
    assert reply.answer is None


def test_a_link_is_not_followed(tmp_path):
    (tmp_path / "elsewhere").write_text(GOOD)
    (tmp_path / "answer.json").symlink_to(tmp_path / "elsewhere")
    reply = read_answer(tmp_path / "answer.json", options="AB")
    assert (reply.outcome, reply.reason) == ("invalid", "answer.json: it is no plain file")


@given(st.binary(max_size=60))
def test_no_content_breaks_the_reader(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_bytes(content)
    assert read_answer(path, options="AB").outcome in {"answered", "abstained", "no_answer", "invalid"}


@pytest.mark.parametrize("support", ['"full"', '"none"', "null"])
def test_the_option_that_the_data_are_insufficient_is_an_abstention_whatever_support_is_stated(tmp_path, support):
    path = tmp_path / "answer.json"
    path.write_text(f'{{"answer": "D", "confidence": 90, "data_support": {support}, "evidence": "B is gone."}}')
    reply = read_answer(path, options=("A", "B", "C"), abstain="D")
    assert (reply.outcome, reply.answer.choice, reply.answer.evidence) == ("abstained", (), "B is gone.")
    assert read_answer(path, options=("A", "B", "C")).outcome == "invalid"
