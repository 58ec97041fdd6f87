import re

from counterproof.reports.assembly import assembled
from counterproof.reports.slots import Slots

BODY = "<head><!--counterproof-head--></head><main><!--counterproof-size--></main><!--counterproof-foot-->"
MODULE = "function render() {}\nexport default { render };"


def test_a_page_has_its_marks_replaced_and_a_hash_for_every_script():
    slots = Slots()
    slots.add("w", module=MODULE, style=".w{}", state={"data": "</script>"}, twin="<p>w</p>")
    page = assembled(BODY, slots)
    assert "<!--counterproof" not in page
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    assert policy.count("sha256-") == page.count('<script type="module">') == 2
    assert page.count(".w{}") == 1
    assert '"data":"\\u003c/script>"' in page


def test_a_mark_in_what_a_page_shows_is_left_alone():
    slots = Slots()
    slots.add("w", module=MODULE, style="", state={"data": "<!--counterproof-size-->"}, twin="")
    assert "\\u003c!--counterproof-size-->" in assembled(BODY, slots)
