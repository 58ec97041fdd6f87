import sys
from importlib.metadata import version
from pathlib import Path

from counterproof.sandbox.inside import VENV
from counterproof.sandbox.tooling import INTERPRETER, environment_binds


def test_the_settings_of_the_environment_name_the_interpreter_inside_and_no_folder_of_ours(tmp_path):
    binds = environment_binds(tmp_path)
    told = dict(line.split(" = ") for line in (tmp_path / "pyvenv.cfg").read_text().splitlines())
    assert told["include-system-site-packages"] == "false"
    assert told["home"] in {f"{INTERPRETER}/bin", "/usr/bin"}
    at = binds.index(str(tmp_path / "pyvenv.cfg"))
    assert binds[at - 1 : at + 2] == ("--ro-bind", str(tmp_path / "pyvenv.cfg"), f"{VENV}/pyvenv.cfg")


def test_an_agents_python_is_this_one_with_its_packages_under_other_names(walled):
    program = "import sys, numpy; print(sys.version_info[:2] == tuple(%r), sys.prefix, numpy.__version__)"
    ran = walled("", argv=["python", "-c", program % (list(sys.version_info[:2]),)], limits={"seconds": 100})
    assert ran.out.split() == ["True", VENV, version("numpy")], ran.err


def test_the_library_that_grades_is_nowhere_to_be_found(walled):
    ran = walled(
        "python -c 'import counterproof' 2>&1 | tail -n 1; "
        f"find {VENV} {INTERPRETER} -name '*.py' -path '*counterproof*' 2> /dev/null"
    )
    assert ran.out.strip() == "ModuleNotFoundError: No module named 'counterproof'"


def test_nothing_can_be_read_of_data_that_an_item_may_have_been_made_of(walled):
    import scanpy  # noqa: PLC0415, seconds that the other tests need not wait for

    there = [path.name for path in (Path(scanpy.__file__).parent / "datasets").glob("*.h5ad")]
    ran = walled(f"find {VENV} -path '*scanpy/datasets/*.h5ad' | while read -r file; do cat $file | wc -c; done")
    assert there, "scanpy brings a data file along; else this test shows nothing"
    assert ran.out.split() == ["0"] * len(there)


def test_nothing_of_the_environment_can_be_changed(walled):
    ran = walled(f"touch {VENV}/x; echo x >> {VENV}/pyvenv.cfg; rm {VENV}/bin/python; ls {VENV}")
    assert ran.out.split() == ["bin", "lib", "pyvenv.cfg"]
