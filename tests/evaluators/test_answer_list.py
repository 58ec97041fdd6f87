import pytest

from counterproof.domain.loaded_item import LoadedItem
from counterproof.domain.problem import InputError
from counterproof.evaluators.answer_list import score_list, score_table

OPTIONS = {"A": "one", "B": "two", "C": "three"}
ITEMS = [
    LoadedItem(id=name, benchmark="baisbench", source_id=f"The {name}", question="Which?", options=OPTIONS, key=key)
    for name, key in (("x", "A"), ("y", "A,C"), ("z", "B"))
]


@pytest.fixture
def scored(tmp_path):
    def of(text, encoding="utf-8"):
        path = tmp_path / "answers.csv"
        path.write_bytes(text.encode(encoding))
        return score_list(path, ITEMS)

    return of


def test_each_item_is_graded_and_one_without_an_answer_fails(scored):
    found = scored('agent,item,answer\r\nme,x,A\r\nme,The y,"A"\r\nme,z,\r\n', encoding="utf-8-sig")
    assert [each.verdict.passed for each in found.answers] == [True, False, False]
    assert found.answers[2].verdict.reason == "no answer in the list"
    assert len(found.listed) == 2
    assert (found.rate.value, found.rate.n_trials) == (pytest.approx(1 / 3), 3)
    assert found.mean_score == pytest.approx(0.5)
    assert score_table(found).splitlines()[1:] == [
        "x,A,true,1,",
        'y,A,false,0.5,"A where A,C is the key"',
        "z,,false,0,no answer in the list",
    ]


def test_every_wrong_line_is_told(scored):
    with pytest.raises(InputError) as caught:
        scored("item,answer\nx,A\nxx,A\nx,B\n")
    told = [(problem.place, problem.wrong) for problem in caught.value.problems]
    assert told == [("line 3", "no such item"), ("line 4", "the item stands there twice")]


@pytest.mark.parametrize(
    ("text", "encoding", "told"),
    [
        ("id;answer\nx;A\n", "utf-8", "has no column item, answer"),
        ("", "utf-8", "has no column item, answer"),
        ("item,answer\nx,é\n", "latin-1", "is not UTF-8 text"),
        ("item,answer\nx," + "A" * 140_000, "utf-8", "line 1: is no CSV: field larger"),
    ],
)
def test_another_file_is_refused(scored, text, encoding, told):
    with pytest.raises(InputError, match=told):
        scored(text, encoding)
