import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from counterproof.matter.genetics.texts import names, write_text_table


def test_a_table_is_written_line_by_line_whatever_the_machine_s_own_line_ends(tmp_path):
    columns = {"name": ["a", "é"], "n": np.array([1, -2]), "x": np.array([0.1, 1e-7])}
    write_text_table(tmp_path / "it", columns, delimiter="\t")
    assert (tmp_path / "it").read_bytes() == "name\tn\tx\na\t1\t0.1\né\t-2\t1e-07\n".encode()


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=5))
def test_a_number_reads_back_to_its_last_digit(tmp_path_factory, values):
    path = tmp_path_factory.mktemp("texts") / "it"
    write_text_table(path, {"x": np.array(values)}, delimiter=",")
    assert [float(line) for line in path.read_text().splitlines()[1:]] == values


def test_names_differ_have_one_length_and_follow_the_seed():
    one, again, other = (names("P", 3000, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert len(set(one)) == 3000
    assert {len(name) for name in one} == {6}
    assert one == again != other
    assert one != sorted(one)
