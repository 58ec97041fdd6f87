"""What a page may load: nothing but the scripts written into it."""

import base64
import hashlib
import json
from collections.abc import Iterable
from typing import Any


def content_policy(scripts: Iterable[str]) -> str:
    """A Content-Security-Policy that runs these scripts only and refuses every request.

    Styles stay inline without a hash: Vega and output tables set them on elements, and with nothing to load they can do
    no more than look odd.
    """
    hashes = " ".join(dict.fromkeys(_hash(script) for script in scripts)) or "'none'"
    rules = [
        "default-src 'none'",
        f"script-src {hashes}",
        "style-src 'unsafe-inline'",
        "img-src data: blob:",
        "font-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join(rules)


def data_script(name: str, value: Any) -> str:
    """JSON in a script element that no text in it can close."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    for char, escape in {"<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029"}.items():
        text = text.replace(char, escape)
    return f'<script type="application/json" id="{name}">{text}</script>'


def _hash(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
