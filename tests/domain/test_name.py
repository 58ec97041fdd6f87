import pytest
from pydantic import TypeAdapter, ValidationError

from counterproof.domain.name import Name

NAME = TypeAdapter(Name)


@pytest.mark.parametrize("name", ["a", "0", "con", "a_b-9", "a" * 64])
def test_a_short_plain_word_is_a_name(name):
    assert NAME.validate_python(name) == name


@pytest.mark.parametrize("name", ["", "A", "../x", "a/b", "a b", "a\n", "ä", "-a", "a" * 65, "a\u202e", "a.b"])
def test_what_a_folder_could_not_be_named_everywhere_is_none(name):
    with pytest.raises(ValidationError, match=r"pattern|at most 64"):
        NAME.validate_python(name)
