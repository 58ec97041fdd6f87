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


def mixed_study(*recalls):
    agents = tuple(ReferenceAgent(name=f"mixed-{round(100 * p)}", route="mixed", recalls=p) for p in recalls)
    return Study(study="s", agents=agents, arms=({"name": "anonymised"},), seed=1)


def mixed_rows(make_replicate, *, recalls, says=None, seed=3):
    """An agent that recalls with a probability, whatever it says of it: its trials with names, and without."""
    lots, agent = (
        np.random.default_rng(seed).random((40, 3)) < recalls,
        f"mixed-{round(100 * (recalls if says is None else says))}",
    )
    named = [
        row
        for (i, r), lot in np.ndenumerate(lots)
        for row in make_replicate("CCCC" if lot else "CC-D", agent=agent, item=f"i{i:02}", replicate=r)
    ]
    return named, [row for i in range(40) for row in make_replicate("CC-D", agent=agent, item=f"i{i:02}")]


def test_mixed_agents_land_on_what_the_study_states_of_them(make_frame, make_replicate):
    both = [mixed_rows(make_replicate, recalls=p) for p in (0, 0.3, 0.7, 1)]
    named, hidden = (make_frame([row for pair in both for row in pair[side]]) for side in (0, 1))
    found = check_instrument(named, mixed_study(0, 0.3, 0.7, 1), hidden=hidden.assign(arm="anonymised"))
    assert instrument_holds(found)
    assert found.groupby("agent", sort=False)["metric"].apply(list).to_dict() == {
        f"mixed-{p}": ["ega", "ega, opaque names", "recall share"] for p in (0, 30, 70, 100)
    }
    assert found["expected"].tolist() == [1, 1, 0, 0.7, 1, 0.3, pytest.approx(0.3), 1, 0.7, 0, 1, 1]
    assert found["n_trials"].tolist() == [120, 40, 120] * 4


def test_without_the_arm_a_mixed_agent_is_checked_by_its_ega_alone(make_frame, make_replicate):
    named, _ = mixed_rows(make_replicate, recalls=0.3)
    found = check_instrument(make_frame(named), mixed_study(0.3))
    assert found["metric"].tolist() == ["ega"]
    assert instrument_holds(found)


def test_a_mixed_agent_that_recalls_more_than_it_says_breaks_it(make_frame, make_replicate):
    named, hidden = mixed_rows(make_replicate, recalls=0.7, says=0.3)
    found = check_instrument(make_frame(named), mixed_study(0.3), hidden=make_frame(hidden).assign(arm="anonymised"))
    assert found[~found["holds"]]["metric"].tolist() == ["ega", "recall share"]


def test_a_mixed_agent_that_knows_an_opaque_name_breaks_it(make_frame, make_replicate):
    named, hidden = mixed_rows(make_replicate, recalls=0.3)
    knows = make_frame([*make_replicate("CCCC", agent="mixed-30", item="i00"), *hidden[4:]]).assign(arm="anonymised")
    found = check_instrument(make_frame(named), mixed_study(0.3), hidden=knows)
    assert found[~found["holds"]]["metric"].tolist() == ["ega, opaque names"]
    assert found["reason"].dropna().item().startswith("1 of 40 replicates differ, the first on item i00")


def test_a_mixed_agent_that_has_not_run_under_opaque_names_breaks_it(make_frame, make_replicate):
    named, _ = mixed_rows(make_replicate, recalls=0.3)
    found = check_instrument(make_frame(named), mixed_study(0.3), hidden=make_frame([]))
    assert found["holds"].tolist() == [True, False, False]
    assert found["reason"].dropna().str.startswith("no complete replicate under opaque names").all()
