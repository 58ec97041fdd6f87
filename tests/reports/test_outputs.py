from counterproof.reports.outputs import shortened


def test_a_progress_bar_leaves_its_last_state():
    assert shortened("1%\r50%\r100%\ndone\n") == "100%\ndone\n"


def test_a_flood_keeps_head_and_tail_and_counts_the_rest():
    lines = shortened("\n".join(map(str, range(20_000)))).split("\n")
    assert len(lines) == 201
    assert (lines[0], lines[-1]) == ("0", "19999")
    assert lines[150].startswith("... 19,800 lines left out")


def test_an_endless_line_is_cut_and_counted():
    assert shortened("x" * 5000).endswith(" ... 3,000 more")


def test_characters_that_hide_or_reorder_are_shown_and_colours_stay():
    assert shortened("\x1b[31mred\x1b[0m \x1b]0;title\x07a\u202eb\x00") == "\x1b[31mred\x1b[0m a\ufffdb\ufffd"


def test_ordinary_text_stays_as_it_is():
    assert shortened("a\r\nb\n\nc") == "a\nb\n\nc"
