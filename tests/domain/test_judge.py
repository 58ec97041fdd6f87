import pytest
from pydantic import ValidationError

from counterproof.domain.judge import JudgeSpec


def test_the_key_is_named_by_its_variable_and_a_server_of_ones_own_needs_none():
    assert JudgeSpec(name="j", model="m").key_variable == "OPENAI_API_KEY"
    assert JudgeSpec(name="j", model="m", provider="anthropic").key_variable == "ANTHROPIC_API_KEY"
    assert JudgeSpec(name="j", model="m", base_url="http://127.0.0.1:1/v1").key_variable is None
    assert JudgeSpec(name="j", model="m", base_url="http://127.0.0.1:1/v1", key_env="MINE").key_variable == "MINE"


def test_a_key_in_the_place_of_its_variable_is_refused():
    with pytest.raises(ValidationError, match="key_env"):
        JudgeSpec(name="j", model="m", key_env="sk-ant-123")


def test_an_address_that_no_client_could_reach_is_refused():
    with pytest.raises(ValidationError, match="must start with http"):
        JudgeSpec(name="j", model="m", base_url="http://127.0.0.1:99999/v1")


def test_variants_stand_in_one_order():
    assert JudgeSpec(name="j", model="m", variants=("flip", "original")).variants == ("original", "flip")
