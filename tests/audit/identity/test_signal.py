import numpy as np

from counterproof.audit.identity.signal import signal_of
from counterproof.benchmarks.clinical import clinical_instances
from counterproof.benchmarks.invented import invented_instances
from counterproof.domain.instance import Instance


def lined(n, *, told):
    rng = np.random.default_rng(1)
    for place in range(n):
        up = place % 2
        effect = (2.0 if told else 0.0) * up + rng.normal()
        options = {"A": "up", "B": "down"} if place % 3 else {"A": "down", "B": "up"}
        key = next(letter for letter, text in options.items() if text == ("up" if up else "down"))
        evidence = f"Effect: {effect:.3f}\nSource: lab {place // 40}"
        yield Instance(id=str(place), question="q", evidence=evidence, options=options, key=key)


def test_fields_that_decide_have_signal_whatever_the_order_of_options():
    found = signal_of(tuple(lined(120, told=True)), registered=0.1, seed=1)
    assert found.baseline == "fields"
    assert not found.low


def test_fields_that_say_nothing_have_none():
    assert signal_of(tuple(lined(120, told=False)), registered=0.1, seed=1).low


def test_a_passage_that_states_the_answer_has_signal():
    found = signal_of(invented_instances(20, seed=1), registered=0.1, seed=1)
    assert (found.baseline, found.accuracy) == ("lookup", 1)


def test_no_evidence_is_no_signal():
    bare = [one.model_copy(update={"evidence": "", "mentions": ()}) for one in invented_instances(3, seed=1)]
    assert signal_of(bare, registered=0.1, seed=1).low


def test_the_clinical_dossiers_have_little_signal(shared):
    built = clinical_instances(shared / "data" / "genetic_support", seed=1)
    found = signal_of(built.instances, registered=0.1, seed=1)
    assert found.low
    assert abs(found.lead) < 0.1
