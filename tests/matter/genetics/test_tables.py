"""The four simulated tables: the same bytes each time, the truth that was drawn, and the trap that each holds."""

import csv

import numpy as np
import pyarrow.parquet as pq
import pytest

from counterproof.matter.genetics import allele, contacts, exposure, locus
from counterproof.matter.source import SIMULATED


def columns(path, delimiter=","):
    header, *rows = csv.reader(path.read_text().splitlines(), delimiter=delimiter)
    return {name: [row[place] for row in rows] for place, name in enumerate(header)}


@pytest.mark.parametrize("name", ["allele", "exposure", "locus", "contacts"])
def test_the_same_bytes_are_written_each_time(tmp_path, name):
    _, write = SIMULATED[name]
    write(tmp_path / "one")
    write(tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_without_ancestry_the_allele_seems_to_do_more_than_it_does(tmp_path):
    allele.write_allele(tmp_path / "it")
    table = columns(tmp_path / "it")
    dosage, trait = (np.array(table[name], dtype=float) for name in ("dosage", "trait"))
    assert set(table["dosage"]) == {"0", "1", "2"}
    assert np.polyfit(dosage, trait, 1)[0] > allele.EFFECT + 0.1


def test_half_of_the_second_study_counts_the_other_allele(tmp_path):
    exposure.write_exposure(tmp_path / "it")
    table = columns(tmp_path / "it", "\t")
    other = [one != two for one, two in zip(table["counted_1"], table["counted_2"], strict=True)]
    assert 0.3 < np.mean(other) < 0.7
    pairs = {frozenset(pair) for pair in zip(table["counted_1"], table["other_1"], strict=True)}
    assert not pairs & {frozenset("AT"), frozenset("CG")}
    assert all(len(pair) == 2 for pair in pairs)


def test_the_strongest_statistic_of_the_locus_is_a_badly_imputed_one(tmp_path):
    locus.write_locus(tmp_path / "it")
    table = pq.read_table(tmp_path / "it").to_pydict()
    z = np.array(table["beta"]) / np.array(table["se"])
    info, position = np.array(table["info"]), np.array(table["position"])
    truth = locus.locus()["position"][locus.CAUSAL]
    assert info[np.argmax(z)] < 0.8
    assert position[info >= 0.8][np.argmax(z[info >= 0.8])] == truth


def test_more_contacts_of_the_loop_are_counted_where_it_is_weaker(tmp_path):
    contacts.write_contacts(tmp_path / "it")
    table = columns(tmp_path / "it")
    rows = zip(table["condition"], table["bin_1"], table["bin_2"], map(int, table["contacts"]), strict=True)
    loop = {"control": 0, "treated": 0}
    for condition, one, two, count in rows:
        if (one, two) == ("14", "33"):
            loop[condition] += count
    # The libraries of the second condition are deeper: raw counts say the opposite of the truth.
    assert loop["treated"] > loop["control"]
