import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from counterproof.reports.outcome import mark, question_of, read_notebook, run_of, title_of, write_notebook


def book(*texts):
    return new_notebook(cells=[new_markdown_cell(text) for text in texts])


@pytest.fixture
def kept(tmp_path):
    def keep(made, **said):
        if said:
            mark(made, **said)
        write_notebook(made, tmp_path / "03_judge.ipynb")
        return run_of(tmp_path / "03_judge.ipynb")

    return keep


def test_a_copy_that_is_not_there_was_not_run(tmp_path):
    run = run_of(tmp_path / "03_judge.ipynb")
    assert (run.name, run.title, run.status, run.reason, run.seconds) == ("03_judge", "03_judge", "not run", None, None)


def test_a_run_that_is_done_has_its_title_question_and_time(kept):
    run = kept(book("# 03 Judge\nQuestion: would it notice?"), status="done", seconds=1.5)
    assert (run.status, run.reason, run.seconds) == ("done", None, 1.5)
    assert (run.title, run.question) == ("03 Judge", "Would it notice?")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"status": "failed", "reason": "no trial"}, "no trial"),
        ({"status": "running"}, "the run was interrupted"),
        ({"status": "failed"}, "the run was interrupted"),
        ({}, "the run was interrupted"),
    ],
)
def test_what_is_not_done_failed_with_its_reason(kept, said, reason):
    run = kept(book("# T"), **said)
    assert (run.status, run.reason) == ("failed", reason)


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "null", "3", "{}", '{"nbformat": 4}', "\ufeff{"])
def test_a_copy_that_is_no_notebook_failed_and_is_told(tmp_path, text):
    path = tmp_path / "03_judge.ipynb"
    path.write_text(text, encoding="utf-8")
    run = run_of(path)
    assert (run.status, run.title) == ("failed", "03_judge")
    assert run.reason.startswith("the executed copy cannot be read: ")


def test_a_copy_whose_mark_is_no_mark_failed(tmp_path):
    made = book("# T")
    made.metadata["counterproof"] = "done"
    write_notebook(made, tmp_path / "a.ipynb")
    assert run_of(tmp_path / "a.ipynb").status == "failed"


def test_a_title_is_the_first_heading_in_words_and_not_in_code():
    made = new_notebook(
        cells=[new_code_cell("# not this"), new_markdown_cell("text\n## nor this\n# This "), *book("# No").cells]
    )
    assert title_of(made, otherwise="x") == "This"
    assert title_of(new_notebook(), otherwise="x") == "x"


@pytest.mark.parametrize(
    ("text", "question"),
    [("Question: do they: agree?", "Do they: agree?"), ("No question: here", ""), ("Question: ", ""), ("", "")],
)
def test_a_question_is_told_as_it_is_asked(text, question):
    assert question_of(book(f"# T\n{text}")) == question


def test_what_is_written_is_read_back_and_is_a_notebook(tmp_path):
    made = book("# é")
    write_notebook(made, tmp_path / "a.ipynb")
    assert read_notebook(tmp_path / "a.ipynb") == made
    nbformat.validate(read_notebook(tmp_path / "a.ipynb"))
    assert (tmp_path / "a.ipynb").read_bytes().endswith(b"}\n")
