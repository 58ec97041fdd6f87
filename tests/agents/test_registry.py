"""Every reference agent on the versions of one marker item: where it must land."""

import pytest

from counterproof.agents.registry import REFERENCE_AGENTS

QUESTION = {"statistic": "marker", "group": {"cell": "NK"}}
OPTIONS = ("CD3D", "NKG7", "MS4A1", "LYZ")
FILES = {
    "original": {"genes": ("CD3D", "NKG7", "MS4A1", "LYZ")},
    "flip": {"genes": ("NKG7", "CD3D", "MS4A1", "LYZ")},
    "withdraw": {"genes": ("CD3D", "GNLY", "MS4A1", "LYZ")},
}
ROUTES = [
    ("analyst", "original", "B", "full"),
    ("analyst", "flip", "A", "full"),
    ("analyst", "withdraw", None, "none"),
    ("analyst", "no_data", None, "none"),
    ("reciter", "original", "B", "full"),
    ("reciter", "flip", "B", "full"),
    ("reciter", "withdraw", "B", "full"),
    ("reciter", "no_data", "B", "full"),
    ("fallback", "original", "B", "full"),
    ("fallback", "flip", "A", "full"),
    ("fallback", "withdraw", "B", "partial"),
    ("fallback", "no_data", "B", "partial"),
    ("eliminator", "original", "B", "full"),
    ("eliminator", "flip", "A", "full"),
    ("eliminator", "withdraw", "B", "partial"),
    ("eliminator", "no_data", None, "none"),
]


@pytest.fixture
def answered(nk, ask, tmp_path):
    def run(route, variant, *, seed=1):
        folder = nk(**FILES[variant]) if variant != "no_data" else tmp_path / "trial"
        prior = "B" if route in ("reciter", "fallback") else None
        return ask.answer(route, folder, ask.brief(QUESTION, OPTIONS), prior=prior, seed=seed)

    return run


@pytest.mark.parametrize(("route", "variant", "letter", "support"), ROUTES)
def test_an_agent_lands_on_its_route(answered, route, variant, letter, support):
    given = answered(route, variant)
    assert (given.answer, given.data_support) == (letter, support)


@pytest.mark.parametrize("route", REFERENCE_AGENTS)
def test_every_agent_writes_real_steps_that_end_with_its_answer(answered, route):
    given = answered(route, "original")
    assert given.steps[-1].tool == "write_file"
    assert '"answer"' in given.steps[-1].input
    assert all(step.seconds >= 0 for step in given.steps)
    assert 0 <= given.confidence <= 100
    assert given.evidence.endswith(".")


def test_the_analyst_shows_what_is_in_the_file_its_code_and_its_values(answered):
    load, compute = [step for step in answered("analyst", "original").steps if step.tool == "python"]
    assert "X: 60 cells x 4 genes" in load.output
    assert "obs cell: B 20, NK 20, T 20" in load.output
    assert """inside = (obs['cell'] == 'NK')""" in compute.input
    header, *rows = compute.output.splitlines()
    assert header.split()[:2] == ["option", "target"]
    assert [row.split()[:2] for row in rows] == [["A", "CD3D"], ["B", "NKG7"], ["C", "MS4A1"], ["D", "LYZ"]]
    assert float(rows[1].split()[-1]) == pytest.approx(2, abs=0.2)


@pytest.mark.parametrize("route", ["reciter", "guesser"])
def test_an_agent_that_does_not_analyse_never_opens_the_data(answered, nk, ask, route):
    folder = nk()
    (folder / "data.h5ad").write_bytes(b"no HDF5")
    ask.answer(route, folder, ask.brief(QUESTION, OPTIONS), prior="B")


def test_what_is_missing_is_said_in_the_log(answered):
    assert "NKG7 (B) is missing from the data" in answered("analyst", "withdraw").log


def test_a_missing_file_is_said_in_the_log(answered):
    assert "data.h5ad is missing" in answered("analyst", "no_data").log


def test_the_eliminator_picks_nothing_where_two_options_are_missing(nk, ask):
    folder = nk(genes=("CD3D", "GNLY", "MS4A1", "CST3"))
    assert ask.answer("eliminator", folder, ask.brief(QUESTION, OPTIONS)).answer is None


def test_the_guesser_draws_every_option_equally_often_and_the_same_for_one_seed(tmp_path, ask):
    drawn = [ask.answer("guesser", tmp_path, ask.brief(QUESTION, OPTIONS), seed=seed).answer for seed in range(400)]
    counts = [drawn.count(letter) for letter in "ABCD"]
    assert sum(counts) == 400
    assert all(70 < count < 130 for count in counts)
    again = ask.answer("guesser", tmp_path, ask.brief(QUESTION, OPTIONS), seed=7)
    assert again.answer == drawn[7]


@pytest.mark.parametrize("route", ["reciter", "fallback"])
def test_an_agent_without_its_prior_says_so(tmp_path, ask, route):
    with pytest.raises(ValueError, match="answers from a prior, and its handout has none"):
        ask.answer(route, tmp_path, ask.brief(QUESTION, OPTIONS))
