import shutil
from pathlib import Path

import pytest

from counterproof.benchmarks.identity import is_identity_study, open_identity
from counterproof.benchmarks.own import open_study
from counterproof.domain.problem import InputError

STUDIES = Path(__file__).parents[2] / "data" / "studies"
PLAIN = """
study: small
kind: identity
source: {kind: instances, path: instances.jsonl}
agents: [{name: reader, route: reader}]
seed: 1
"""


@pytest.fixture
def written(tmp_path):
    def write(text=PLAIN, *, lines=3):
        whole = (STUDIES / "invented" / "instances.jsonl").read_text().splitlines(keepends=True)
        (tmp_path / "study.yaml").write_text(text)
        (tmp_path / "instances.jsonl").write_text("".join(whole[:lines]))
        return tmp_path

    return write


def test_a_study_says_by_its_kind_which_protocol_it_is():
    assert is_identity_study(STUDIES / "invented")
    assert not is_identity_study(STUDIES / "pbmc")
    assert not is_identity_study(STUDIES / "nothing")


def test_a_study_is_read_with_its_instances(written):
    study = open_identity(written())
    assert (study.study.study, [one.id for one in study.instances]) == ("small", ["case-001", "case-002", "case-003"])


def test_a_limit_takes_the_first(written):
    path = written(PLAIN.replace("path: instances.jsonl", "path: instances.jsonl, limit: 2"))
    assert len(open_identity(path).instances) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("kind: identity\n", "kind: identity\nconditon: [named]\n"), "conditon"),
        (("path: instances.jsonl", "path: elsewhere.jsonl"), "no such file or folder"),
        (("route: reader", "route: raeder"), "raeder"),
    ],
)
def test_what_is_wrong_is_told_before_anything_happens(written, change, message):
    with pytest.raises(InputError, match=message):
        open_identity(written(PLAIN.replace(*change)))


def test_a_source_and_a_lexicon_that_are_not_there_are_told_at_once(written):
    change = ("path: instances.jsonl", "path: gone.jsonl, lexicon: names.txt")
    with pytest.raises(InputError) as caught:
        open_identity(written(PLAIN.replace(*change)))
    assert [problem.place for problem in caught.value.problems] == ["source.path", "source.lexicon"]


def test_a_source_without_an_instance_is_an_error(written):
    with pytest.raises(InputError, match="gives no instance"):
        open_identity(written(lines=0))


def test_real_sets_are_a_source_by_their_absolute_path(written, shared):
    source = f"kind: labbench, path: {shared}/data/labbench/LitQA2"
    study = open_identity(written(PLAIN.replace("kind: instances, path: instances.jsonl", source)))
    assert len(study.instances) == 199
    assert len(study.refused) == 5


def test_the_other_protocol_says_that_it_cannot_open_it():
    with pytest.raises(InputError, match="is an identity study: it has no items"):
        open_study(STUDIES / "invented")


def test_every_line_that_is_no_instance_is_told_a_cut_one_too(tmp_path):
    bundled = Path(__file__).resolve().parents[2] / "data" / "studies" / "invented"
    study = tmp_path / "invented"
    shutil.copytree(bundled, study)
    lines = (bundled / "instances.jsonl").read_text(encoding="utf-8").splitlines()
    lines[1], lines[3] = "no JSON", lines[3][:40]
    (study / "instances.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(InputError) as told:
        open_identity(study)
    assert [problem.place for problem in told.value.problems] == ["line 2", "line 4"]
