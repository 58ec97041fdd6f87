"""The text of a message's content, as the tools write it: plain, or in blocks of text, pictures and more."""

import re
from typing import Any

from counterproof.trajectories.fields import as_text, mapping, string

_TEXT_BLOCKS = {"text", "input_text", "output_text", "summary_text", "reasoning_text"}
_DATA_ADDRESS = re.compile(r"data:([^;,]*)[^,]*,(.*)", re.DOTALL)


def content_text(content: object) -> str:
    """The readable text of a content; a picture becomes its kind and size, an unknown block its JSON."""
    if not isinstance(content, list):
        return as_text(content)
    text, after_text = "", True
    for block in content:
        part, is_text = _block_text(block)
        if part:
            joint = "" if not text else "\n" if is_text and after_text else " "
            text, after_text = text + joint + part, is_text
    return text


def _block_text(block: Any) -> tuple[str, bool]:
    if isinstance(block, str):
        return block, True
    fields = mapping(block)
    if string(fields.get("type")) in _TEXT_BLOCKS:
        return string(fields.get("text")), True
    if fields.get("type") == "refusal":
        return string(fields.get("refusal")), True
    attachment = _attachment(fields)
    return (as_text(block), True) if attachment is None else (attachment, False)


def _attachment(fields: dict[str, Any]) -> str | None:
    kind = string(fields.get("type")).removeprefix("input_").removesuffix("_url")
    if kind not in {"image", "audio", "document", "video"}:
        return None
    source = mapping(fields.get("source")) or fields
    data, media = string(source.get("data")), string(source.get("media_type")) or string(source.get("mimeType"))
    address = fields.get("image_url", fields.get(kind))
    address = mapping(address).get("url", address)
    if not data and (matched := _DATA_ADDRESS.match(string(address))):
        media, data = matched.groups()
    if not data:
        return None
    n_bytes = len(data) * 3 // 4 - data[-2:].count("=")
    return f"[{kind} {media or 'of unknown type'} {n_bytes} bytes]"
