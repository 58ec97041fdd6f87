"""Every check finds the leak that is planted for it, and finds none in files that the writer made."""

import csv
import sys
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).parents[1])]
from tiny_tables import ITEM, write_table_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct
from counterproof.construct.tables.leaks.registry import TABLE_CHECKS, audit_table_leaks
from counterproof.matter.table.read import read_table


class Planted:
    """An item's written files, with ways to change their bytes."""

    def __init__(self, folder, **changes):
        self.study = open_study(write_table_study(folder / "study", **changes), out=folder / "out")
        self.made = construct(self.study, progress=False)[0]
        self.source = read_table(self.study.layout.study / "plants.csv", self.made.registration.source)

    def path(self, name):
        return next(self.study.layout.work / one.path for one in self.made.variants if one.name == name)

    def rewrite(self, name, change):
        path = self.path(name)
        path.write_bytes(change(path.read_bytes()))

    def rows(self, name):
        return list(csv.reader(self.path(name).read_text().splitlines()))

    def leaks(self):
        found = audit_table_leaks(
            self.made.variants, self.made.registration, work=self.study.layout.work, source=self.source
        )
        return {check.check: check.evidence for check in found if not check.passed}


@pytest.fixture
def planted(tmp_path):
    return lambda **changes: Planted(tmp_path, **changes)


def test_no_check_finds_a_leak_in_what_the_writer_made(planted):
    assert planted().leaks() == {}


def test_every_check_tells_what_it_looked_at(planted):
    made = planted().made
    assert [leak.check for leak in made.leaks] == [check.name for check in TABLE_CHECKS]
    assert all(leak.evidence for leak in made.leaks)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.replace(b"north", b'"north"'),
        lambda data: data.rstrip(b"\n"),
    ],
    ids=["line ends", "mark", "quotes", "last line"],
)
def test_another_writer_s_bytes_are_found(planted, change):
    it = planted()
    it.rewrite("flip", change)
    assert set(it.leaks()) == {"one writer"}


def test_rows_that_are_gone_are_found(planted):
    it = planted()
    it.rewrite("flip", lambda data: data[: data.rstrip(b"\n").rfind(b"\n") + 1])
    assert set(it.leaks()) == {"same number of rows"}


def test_the_source_s_order_of_rows_is_found(planted):
    it = planted()
    rows = it.rows("flip")
    text = "\n".join(",".join(row) for row in [rows[0], *sorted(rows[1:])])
    it.rewrite("flip", lambda _: f"{text}\n".encode())
    assert it.leaks() == {"own order of rows": "source and flip share the order of 100% of their rows"}


def test_the_name_of_a_dropped_column_is_found_where_it_is_left(planted):
    it = planted()
    it.rewrite("withdraw", lambda data: data.replace(b"north", b"dose"))
    assert "'dose'" in it.leaks()["dropped names"]


def test_the_name_of_a_variant_s_file_is_found(planted):
    it = planted()
    it.rewrite("flip", lambda data: data.replace(b"north", b"flip.csv"))
    assert "'flip.csv'" in it.leaks()["file names"]


def test_the_name_of_an_item_is_found_with_its_capitals(planted):
    it = planted()
    renamed = it.made.registration.model_copy(update={"item": "Dose_Effect"})
    it.made = it.made.model_copy(update={"registration": renamed})
    it.rewrite("flip", lambda data: data.replace(b"north", b"Dose_Effect"))
    assert "'Dose_Effect'" in it.leaks()["file names"]


def copy_of_the_dose(folder):
    path = folder / "plants.csv"
    header, *lines = path.read_text().splitlines()
    levels = {"0": "none", "1": "low", "2": "high"}
    rows = [f"{line},{levels[line.split(',')[2]]}" for line in lines]
    path.write_text("\n".join([f"{header},level", *rows]) + "\n")


@pytest.mark.parametrize(("decisions", "excluded"), [({}, "leak"), ({"level": "keep"}, None)])
def test_a_column_that_tells_an_edited_one_excludes_the_item_unless_it_is_declared(tmp_path, decisions, excluded):
    columns = [*ITEM["data"]["columns"], {"name": "level", "kind": "category"}]
    item = {"data": ITEM["data"] | {"columns": columns}}
    folder = write_table_study(tmp_path / "study", item=item, decisions=decisions)
    copy_of_the_dose(folder)
    made = construct(open_study(folder, out=tmp_path / "out"), progress=False)[0]
    assert made.excluded == excluded
    told = {leak.check: leak for leak in made.leaks}["tell-tale columns"]
    assert (told.passed, told.declared) == (bool(decisions), bool(decisions))
    assert "level tells 100% of dose" in told.evidence
