import pytest

from counterproof.views.stepper_text import clean


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ("\x1b[31mred\x1b[0m and \x1b]0;title\x07plain", "red and plain"),
        ("10%\r50%\r100%\ndone", "100%\ndone"),
        ("a\r\nb\r", "a\nb"),
        ("1%\r2%\r\r\nb", "2%\nb"),
        ("file\u202egnp.exe", "file\ufffdgnp.exe"),
        ("a\x00b\x08c", "a\ufffdb\ufffdc"),
        ("tab\tand <b>", "tab\tand <b>"),
    ],
)
def test_text_reads_as_a_terminal_would_leave_it(raw, read):
    assert clean(raw) == read


def test_a_long_line_takes_no_longer_than_its_length_asks():
    long = "x" * 20_000_000
    assert clean(long) == long
    assert clean(f"{long}\r{long}y") == f"{long}y"
