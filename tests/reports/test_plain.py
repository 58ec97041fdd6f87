import re

from made_up_audit import HOSTILE

from counterproof.reports.plain import Section, plain_page
from counterproof.reports.slots import Slots


def page(*sections: Section, title: str = "An item") -> str:
    return plain_page(title=title, study="A study", index="../index.html", sections=sections, slots=Slots())


def test_sections_with_headings_become_the_table_of_contents():
    text = page(Section("", "<p>lead</p>"), Section("One", "<p>1</p>", "one"), Section("Two", "<p>2</p>"))
    assert re.findall(r'<li class="l2"><a href="(#\w+)">(\w+)</a>', text) == [("#one", "One"), ("#s3", "Two")]
    assert 'id="s3">Two</h2>' in text


def test_a_page_of_one_section_has_no_contents():
    assert "<nav" not in page(Section("One", "<p>1</p>"))


def test_the_head_leads_back_to_the_page_above():
    assert '<p class="crumbs"><a href="../index.html">A study</a></p>' in page(Section("", ""))


def test_no_title_or_heading_becomes_an_element():
    outside_scripts = re.sub(r"<script.*?</script>", "", page(Section(HOSTILE, ""), title=HOSTILE), flags=re.DOTALL)
    assert "<img" not in outside_scripts
    assert "<svg" not in outside_scripts
