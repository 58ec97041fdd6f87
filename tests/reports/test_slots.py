import pytest

from counterproof.reports.slots import Slots, put_in

VIEW = "application/vnd.jupyter.widget-view+json"
CHART = {
    "$schema": "/schema/vega-lite/v6.json",
    "data": {"name": "data-1"},
    "datasets": {"data-1": [{"x": 1}]},
    "mark": "bar",
    "encoding": {"x": {"field": "x", "type": "quantitative"}},
}
MODULE = "function render() {}\nexport default { render };"


def widget(name: str) -> dict:
    return {VIEW: {"model_id": name}, "text/html": f"<p>twin of {name}</p>"}


def model(**state) -> dict:
    return {"state": {"_esm": MODULE, "_css": ".cps{}", "data": {"n": 1}, "_view_name": "x", **state}}


@pytest.mark.parametrize("kind", ["application/vnd.vegalite.v5+json", "application/vnd.vegalite.v6.json"])
def test_charts_that_share_data_keep_them_once(executed, kind):
    slots = Slots(executed({kind: CHART}, {kind: CHART}))
    assert slots.datasets == {"data-1": [{"x": 1}]}
    assert len(slots.charts) == 2
    assert all("datasets" not in chart and "$schema" not in chart for chart in slots.charts)


def test_a_chart_has_a_still_picture_for_readers_without_programs(executed):
    (place,) = Slots(executed({"application/vnd.vegalite.v5+json": CHART})).places
    assert '<figure class="chart" data-chart="0"><noscript><svg' in place


def test_widgets_of_one_program_keep_it_once_and_their_own_data(executed):
    slots = Slots(executed(widget("a"), widget("b"), state={"a": model(), "b": model(data={"n": 2})}))
    assert slots.modules == [MODULE]
    assert slots.styles == [".cps{}"]
    assert slots.models["b"] == {"module": 0, "state": {"data": {"n": 2}}}


def test_a_widget_holds_its_twin_until_it_is_drawn(executed):
    (place,) = Slots(executed(widget("a"), state={"a": model()})).places
    assert place == '<div class="widget" data-widget="a"><div class="twin"><p>twin of a</p></div></div>'


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (None, "its state was not stored"),
        ({"a": {"state": {"value": 1}}}, "it needs a live kernel"),
    ],
)
def test_a_widget_that_cannot_be_drawn_shows_its_twin_and_why(executed, state, why):
    slots = Slots(executed(widget("a"), state=state))
    assert why in slots.places[0]
    assert "twin of a" in slots.places[0]
    assert not slots.models


def test_a_program_becomes_a_script_that_its_hash_can_name(executed):
    (script,) = Slots(executed(widget("a"), state={"a": model()})).module_scripts()
    assert script.endswith("(globalThis.counterproofModules ??= {})[0] = { render };")


def test_slots_go_where_their_outputs_were(executed):
    book = executed(widget("a"), {"text/plain": "in between"}, widget("b"), state={"a": model(), "b": model()})
    slots = Slots(book)
    shown = "|".join(output["data"].get("text/html", "-") for output in book.cells[1].outputs)
    assert [place.count("data-widget") for place in put_in(shown, slots.places).split("|")] == [1, 0, 1]
