from hypothesis import given
from hypothesis import strategies as st

from counterproof.evaluators.extract.found import NOTHING, Passage


@given(st.text(max_size=40), st.text(max_size=20), st.data())
def test_cited_words_stand_in_the_source_where_they_say(source, before, data):
    whole = before + source
    passage = Passage(source="final_text", step=3, start=len(before), text=source)
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, len(source)))
    cited = passage.cite(start, end)
    assert whole[cited.start : cited.end] == cited.text == source[start:end]
    assert (cited.source, cited.step) == ("final_text", 3)


def test_nothing_has_no_value_and_a_reason():
    assert (NOTHING.status, NOTHING.value, NOTHING.evidence) == ("no_answer", None, None)
    assert NOTHING.reason
