import pytest

from counterproof.domain.problem import InputError
from counterproof.domain.table_registration import ReferenceAnalysis
from counterproof.evidence.numeric import analyse_table, values_in
from counterproof.evidence.process import in_own_process
from counterproof.store.digest import file_digest


@pytest.fixture
def analyse(tmp_path):
    def run(code, *, sha256=None, seconds=20.0):
        file = tmp_path / "analysis.py"
        file.write_text(code, encoding="utf-8")
        (tmp_path / "flip.csv").write_text("a\n1\n2\n", encoding="utf-8")
        analysis = ReferenceAnalysis(reference="analysis.py:it", sha256=sha256 or file_digest(file), seconds=seconds)
        return analyse_table(tmp_path / "flip.csv", analysis, study=tmp_path, fields=["n"], run=in_own_process)

    return run


def test_the_numbers_of_the_registered_function_come_back(analyse):
    found = analyse("def it(path):\n    return {'n': 0.1 + 0.2}\n")
    assert (found.values, found.failed) == ({"n": 0.1 + 0.2}, False)


def test_the_function_cannot_tell_a_variant_by_its_name(analyse):
    code = "import os\ndef it(path):\n    found = sorted(os.listdir(os.path.dirname(path)))\n"
    code += "    return {'n': int(found == ['analysis.py', 'data.csv'])}\n"
    assert analyse(code).values == {"n": 1}


def test_a_table_that_cannot_decide_is_told_apart_from_a_crash(analyse):
    assert analyse("def it(path):\n    return None\n")[1:] == ("the analysis says that the table cannot decide", False)
    crashed = analyse("def it(path):\n    return {}['dose']\n")
    assert (crashed.values, crashed.failed) == (None, True)
    assert crashed.reason == "ended with code 1: KeyError: 'dose'"


def test_a_function_that_takes_too_long_failed(analyse):
    found = analyse("import time\ndef it(path):\n    time.sleep(30)\n", seconds=1.0)
    assert (found.reason, found.failed) == ("took more than 1 s", True)


def test_another_file_than_the_registered_one_is_never_run(analyse, tmp_path):
    with pytest.raises(InputError, match="not the one that was registered"):
        analyse(f"open({str(tmp_path / 'ran')!r}, 'w')\n", sha256="0" * 64)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("returned", "reason", "failed"),
    [
        (3.0, "returned float where n was asked for", True),
        ({}, "returned nothing where n was asked for", True),
        ({"n": 1, "m": 2}, "returned n, m where n was asked for", True),
        ({"n": True}, "n is no finite number", True),
        ({"n": "1"}, "n is no finite number", True),
        ({"n": float("inf")}, "n is no finite number", True),
        ({"n": None}, "n is undefined", False),
        ({"n": float("nan")}, "n is undefined", False),
    ],
)
def test_what_is_no_number_for_every_field_is_told(returned, reason, failed):
    found = values_in(returned, fields=["n"])
    assert (found.values, found.reason, found.failed) == (None, reason, failed)
