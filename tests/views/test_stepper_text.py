import pytest

from counterproof.views.stepper_text import clean


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ("\x1b[31mred\x1b[0m and \x1b]0;title\x07plain", "red and plain"),
        ("10%\r50%\r100%\ndone", "100%\ndone"),
        ("a\r\nb\r", "a\nb"),
        ("file\u202egnp.exe", "file\ufffdgnp.exe"),
        ("a\x00b\x08c", "a\ufffdb\ufffdc"),
        ("tab\tand <b>", "tab\tand <b>"),
    ],
)
def test_text_reads_as_a_terminal_would_leave_it(raw, read):
    assert clean(raw) == read
