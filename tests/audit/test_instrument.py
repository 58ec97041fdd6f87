import numpy as np
import pytest
from scipy.stats import binom

from counterproof.audit.instrument import LOT_LEVEL, check_instrument, guesser_expectation, instrument_holds
from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.study import Study
from counterproof.stats.proportion import exact_rate

ROUTES = ("analyst", "reciter", "fallback", "eliminator", "guesser")


@pytest.fixture
def study():
    return Study(study="s", agents=tuple(ReferenceAgent(name=f"my-{route}", route=route) for route in ROUTES), seed=1)


@pytest.fixture
def reference_rows(make_replicate):
    """What the five reference agents do on 20 items, three times; half of the items are eliminable."""

    def rows(seed=20261130):
        rng = np.random.default_rng(seed)
        found = []
        for i in range(20):
            for r in range(3):
                facts = {"item": f"i{i:02}", "replicate": r, "eliminable": i % 2 == 0}
                guess = "".join(rng.choice(list("ABCD"), 4))
                found += make_replicate("CC-D", agent="my-analyst", **facts)
                found += make_replicate("CCCC", agent="my-reciter", **facts)
                found += make_replicate("CCCD", agent="my-fallback", **facts)
                found += make_replicate("CCCD" if i % 2 == 0 else "CC-D", agent="my-eliminator", **facts)
                found += make_replicate(guess, agent="my-guesser", **facts)
        return found

    return rows


def broken(table, agent, variant, **facts):
    """The table with one trial of an agent changed."""
    place = table.index[(table["agent"] == agent) & (table["variant"] == variant)][7]
    changed = table.copy()
    changed.loc[place, list(facts)] = list(facts.values())
    return changed


def test_the_instrument_holds_where_all_land_on_their_routes(study, make_frame, reference_rows):
    found = check_instrument(make_frame(reference_rows()), study)
    assert instrument_holds(found)
    assert found.groupby("route", sort=False)["metric"].apply(list).to_dict() == {
        "analyst": ["ega", "followed", "route_derived"],
        "reciter": ["ega", "kept", "route_recall"],
        "fallback": ["ega", "followed", "route_elimination"],
        "eliminator": ["withdrawal_credit", "ega"],
        "guesser": ["accuracy", "ega"],
    }
    assert found.query("route == 'eliminator'")["n_trials"].tolist() == [30, 30]


@pytest.mark.parametrize(
    ("agent", "variant", "facts"),
    [
        ("my-analyst", "flip", {"choice": "C"}),
        ("my-analyst", "withdraw", {"outcome": "answered", "choice": "C"}),
        ("my-analyst", "original", {"outcome": "timeout", "choice": ""}),
        ("my-reciter", "flip", {"choice": "D"}),
        ("my-fallback", "withdraw", {"data_support": "none"}),
        ("my-eliminator", "withdraw", {"choice": "A"}),
    ],
)
def test_one_wrong_trial_of_a_deterministic_agent_breaks_it(study, make_frame, reference_rows, agent, variant, facts):
    found = check_instrument(broken(make_frame(reference_rows()), agent, variant, **facts), study)
    assert not instrument_holds(found)
    failed = found[~found["holds"]]
    assert set(failed["agent"]) == {agent}
    assert failed["reason"].str.startswith("1 of ").all()
    assert failed["reason"].str.contains("the first on item i0").all()


def test_a_guesser_that_knows_the_key_breaks_it(study, make_frame, reference_rows):
    table = make_frame(reference_rows())
    table.loc[table["agent"] == "my-guesser", "choice"] = "C"
    found = check_instrument(table, study)
    assert found[~found["holds"]]["metric"].tolist() == ["accuracy"]
    assert found[~found["holds"]]["reason"].item() == "the expectation lies outside the exact 99% interval"


def test_a_declared_agent_without_trials_breaks_it(study, make_frame, reference_rows):
    rows = [row for row in reference_rows() if row["agent"] != "my-reciter"]
    found = check_instrument(make_frame(rows), study)
    failed = found[~found["holds"]]
    assert failed["agent"].tolist() == ["my-reciter"] * 3
    assert failed["reason"].str.startswith("no complete replicate").all()


def test_no_trial_at_all_breaks_it(study, make_frame):
    found = check_instrument(make_frame([]), study)
    assert not found["holds"].any()
    assert instrument_holds(found.iloc[:0]) is None


def test_broken_machinery_is_counted_and_does_not_break_it(study, make_frame, reference_rows):
    table = broken(make_frame(reference_rows()), "my-analyst", "flip", outcome="infra_error", choice="")
    found = check_instrument(table, study)
    assert instrument_holds(found)
    assert found.query("agent == 'my-analyst'")["n_excluded"].tolist() == [1, 1, 1]


def test_an_eliminator_without_an_eliminable_item_says_that_nothing_was_checked(study, make_frame, reference_rows):
    table = make_frame([row | {"eliminable": None} for row in reference_rows()])
    found = check_instrument(table, study).query("route == 'eliminator'")
    assert found["holds"].isna().all()
    assert instrument_holds(found) is None
    assert set(found["reason"]) == {"nothing checked: no item is marked eliminable"}


def test_guessing_among_four_is_grounded_in_0_047_of_trials():
    found = guesser_expectation(np.full(10, 4.0))
    assert found == {"accuracy": 0.25, "ega": 3 / 64}
    assert round(found["ega"], 3) == 0.047


def test_guessing_is_averaged_over_items_of_different_numbers_of_options():
    found = guesser_expectation(np.array([2.0, 4.0]))
    assert found == {"accuracy": pytest.approx(0.375), "ega": pytest.approx((1 / 8 + 3 / 64) / 2)}


@pytest.mark.parametrize("n_trials", [15, 60, 300])
def test_an_honest_guesser_is_called_broken_at_most_once_in_a_hundred_studies_by_each_check(n_trials):
    hits = np.arange(n_trials + 1)
    for expected in guesser_expectation(np.full(n_trials, 4.0)).values():
        intervals = [exact_rate(hit, n=n_trials, level=LOT_LEVEL) for hit in hits]
        holds = np.array([interval.low <= expected <= interval.high for interval in intervals])
        assert binom.pmf(hits, n_trials, expected)[holds].sum() >= 0.99
