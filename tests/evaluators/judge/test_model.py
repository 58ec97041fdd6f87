import pytest

from counterproof.domain.judge import JudgeSpec
from counterproof.domain.problem import InputError
from counterproof.evaluators.judge.model import key_of, model_of, settings_of


def test_the_key_is_read_from_the_environment_and_from_nowhere_else(monkeypatch):
    spec = JudgeSpec(name="j", model="m", key_env="MY_KEY")
    monkeypatch.setenv("MY_KEY", " secret\n")
    assert key_of(spec) == "secret"
    monkeypatch.setenv("MY_KEY", " ")
    with pytest.raises(InputError, match="MY_KEY is not set"):
        key_of(spec)


def test_each_provider_has_its_own_model(monkeypatch):
    monkeypatch.setenv("MY_KEY", "secret")
    names = {
        provider: type(model_of(JudgeSpec(name="j", model="m", provider=provider, key_env="MY_KEY"))).__name__
        for provider in ("openai", "anthropic")
    }
    assert names == {"openai": "OpenAIChatModel", "anthropic": "AnthropicModel"}


def test_a_model_that_takes_no_temperature_gets_neither_that_nor_a_seed():
    assert {"temperature", "seed"} <= set(settings_of(JudgeSpec(name="j", model="m"), seed=1))
    assert not {"temperature", "seed"} & set(settings_of(JudgeSpec(name="j", model="m", temperature=None), seed=1))
    assert settings_of(JudgeSpec(name="j", model="m", max_tokens=100), seed=1, doubled=True)["max_tokens"] == 200
