from counterproof.evaluators.extract.echo import without_echo

PROMPT = "Which?\nA) one\nB) two\nC) three\nReply with a letter."


def test_a_repeated_prompt_is_blanked_in_its_place():
    text = f"You asked:\n{PROMPT}\nAnswer: B"
    kept = without_echo(text, prompt=PROMPT)
    assert kept.split() == ["You", "asked:", "Answer:", "B"]
    assert len(kept) == len(text)
    assert kept.index("Answer") == text.index("Answer")


def test_up_to_two_lines_of_the_prompt_are_the_agents_own_words():
    assert without_echo("A) one\nB) two", prompt=PROMPT) == "A) one\nB) two"
    assert without_echo("A) one\nC) three\nA) one", prompt=PROMPT) == "A) one\nC) three\nA) one"


def test_without_a_prompt_nothing_changes():
    assert without_echo("A\nB\nC", prompt=" ") == "A\nB\nC"
