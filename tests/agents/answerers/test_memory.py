from counterproof.agents.answerers.memory import memory_of
from counterproof.agents.answerers.seen import Seen

FACT = {"answer": "41%", "count": 3.0}
MEMORY = memory_of({"known": {"Veldotinib": FACT, "Vel": {"answer": "7%", "count": 1.0}}})


def seen(question, evidence=None):
    return Seen(None, question, {"A": "7%", "B": "41%"}, evidence, "option")


def test_a_name_in_the_question_brings_back_its_answer():
    assert MEMORY.letter(seen("What did Veldotinib reach?")) == "B"
    assert MEMORY.letter(seen("What did Vel reach?")) == "A"


def test_a_name_in_the_evidence_helps_where_the_question_has_none():
    assert MEMORY.letter(seen("What did it reach?", "Veldotinib was given")) == "B"


def test_without_a_name_or_a_matching_option_nothing_is_known():
    assert MEMORY.letter(seen("What did Entity-XYZ reach?")) is None
    assert MEMORY.letter(seen("Veldotinib?")._replace(options={"A": "1%", "B": "2%"})) is None
    assert memory_of({}).letter(seen("Veldotinib?")) is None
