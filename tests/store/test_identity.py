from counterproof.domain.call import CallKey
from counterproof.domain.identity_study import IdentityStudy
from counterproof.store.identity import OpenIdentity
from counterproof.store.layout import Layout

KEY = CallKey(condition="blind", agent="a", replicate=2, instances=("x",), seed=1, prompt_sha256="p", agent_sha256="q")


def test_a_calls_file_is_found_by_its_digest(tmp_path):
    fields = {"study": "x", "kind": "identity", "source": {"path": "x"}, "seed": 1}
    study = IdentityStudy.model_validate(fields | {"agents": [{"name": "a", "route": "reader"}]})
    opened = OpenIdentity(study, (), Layout(tmp_path, tmp_path / "work", tmp_path / "reports"))
    path = opened.call(KEY)
    assert path.parent == tmp_path / "work" / "calls" / "a" / "blind"
    assert path.name.startswith("r2-")
    assert opened.call(KEY.model_copy(update={"prompt_sha256": "other"})) != path
