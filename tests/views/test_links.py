from counterproof.views.links import item_page, trial_place


def test_an_address_holds_nothing_that_a_path_or_an_anchor_could_not():
    assert item_page("nk_marker") == "items/nk_marker.html"
    assert trial_place("a/b c", "claude:opus 4") == "items/a_b_c.html#agent-claude_opus_4"
