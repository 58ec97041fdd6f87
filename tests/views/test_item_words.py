import pandas as pd
from made_up_audit import made_up_construction, made_up_item

from counterproof.views.item_words import item_words, route_words


def test_the_first_sentence_of_an_item_says_what_its_data_decide_and_by_how_much():
    item = made_up_item()
    made = made_up_construction(item)
    lead = made.screening.blocks[0].lead
    told = item_words(item, made)
    assert told.startswith(f"The data support B ({item.options['B']}), ahead of the others by {lead:.2f} where 0.5 is")
    assert f"Reversed, they support A ({item.options['A']}). " in told
    assert told.endswith(
        f"{len(made.verifications)} of {len(made.verifications)} written files show what was registered."
    )


def test_an_excluded_item_says_why():
    item = made_up_item()
    made = made_up_construction(item).model_copy(update={"excluded": "tied", "detail": "B and A are equal"})
    assert item_words(item, made) == "Excluded: tied. B and A are equal"


def test_agents_stand_by_the_route_of_their_first_replicate():
    rows = [("a", 1, "derived"), ("a", 2, "recall"), ("b", 1, ""), ("c", 1, "derived")]
    routes = pd.DataFrame(rows, columns=["agent", "replicate", "route"])
    assert route_words(routes) == "How they came to their answers (replicate 1): derived: a, c; wrong: b."
    assert not route_words(routes.iloc[:0])
