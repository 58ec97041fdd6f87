import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "trials"))

from identity_made_up import opened

from counterproof.audit.identity.findings import find_identity
from counterproof.audit.identity.instrument import planted_slope
from counterproof.domain.identity_study import Answerer
from counterproof.trials.call_run import read_calls, run_calls


def test_a_mixture_that_knows_nothing_has_no_slope_and_one_that_knows_all_the_steepest(tmp_path):
    study = opened(tmp_path, n=40)
    none, some, every = (
        planted_slope(Answerer(name="m", route="mixture", knows=knows), study.study, study.instances)
        for knows in (0, 0.5, 1)
    )
    assert none == 0
    assert 0 < some < every == pytest.approx(0.75, abs=0.12)


def test_a_name_knower_that_sees_through_the_mask_breaks_the_instrument(tmp_path):
    study = opened(tmp_path, n=30, conditions=["named", "blind"], agents=[{"name": "knower", "route": "name_knower"}])
    run_calls(study)
    calls = read_calls(study)
    named = {c.key.instances: c.replies for c in calls if c.key.condition == "named"}
    seen = [
        c if c.key.condition == "named" else c.model_copy(update={"replies": named[c.key.instances]}) for c in calls
    ]
    assert find_identity(study, calls, resamples=50).holds
    found = find_identity(study, seen, resamples=50)
    assert not found.holds
    assert not found.instrument.set_index("what").loc["accuracy when blind", "lands"]


def test_without_an_answerer_of_known_route_nothing_was_checked(tmp_path):
    given = {"n": 6, "conditions": ["named", "blind"]}
    reader = opened(tmp_path, agents=[{"name": "reader", "route": "reader"}], **given)
    run_calls(reader)
    calls = [c.model_copy(update={"key": c.key.model_copy(update={"agent": "mine"})}) for c in read_calls(reader)]
    alone = opened(tmp_path, agents=[{"name": "mine", "kind": "command", "argv": ["true"]}], **given)
    assert find_identity(alone, calls, resamples=50).holds is None
