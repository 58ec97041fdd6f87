"""Our sentences and those of items, in which a name of the data stands between backticks."""

import html
import re

CODE = re.compile(r"`([^`\n]+)`")


def with_code(text: str) -> str:
    """The text as HTML in which nothing can become an element, but what stands between backticks is set as code."""
    return CODE.sub(r"<code>\1</code>", html.escape(text))


def without_code(text: str) -> str:
    """The text without its backticks, for where nothing can be set as code, as in a chart."""
    return CODE.sub(r"\1", text)
