import pytest
from made_up_audit import made_up_open_study, made_up_study

from counterproof.audit.routes import route_table
from counterproof.audit.table import trial_table
from counterproof.views.tables.answers import answers_overview, item_answers_table

ITEMS, CONSTRUCTIONS, TRIALS = made_up_study()


@pytest.fixture(scope="module")
def frames():
    table = trial_table(made_up_open_study(ITEMS), CONSTRUCTIONS, TRIALS)
    return table, route_table(table)


def test_the_overview_has_route_and_answers_of_each_agent_on_each_item(frames):
    table = answers_overview(*frames, pages={"b_grows": "b.html"}, links={("b_grows", "analyst"): "b.html#analyst"})
    row = {column.name: cell for column, cell in zip(table.columns, table.rows[0], strict=True)}
    told = {name: cell.text.replace("\N{NO-BREAK SPACE}", " ") for name, cell in row.items()}
    assert told == {
        "item": "b_grows",
        "analyst": "derived: B B \N{EN DASH} A",
        "fallback": "elimination: B B B A",
        "guesser": "wrong: C B D B",
        "reciter": "recall: B B B B",
    }
    assert (row["item"].href, row["analyst"].href, row["guesser"].href) == ("b.html", "b.html#analyst", "")
    assert row["analyst"].title == "original B; null B; withdraw \N{EN DASH}; flip A"


def test_a_replicate_that_did_not_run_has_no_row(frames):
    assert answers_overview(*frames, replicate=2).rows == ()


def test_one_items_answers_stand_by_agent_and_replicate(frames):
    trials, routes = (frame[frame["item"] == "nk_marker"] for frame in frames)
    table = item_answers_table(trials, routes, links={"analyst": "#agent-analyst"})
    assert [column.name for column in table.columns][3:] == ["original", "null", "withdraw", "flip", "no data"]
    analyst, *_, reciter = table.rows
    assert [cell.text for cell in analyst] == ["analyst", "1", "derived", "B", "B", "abstained", "A", "abstained"]
    assert [cell.tone for cell in reciter[3:]] == ["key"] * 5
    assert '<th scope="row" class="short"><a href="#agent-analyst">analyst</a></th>' in table.html()


def test_a_variant_that_an_agent_did_not_run_has_a_dash(frames):
    trials, routes = (frame[frame["item"] == "nk_marker"] for frame in frames)
    some = trials[(trials["variant"] != "flip") | (trials["agent"] == "reciter")]
    table = item_answers_table(some, routes.iloc[:0])
    assert table.rows[0][6].title == "no trial"
    assert table.rows[0][2].text == "wrong"
