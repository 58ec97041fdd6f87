import pytest
from pydantic import ValidationError

from counterproof.domain.endpoint import Endpoint, Price


def test_an_address_loses_its_last_slash():
    assert Endpoint(dialect="anthropic", base_url="https://m.example/v1/").base_url == "https://m.example/v1"


@pytest.mark.parametrize("url", ["m.example", "ftp://m.example", "https://key@m.example"])
def test_what_is_no_address_or_holds_a_key_is_refused(url):
    with pytest.raises(ValidationError, match="must start with http"):
        Endpoint(dialect="anthropic", base_url=url)


def test_a_key_itself_is_no_name_of_a_variable():
    with pytest.raises(ValidationError, match="key_env"):
        Endpoint(dialect="anthropic", base_url="https://m.example", key_env="sk-123")


def test_a_price_is_never_below_nothing():
    with pytest.raises(ValidationError, match="greater than or equal to 0"):
        Price(input=-1, output=1)
