"""A small identity study in a folder of its own, shared by the tests of calls and of their figures."""

from pathlib import Path

from counterproof.benchmarks.invented import invented_instances
from counterproof.domain.condition import CONDITIONS
from counterproof.domain.identity_study import IdentityStudy
from counterproof.store.identity import OpenIdentity
from counterproof.store.layout import Layout

AGENTS = (
    {"name": "reader", "route": "reader"},
    {"name": "knower", "route": "name_knower"},
    {"name": "first", "route": "position_follower"},
    {"name": "obedient", "route": "instruction_follower"},
    {"name": "mixture", "route": "mixture", "knows": 0.6},
)


def opened(folder: Path, *, n: int = 12, instances=None, **options) -> OpenIdentity:
    fields = {"study": "small", "kind": "identity", "source": {"path": "x"}, "agents": AGENTS, "seed": 3}
    study = IdentityStudy.model_validate(fields | {"conditions": CONDITIONS} | options)
    cases = invented_instances(n, seed=1, outside=2, nonexistent=2) if instances is None else instances
    return OpenIdentity(study, cases, Layout(folder, folder / "work", folder / "reports"))
