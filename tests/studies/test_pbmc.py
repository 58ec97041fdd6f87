"""The bundled study is what its issue promises, before anything is computed on it."""

from collections import Counter
from pathlib import Path

import pytest

from counterproof.benchmarks.own import open_study
from counterproof.domain.statistic import FAMILIES
from counterproof.domain.variant import VARIANTS
from counterproof.edits.choose import edits_for
from counterproof.matter.cohort_truth import TRUTH

PBMC = "scanpy:pbmc68k_reduced"
COHORT = "simulated:cohort"


@pytest.fixture(scope="module")
def study():
    return open_study(Path(__file__).parents[2] / "data" / "studies" / "pbmc")


def test_it_runs_every_variant_and_every_reference_agent_three_times(study):
    assert study.study.variants == VARIANTS
    routes = [agent.route for agent in study.study.agents]
    assert routes == ["analyst", "reciter", "fallback", "eliminator", "guesser", *["mixed"] * 4]
    assert study.study.replicates == 3


def test_mixed_agents_run_where_their_probability_shows_and_without_names_once(study):
    mixed = [agent for agent in study.study.agents if agent.route == "mixed"]
    assert [agent.recalls for agent in mixed] == [0, 0.3, 0.7, 1]
    assert {agent.variants for agent in mixed} == {("original", "withdraw", "flip")}
    arm = next(arm for arm in study.study.arm_specs if arm.name == "anonymised")
    assert arm.agents == tuple(agent.name for agent in mixed)
    assert (arm.variants, arm.replicates, arm.groups) == (("original", "withdraw", "flip"), 1, False)


def test_it_has_about_forty_candidates_on_real_cells_over_all_families(study):
    families = Counter(item.family for item in study.items if item.data.source == PBMC)
    assert set(families) == set(FAMILIES)
    assert sum(families.values()) >= 40


def test_what_is_simulated_says_so_in_its_id_and_its_background(study):
    cohort = [item for item in study.items if item.data.source == COHORT]
    assert len(cohort) >= 8
    assert {item.family for item in cohort} == {"abundance", "expression"}
    assert all("_cohort_" in item.id and item.background.startswith("Simulated cohort") for item in cohort)
    assert not any("imulated" in item.background for item in study.items if item not in cohort)


def test_every_gene_of_a_cohort_item_changes_as_its_truth_says(study):
    for item in study.items:
        ask = item.registration.ask
        if item.data.source == COHORT and item.family == "expression":
            effects = TRUTH.effects[ask.within.value]
            sign = 1 if ask.direction == "up" else -1
            change = {letter: sign * effects.get(gene, 0) for letter, gene in item.options.items()}
            assert change[item.key] == max(change.values()) > 0, item.id


def test_every_type_of_a_cohort_item_grows_or_shrinks_as_its_truth_says(study):
    for item in study.items:
        if item.data.source == COHORT and item.family == "abundance":
            sign = 1 if item.registration.ask.direction == "grows" else -1
            change = {letter: sign * TRUTH.change(cell_type) for letter, cell_type in item.options.items()}
            assert change[item.key] == max(change.values()) > 0, item.id


def test_every_item_can_be_asked_and_flipped(study):
    for item in study.items:
        assert len(item.options) >= 4, item.id
        assert item.background, item.id
        assert item.registration is not None, item.id
        assert item.registration.withdraw, item.id
        assert item.registration.flip, item.id
        assert not item.registration.after_viewing, item.id


def test_every_author_says_whether_the_item_is_open_to_another_analysis(study):
    for item in study.items:
        assert None not in (item.second_analysis, item.ordinary_looking, item.eliminable), item.id


def test_a_background_tells_an_answer_without_names_only_where_the_options_keep_theirs(study):
    told = [item for item in study.items if item.from_background]
    assert all(item.from_background is not None for item in study.items)
    assert {item.family for item in told} == {"specificity"}
    assert len(told) < sum(item.family == "specificity" for item in study.items)


def test_an_id_starts_with_the_family(study):
    assert all(item.id.startswith(f"{item.family}_") for item in study.items)


def test_a_background_does_not_name_the_key(study):
    for item in study.items:
        words = item.background.replace(",", " ").replace(".", " ").split()
        assert item.options[item.key] not in words, item.id


def test_the_key_is_not_always_the_same_letter(study):
    letters = Counter(item.key for item in study.items)
    assert all(letters[letter] >= len(study.items) / 8 for letter in "ABCD")


def test_eliminable_means_that_an_option_vanishes_on_withdrawal(study):
    for item in study.items:
        removed = edits_for(item)["withdraw"]
        targets = item.options | item.registration.targets
        assert item.eliminable == (targets[item.key] in (*removed.genes, *removed.values)), item.id
