import re

import pytest

from counterproof.views.registering_twin import registering_twin

HOSTILE = "<img src=x onerror=window.harmed=1>\x1b[31m\u202e"
ITEM = {"id": "nk", "state": "has no registration yet", "question": "Which gene?"}
COLUMN = {"name": "in the data", "edit": "", "must": "A", "supported": "A", "ok": True, "why": "", "values": {"A": 1.0}}
FACTS = {
    "verdict": {
        "tone": "good",
        "title": "The data decide this item: NKG7 leads by 1.00, 0.5 asked.",
        "lines": ["Firmly."],
    },
    "unit": "mean log expression",
    "margin": 0.5,
    "columns": [COLUMN, COLUMN | {"name": "flip", "must": "B", "supported": "", "ok": False, "why": "tied"}],
    "options": [{"letter": "A", "text": "one", "target": "NKG7", "role": "key", "shown": ["1.00", "\u2013"]}],
}


def test_the_twin_tells_the_verdict_the_numbers_and_the_edits():
    twin = registering_twin(ITEM, FACTS, text="registration:\n  block: raw\n")
    for words in ("has no registration yet", "NKG7 leads by 1.00", "Firmly.", "1.00", "must support", "block: raw"):
        assert words in twin
    assert twin.count("<table") == 2
    assert 'title="tied"' in twin


def test_without_numbers_only_the_verdict_is_there():
    twin = registering_twin(ITEM, {"verdict": {"title": "Choose.", "lines": []}}, text="")
    assert "<table" not in twin
    assert "Choose." in twin


@pytest.mark.parametrize("place", ["question", "target", "text", "edit", "title", "yaml"])
def test_no_text_becomes_an_element(place):
    item = ITEM | ({"question": HOSTILE} if place == "question" else {})
    option = FACTS["options"][0] | ({place: HOSTILE} if place in ("target", "text") else {})
    columns = [COLUMN | ({"edit": HOSTILE} if place == "edit" else {})] * 2
    verdict = FACTS["verdict"] | ({"title": HOSTILE} if place == "title" else {})
    facts = FACTS | {"options": [option], "columns": columns, "verdict": verdict}
    twin = registering_twin(item, facts, text=HOSTILE if place == "yaml" else "")
    assert not re.search(r"<(?:script|img|svg)", twin)
    assert not {"\x1b", "\u202e"} & set(twin)
    assert "window.harmed" in twin
