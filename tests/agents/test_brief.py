from made_up_audit import made_up_construction, made_up_item

from counterproof.agents.brief import brief_of


def test_a_brief_tells_the_question_and_neither_key_nor_flip_nor_variant():
    registration = made_up_construction(made_up_item()).registration
    brief = brief_of(registration)
    assert brief.question == registration.statistic
    assert brief.options == registration.targets
    assert (brief.block, brief.block_class, brief.margin) == (
        registration.block,
        registration.block_class,
        registration.margin,
    )
    assert set(type(brief).model_fields) == {"question", "options", "block", "block_class", "margin"}


def test_another_key_leaves_the_brief_as_it_is():
    registration = made_up_construction(made_up_item()).registration
    other = registration.model_copy(update={"key": registration.flip_to, "flip_to": registration.key, "seed": 0})
    assert brief_of(other) == brief_of(registration)
