import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.registration import RegistrationAttempt
from counterproof.domain.statistic import Group, Marker
from counterproof.store.records import append_record, read_log, read_record, write_record

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
GROUPS = st.builds(Group, column=TEXT, value=TEXT)
MARKERS = st.builds(Marker, group=GROUPS)


@pytest.fixture
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("records")


@given(MARKERS)
def test_a_record_is_read_as_it_was_written(tmp_path_factory, record):
    path = tmp_path_factory.mktemp("records") / "marker.json"
    write_record(path, record)
    assert read_record(path, Marker) == record


def write_log(path, records):
    path.write_text("".join(f"{record.model_dump_json()}\n" for record in records), encoding="utf-8", newline="")


@given(st.lists(MARKERS))
def test_a_log_is_read_in_the_order_of_its_writing(tmp_path_factory, records):
    whole, appended = (tmp_path_factory.mktemp("log") / "log.jsonl" for _ in range(2))
    write_log(whole, records)
    for record in records:
        append_record(appended, record)
    assert read_log(whole, Marker) == read_log(appended, Marker) == tuple(records)


def test_no_log_holds_no_record(folder):
    assert read_log(folder / "log.jsonl", Marker) == ()


# The braces, the letter of two bytes and the separator of lines are where a careless reader fails.
FIRST = Marker(group=Group(column="a", value="{x}"))
LAST = Marker(group=Group(column="é", value="}\u2028}"))


def test_a_half_line_of_a_killed_writer_harms_no_other_line(folder):
    path = folder / "log.jsonl"
    write_log(path, [LAST])
    line = path.read_bytes()
    for cut in range(1, len(line) - 1):
        write_log(path, [FIRST])
        with path.open("ab") as log:
            log.write(line[:cut])
        assert read_log(path, Marker) == (FIRST,)
        append_record(path, LAST)
        assert read_log(path, Marker) == (FIRST, LAST)


def test_a_whole_line_that_lost_only_its_end_counts(folder):
    path = folder / "log.jsonl"
    write_log(path, [FIRST, LAST])
    path.write_bytes(path.read_bytes()[:-1])
    append_record(path, FIRST)
    assert read_log(path, Marker) == (FIRST, LAST, FIRST)


APPENDER = """
import sys
from pathlib import Path
from counterproof.domain.statistic import Group
from counterproof.store.records import append_record
for number in range(150):
    append_record(Path(sys.argv[1]), Group(column=sys.argv[2], value=f"{number} " + "x" * 10_000))
"""


def test_two_processes_may_add_to_a_log_at_once(folder):
    path = folder / "log.jsonl"
    writers = [subprocess.Popen([sys.executable, "-c", APPENDER, path, name]) for name in ("one", "two")]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    records = read_log(path, Group)
    for name in ("one", "two"):
        numbers = [int(record.value.split()[0]) for record in records if record.column == name]
        assert numbers == list(range(150))


def test_a_file_that_is_no_such_record_is_told_with_every_fault(folder):
    path = folder / "marker.json"
    path.write_text('{"statistic": "marker", "gruop": {}, "group": {"column": 3, "value": "NK"}}', encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_record(path, Marker)
    file, fix = f"{folder.name}/marker.json", "remove the file, so that it is made again"
    assert caught.value.problems == (
        Problem(
            file=file,
            place="group.column",
            wrong="is no Marker: Input should be a valid string",
            seen="3",
            fix=fix,
        ),
        Problem(
            file=file,
            place="gruop",
            wrong="is no Marker: Extra inputs are not permitted",
            seen="{}",
            fix=fix,
        ),
    )


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b"version https://git-lfs.github.com/spec/v1\n"])
def test_a_file_that_is_no_record_at_all_is_told_by_its_name(folder, content):
    (folder / "marker.json").write_bytes(content)
    with pytest.raises(InputError, match=r"/marker\.json: is no Marker: "):
        read_record(folder / "marker.json", Marker)


def test_a_whole_line_that_is_no_such_record_is_told_by_its_number(folder):
    path = folder / "log.jsonl"
    write_log(path, [FIRST])
    with path.open("ab") as log:
        log.write(b'{"item": "nk_marker"}\n')
    with pytest.raises(
        InputError, match=r"log\.jsonl: line 2 group: is no Marker: Field required.*\n.*remove this line"
    ):
        read_log(path, Marker)


def test_a_line_that_no_writer_of_ours_left_is_told(folder):
    (folder / "log.jsonl").write_bytes(b"\0\0\0\0\n")
    with pytest.raises(InputError, match="line 1: is no RegistrationAttempt: Invalid JSON"):
        read_log(folder / "log.jsonl", RegistrationAttempt)
