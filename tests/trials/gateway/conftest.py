"""A gateway in front of a model's service that answers by a script."""

import json
import time
from contextlib import closing, contextmanager
from types import SimpleNamespace

import pytest
from model_service import KEY, UnixConnection

from counterproof.domain.endpoint import Endpoint, Price
from counterproof.trials.gateway.forward import Forwarder
from counterproof.trials.gateway.purse import Purse
from counterproof.trials.gateway.server import gateway


@pytest.fixture
def opened(service, tmp_path):
    """Open a gateway to the service; `ask` sends a request through it."""

    @contextmanager
    def build(*, dialect="anthropic", base="", key=KEY, price=None, purse=None, seconds=20.0):
        endpoint = Endpoint(dialect=dialect, base_url=f"http://127.0.0.1:{service.server_address[1]}{base}")
        now = time.monotonic()
        forwarder = Forwarder(
            endpoint=endpoint,
            key=key,
            price=Price(**price) if price else None,
            purse=purse or Purse(),
            started=now,
            deadline=now + seconds,
            secrets=(key,) if key else (),
            backoff=0.01,
        )
        path = tmp_path / "model.sock"
        with gateway(forwarder, socket_path=path) as one:

            def ask(method="POST", at="/v1/messages", body=None, **headers):
                with closing(UnixConnection(path)) as connection:
                    data = None if body is None and method == "GET" else json.dumps(body or {}).encode()
                    connection.request(method, at, body=data, headers={"x-api-key": "dummy", **headers})
                    answer = connection.getresponse()
                    return SimpleNamespace(status=answer.status, headers=answer.headers, body=answer.read())

            yield SimpleNamespace(ask=ask, gateway=one, path=path)

    return build
