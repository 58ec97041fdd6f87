import pickle

from counterproof.domain.problem import InputError, Problem

KEY = Problem(file="items/nk.yaml", place="key", wrong="is none of the options A, B", seen="'E'", fix="name an option")
FILE = Problem(file="study.yaml", wrong="is empty")


def test_a_problem_says_where_what_the_value_seen_and_the_fix():
    assert str(KEY) == "items/nk.yaml: key: is none of the options A, B (seen: 'E')\n    fix: name an option"


def test_what_is_not_known_of_a_problem_leaves_no_trace():
    assert str(FILE) == "study.yaml: is empty"


def test_an_input_error_tells_every_problem():
    assert str(InputError([KEY, FILE])).splitlines() == [*str(KEY).splitlines(), str(FILE)]


def test_an_input_error_comes_back_whole_from_another_process():
    error = pickle.loads(pickle.dumps(InputError([KEY, FILE])))
    assert (error.problems, str(error)) == ((KEY, FILE), str(InputError([KEY, FILE])))


def test_what_would_move_the_cursor_or_turn_the_line_is_told_as_it_is_written():
    problem = Problem(file="a\nb.yaml", place="id", wrong="is none", seen="\x1b[31m\u202ex\xa0y", fix="rename it")
    assert str(problem) == "a\\nb.yaml: id: is none (seen: \\x1b[31m\\u202ex\\xa0y)\n    fix: rename it"
