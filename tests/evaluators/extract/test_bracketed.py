import pytest

from counterproof.evaluators.extract.bracketed import bracketed


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('Here: {"a": "}{"} and {"b": 1}', [{"a": "}{"}, {"b": 1}]),
        ("{'a': 'it\\'s {'}", [{"a": "it's {"}]),
        ("As in [1] and [2, 3].", []),
        ('{ unmatched, then {"a": 1}', [{"a": 1}]),
        ('he said "{" once\n{"a": 1}', [{"a": 1}]),
        ('{"outer": {"inner": 1}}', [{"outer": {"inner": 1}}]),
        ("f(x) = {x | x > 1}", []),
        ("", []),
    ],
)
def test_the_outermost_objects_of_a_text_are_found(text, values):
    assert [found.value for found in bracketed(text)] == values


def test_the_place_is_that_of_the_brackets():
    (found,) = bracketed('say {"a": 1}.')
    assert (found.start, found.end) == (4, 12)


def test_an_object_that_breaks_a_rule_is_found_with_its_fault():
    (found,) = bracketed('{"a": NaN}')
    assert found.fault == "NaN is not a JSON number"
