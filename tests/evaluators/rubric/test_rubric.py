import pytest

from counterproof.domain.item import Item
from counterproof.domain.problem import InputError
from counterproof.evaluators.rubric.rubric import read_rubrics, rubric_of

GOOD = """
id: marker
families: [marker]
criteria:
  - {id: reads, points: 1, ask: It read the file}
  - {id: compares, points: 2.5, ask: It compared all options, rule: names_every_option}
traps:
  - {id: prior, points: 1, ask: It did not answer without a result}
"""


def written(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def test_a_rubric_has_the_points_of_its_criteria_and_traps(tmp_path):
    (rubric,) = read_rubrics(written(tmp_path, marker=GOOD))
    assert [part.id for part in rubric.parts] == ["reads", "compares", "prior"]
    assert rubric.maximum == 4.5
    assert read_rubrics(tmp_path / "marker.yaml") == (rubric,)


def test_every_fault_of_every_file_is_told_at_once(tmp_path):
    bad = GOOD.replace("points: 1, ask: It read", "points: 0, ask: It read").replace("compares", "Compares")
    twice = GOOD.replace("id: marker", "id: other").replace("compares", "reads").replace("[marker]", "[marker, gene]")
    with pytest.raises(InputError) as error:
        read_rubrics(written(tmp_path, a=bad, b=twice, c="id: [", d=GOOD, e=GOOD))
    told = [(problem.file, problem.place) for problem in error.value.problems]
    assert ("a.yaml", "criteria[0].points") in told
    assert ("a.yaml", "criteria[1].id") in told
    assert ("b.yaml", "families[1]") in told
    assert any(file == "c.yaml" for file, _ in told)
    assert ("e.yaml", "id") in told
    assert ("e.yaml", "family") in told


def test_criteria_of_one_name_are_refused(tmp_path):
    with pytest.raises(InputError, match="two criteria or traps are named reads"):
        read_rubrics(written(tmp_path, a=GOOD.replace("prior", "reads")))


def test_a_rubric_for_nothing_is_refused(tmp_path):
    with pytest.raises(InputError, match="names the items or the families"):
        read_rubrics(written(tmp_path, a=GOOD.replace("families: [marker]", "")))


def test_a_folder_without_rubrics_is_refused(tmp_path):
    with pytest.raises(InputError, match="holds no rubric"):
        read_rubrics(tmp_path)
    with pytest.raises(InputError, match="holds no rubric"):
        read_rubrics(tmp_path / "none.yaml")


def test_an_items_own_rubric_comes_before_its_familys(tmp_path):
    own = GOOD.replace("id: marker", "id: own").replace("families: [marker]", "items: [nk]")
    general, special = read_rubrics(written(tmp_path, a=GOOD, b=own))
    registration = {
        "ask": {"statistic": "marker", "group": {"bulk_labels": "NK"}},
        "block": "raw",
        "block_class": "log",
        "flip_to": "A",
    }

    def item(name):
        return Item(
            id=name,
            family="marker",
            question="Which gene?",
            options={"A": "CD79A", "B": "NKG7"},
            key="B",
            data={"source": "cells.h5ad"},
            registration=registration,
        )

    assert rubric_of(item("nk"), (general, special)) == special
    assert rubric_of(item("b"), (general, special)) == general
    assert rubric_of(item("b"), (special,)) is None
