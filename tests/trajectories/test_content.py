import pytest

from counterproof.trajectories.content import content_text

PICTURE = "iVBORw0KGgo="


@pytest.mark.parametrize(
    "block",
    [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PICTURE}},
        {"type": "image", "data": PICTURE, "mimeType": "image/png"},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PICTURE}"}},
        {"type": "input_image", "image_url": f"data:image/png;base64,{PICTURE}"},
        {"type": "image", "image": f"data:image/png;base64,{PICTURE}"},
    ],
)
def test_a_picture_of_any_tool_becomes_its_kind_and_size(block):
    assert content_text([block, {"type": "text", "text": "saved"}]) == "[image image/png 8 bytes] saved"


def test_texts_stand_on_lines_of_their_own():
    assert content_text([{"type": "text", "text": "a"}, "b", {"type": "output_text", "text": "c"}]) == "a\nb\nc"


def test_an_unknown_block_is_shown_as_it_is():
    assert (
        content_text([{"type": "tool_reference", "tool_name": "x"}]) == '{"type": "tool_reference", "tool_name": "x"}'
    )


def test_no_content_is_no_text():
    assert content_text(None) == content_text([]) == content_text("") == ""
