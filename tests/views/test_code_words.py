from made_up_audit import HOSTILE

from counterproof.views.code_words import with_code, without_code


def test_what_stands_between_backticks_is_code():
    assert with_code("cells of `bulk_labels` < 3") == "cells of <code>bulk_labels</code> &lt; 3"
    assert without_code("cells of `bulk_labels`") == "cells of bulk_labels"


def test_a_lone_backtick_stays_and_no_text_becomes_an_element():
    assert with_code("5` end") == "5` end"
    assert "<img" not in with_code(f"`{HOSTILE}`")
    assert "<script" not in with_code(f"`{HOSTILE}`")
