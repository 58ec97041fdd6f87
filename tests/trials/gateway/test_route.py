import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.endpoint import Endpoint
from counterproof.trials.gateway.route import ALLOWED, asks_for_answer, is_allowed, target_of

dialects = st.sampled_from(list(ALLOWED))


@pytest.mark.parametrize("dialect", ALLOWED)
def test_each_dialect_has_its_own_requests_with_any_query(dialect):
    for method, path in ALLOWED[dialect]:
        assert is_allowed(dialect, method, path)
        assert is_allowed(dialect, method, f"{path}?beta=true")
        assert is_allowed(dialect, method, f"{path}/")
        assert not is_allowed(dialect, "DELETE", path)


@pytest.mark.parametrize("dialect", ALLOWED)
def test_a_model_is_asked_for_by_its_name_and_never_changed(dialect):
    assert is_allowed(dialect, "GET", "/v1/models/one-2.5")
    assert not is_allowed(dialect, "POST", "/v1/models/one")
    assert not is_allowed(dialect, "DELETE", "/v1/models/one")


@pytest.mark.parametrize(
    "path",
    [
        "/v1/models/../files",
        "/v1/models/%2e%2e/files",
        "/v1/models//files",
        "//v1/models",
        "/v1/models%2f",
        "/v1/modelsx",
        "/v1/files",
        "/v1",
        "/",
        "",
        "v1/models",
        "http://elsewhere.org/v1/models",
    ],
)
def test_no_other_path_is_reached_by_any_spelling(path):
    assert not any(is_allowed(dialect, "GET", path) for dialect in ALLOWED)


@given(dialects, st.sampled_from(["GET", "POST", "PUT"]), st.text("/v1models.%?abc", max_size=30))
def test_whatever_is_allowed_stands_below_a_known_path(dialect, method, path):
    if is_allowed(dialect, method, path):
        plain = path.split("?")[0]
        assert any(plain.startswith(known) for _, known in ALLOWED[dialect])
        assert ".." not in plain


@pytest.mark.parametrize("path", ["/v1/messages", "/v1/responses", "/v1/chat/completions", "/v1/messages/?beta=true"])
def test_a_request_for_an_answer_is_told(path):
    assert asks_for_answer("POST", path)
    assert not asks_for_answer("GET", path)


@pytest.mark.parametrize("path", ["/v1/messages/count_tokens", "/v1/models", "/v1/messages/batches", ""])
def test_a_request_about_something_else_is_none_for_an_answer(path):
    assert not asks_for_answer("POST", path)


@pytest.mark.parametrize(
    ("dialect", "base", "asked", "target"),
    [
        ("anthropic", "https://a.org", "/v1/messages", ("https", "a.org", None, "/v1/messages")),
        ("anthropic", "https://a.org/v1", "/v1/messages", ("https", "a.org", None, "/v1/messages")),
        ("anthropic", "http://a.org:81/p/", "/v1/messages?b=1", ("http", "a.org", 81, "/p/v1/messages?b=1")),
        ("openai_chat", "https://a.org", "/v1/chat/completions", ("https", "a.org", None, "/v1/chat/completions")),
        ("openai_chat", "https://a.org/v1/", "/v1/models", ("https", "a.org", None, "/v1/models")),
        ("openai_chat", "https://a.org/api/v2", "/v1/models", ("https", "a.org", None, "/api/v2/models")),
        ("openai_responses", "http://[::1]:8000/v1", "/v1/responses", ("http", "::1", 8000, "/v1/responses")),
    ],
)
def test_a_path_is_joined_to_the_address_as_the_service_s_own_clients_join_it(dialect, base, asked, target):
    scheme, *rest = target
    assert target_of(Endpoint(dialect=dialect, base_url=base), asked) == (scheme == "https", *rest)
