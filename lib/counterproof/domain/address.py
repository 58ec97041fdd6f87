"""The address of a service, as its own clients are given it."""

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator


def _an_address(value: str) -> str:
    try:
        parts = urlsplit(value)
        # A port above 65535 is refused by `port` alone, and by a client only with a stack of errors.
        whole = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if not whole or "@" in value or not value.isprintable() or " " in value:
        msg = "must start with http:// or https://, name a host (and a port up to 65535), and hold no key or password"
        raise ValueError(msg)
    return value


Address = Annotated[str, AfterValidator(_an_address)]
"""`http://HOST:PORT/PATH` or `https://...`, without a user, a password or a key."""
