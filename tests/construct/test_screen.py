import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_study import registered, write_cells

from counterproof.construct.measure import read_evidence, result_of
from counterproof.construct.screen import screen, support_share
from counterproof.domain.statistic import Abundance, Coexpression, Group, Specificity

GENES = {"A": "NKG7", "B": "CD79A", "C": "LYZ", "D": "CD3D"}
KIND = ["NK"] * 10 + ["B"] * 10
FLAT = [0.25, 0.75] * 10
"""No difference between the kinds, nor between cells of one and the other half."""


def steps(inside, outside):
    """Values of 20 cells that differ by a known amount between the first ten and the others."""
    return [inside + 0.1 * (n % 2) for n in range(10)] + [outside + 0.1 * (n % 2) for n in range(10)]


DECIDED = {"NKG7": steps(2, 0), "CD79A": steps(0, 2), "LYZ": FLAT, "CD3D": FLAT}


@pytest.fixture
def screened(tmp_path):
    """Screen the item on a file of these genes."""

    def run(genes, *, other=None, ask=None, targets=GENES, kind=KIND, **changes):
        blocks = {"X": genes} | ({"layers/other": other} if other else {})
        path = write_cells(tmp_path / "cells.h5ad", blocks, kind=kind, phase=["G1", "S"] * (len(kind) // 2))
        return screen(path, registered(ask, targets=targets, **changes))

    return run


def excluded(screening):
    assert screening.decision == "excluded"
    return screening.reason, screening.detail


def test_data_that_show_the_key_decide_the_item(screened):
    found = screened(DECIDED)
    assert (found.decision, found.reason, found.detail, found.stability) == ("decidable", None, "", 1.0)
    assert found.blocks[0].values["A"] == pytest.approx(2)


@pytest.mark.parametrize("gone", ["NKG7", "CD79A"])
def test_the_keys_or_the_flips_gene_is_absent(screened, gone):
    found = screened({gene: values for gene, values in DECIDED.items() if gene != gone})
    assert excluded(found) == ("gene absent", f"{gone} not in block X")


def test_the_gene_asked_about_is_absent(screened):
    kinds = {"A": "NK", "B": "B"}
    found = screened(DECIDED, ask=Specificity(gene="GNLY", column="kind"), targets=kinds)
    assert excluded(found) == ("gene absent", "GNLY not in block X")
    found = screened(DECIDED, ask=Coexpression(gene="CD79B"))
    assert excluded(found) == ("gene absent", "CD79B not in block X")


def test_another_options_gene_may_be_absent(screened):
    found = screened({gene: values for gene, values in DECIDED.items() if gene != "CD3D"})
    assert found.decision == "decidable"


def test_a_group_is_no_gene_that_could_be_absent(screened):
    by_kind = Abundance(column="kind", a=Group(column="phase", value="G1"), b=Group(column="phase", value="S"))
    kinds = ["NK", "B", "NK", "NK", "NK", "NK", "NK", "B"] * 5
    found = screened(
        dict.fromkeys(DECIDED, FLAT * 2), ask=by_kind, targets={"A": "NK", "B": "B"}, kind=kinds, margin=0.1
    )
    assert found.blocks[0].values == {"A": 0.5, "B": -0.5}
    assert found.decision == "decidable"


def test_the_statistic_is_undefined_for_the_key(screened):
    constant = DECIDED | {"NKG7": [1.25] * 20, "GNLY": FLAT}
    found = screened(constant, ask=Coexpression(gene="GNLY"))
    reason, detail = excluded(found)
    assert reason == "undefined"
    assert detail.startswith("the statistic is undefined for the key; B ")
    assert found.blocks[0].values["A"] is None


def test_another_option_is_stronger(screened):
    found = screened(DECIDED | {"LYZ": steps(4, 0)})
    assert excluded(found) == ("stronger alternative", "LYZ leads; A 2.00, B -2.00, C 4.00, D 0.00")


def test_the_key_goes_the_opposite_way_and_nothing_else_shows_an_effect(screened):
    found = screened(DECIDED | {"NKG7": steps(0, 2)})
    assert excluded(found) == ("opposite direction", "the key's value is -2.00; A -2.00, B -2.00, C 0.00, D 0.00")


def test_the_key_that_goes_the_opposite_way_beside_another_effect_has_a_stronger_alternative(screened):
    assert excluded(screened(DECIDED | {"NKG7": steps(0, 2), "LYZ": steps(2, 0)}))[0] == "stronger alternative"


def test_no_option_shows_an_effect(screened):
    found = screened(DECIDED | {"NKG7": steps(0.4, 0)})
    assert excluded(found) == ("no effect", "margin 0.5; A 0.40, B -2.00, C 0.00, D 0.00")


def test_the_key_leads_by_less_than_the_margin(screened):
    found = screened(DECIDED | {"LYZ": steps(1.75, 0)})
    assert excluded(found) == ("tied", "margin 0.5; A 2.00, B -2.00, C 1.75, D 0.00")
    assert found.stability is None


def test_resampled_cells_do_not_agree(screened):
    swinging = [0.1, 3.9] * 5 + [0.1] * 10
    found = screened(DECIDED | {"NKG7": swinging, "LYZ": steps(1.25, 0)}, margin=0.6)
    reason, detail = excluded(found)
    assert reason == "unstable"
    assert detail == f"{found.stability:.0%} of 50 resamples of the cells support the key"
    assert 0 < found.stability < 0.95


def test_another_block_shows_another_option(screened):
    found = screened(DECIDED, other=DECIDED | {"NKG7": FLAT, "LYZ": steps(2, 0)})
    assert excluded(found) == ("contrary block", "block layers/other supports LYZ")


def test_another_block_may_show_nothing(screened):
    assert screened(DECIDED, other=DECIDED | {"NKG7": FLAT}).decision == "decidable"


@pytest.fixture(scope="module")
def noisy(tmp_path_factory):
    rng = np.random.default_rng(5)
    genes = {gene: rng.exponential(1, 20) for gene in GENES.values()}
    genes["NKG7"][:10] += 1
    path = write_cells(tmp_path_factory.mktemp("noisy") / "cells.h5ad", {"X": genes}, kind=KIND)
    return read_evidence(path, registered(targets=GENES), block="X")


@given(st.integers(0, 2**48 - 1))
def test_the_share_is_a_share_and_the_same_for_the_same_seed(noisy, seed):
    registration = registered(targets=GENES, seed=seed, bootstraps=5)
    share = support_share(noisy, registration)
    assert 0 <= share <= 1
    assert share == support_share(noisy, registration)


@given(st.permutations(range(20)), st.integers(0, 100))
def test_cells_are_drawn_within_their_group_whatever_their_order(noisy, order, seed):
    # The values are constant within each group: any draw that mixed the groups, or lost one, would change them.
    flat = noisy.take(np.array([0] * 10 + [10] * 10)[list(order)])
    registration = registered(targets=GENES, seed=seed, bootstraps=5, margin=1e-9)
    as_it_is = result_of(flat, registration, block="X").supported == registration.key
    assert support_share(flat, registration) == float(as_it_is)
