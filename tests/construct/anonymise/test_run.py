from dataclasses import replace
from functools import partial

import pytest
from tiny_study import write_tiny_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.anonymise import run
from counterproof.construct.anonymise.run import anonymise, read_anonymised
from counterproof.construct.run import construct
from counterproof.construct.sources import source_path
from counterproof.domain.arm import ArmSpec
from counterproof.jobs.pool import Pool
from counterproof.jobs.shared import Shared
from counterproof.store.digest import file_digest


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    arms = ["standard", "anonymised"]
    questions = {"specificity_lyz": "Where is LYZ highest?", "coexpression_cd79a": "Which gene goes with CD79A?"}
    root = write_tiny_study(tmp_path_factory.mktemp("run") / "tiny", arms=arms)
    for name, question in questions.items():
        path = root / "items" / f"{name}.yaml"
        path.write_text(path.read_text().replace("What do these cells show?", question))
    return open_study(root)


@pytest.fixture(scope="module")
def made(study):
    return construct(study, progress=False)


def digests(study, hidden):
    paths = [study.layout.work / variant.path for one in hidden for variant in one.variants]
    return {path: file_digest(path) for path in paths}


def test_without_the_arm_nothing_is_made(tmp_path):
    plain = open_study(write_tiny_study(tmp_path / "tiny", items=["marker_nk"]))
    made = construct(plain, progress=False)
    with Pool(Shared(plain.layout.work)) as pool:
        assert anonymise(plain, made, path_of=partial(source_path, plain), pool=pool) == ()
    assert read_anonymised(plain, made) == {}
    assert not plain.layout.anonymised.exists()


def test_workers_make_the_same_bytes_in_the_order_of_the_items(study, made):
    again = partial(anonymise, study, made, path_of=partial(source_path, study), progress=False)
    with Pool(Shared(study.layout.work)) as pool:
        before = again(pool=pool)
    assert len(before) > run.FEW
    assert [one.item.id for one in before] == [one.item for one in made if one.excluded is None]
    known = digests(study, before)
    for one in before:
        study.layout.anonymised_item(one.item.id).unlink()
    with Pool(Shared(study.layout.work), jobs=2) as pool:
        assert again(pool=pool) == before
    assert digests(study, before) == known


def test_what_a_change_of_the_arm_makes_stale_is_not_read(study, made):
    known = read_anonymised(study, made)
    assert set(known) == {one.item for one in made if one.excluded is None}
    with_groups = study.study.model_copy(update={"arms": (ArmSpec(name="anonymised", groups=True),)})
    assert read_anonymised(replace(study, study=with_groups), made) == {}
