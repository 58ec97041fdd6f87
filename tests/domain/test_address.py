import pytest
from pydantic import TypeAdapter, ValidationError

from counterproof.domain.address import Address

ADDRESS = TypeAdapter(Address)


@pytest.mark.parametrize("url", ["http://127.0.0.1:8080/v1", "https://m.example", "http://[::1]:80/", "HTTPS://m/v1/"])
def test_an_address_stays_as_it_is_written(url):
    assert ADDRESS.validate_python(url) == url


NONE = """nonsense m.example/v1 ftp://m https:// http://:80 http://m:99999/v1 http://m:0 http://m:x https://key@m.example
http://[::1/v1 file:///etc/passwd"""


@pytest.mark.parametrize("url", ["", "http://a b/v1", "http://m/\nv1", *NONE.split()])
def test_what_no_client_could_reach_is_refused_before_it_is_tried(url):
    with pytest.raises(ValidationError, match="must start with http"):
        ADDRESS.validate_python(url)
