"""A page's last step: its scripts, data and styles put in, once each, under a policy that allows nothing else."""

import html
from functools import cache
from importlib.resources import files
from pathlib import Path

from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]  # ships no types

from counterproof.reports.budget import size_banner
from counterproof.reports.policy import content_policy, data_script
from counterproof.reports.slots import Slots
from counterproof.reports.vega import bundle


def assembled(body: str, slots: Slots) -> str:
    """The page's text: `body` has marks for head, size and foot, and the slots' places put in."""
    scripts = [*([bundle()] if slots.charts else []), *slots.module_scripts(), static("page.js")]
    foot = [
        data_script("chart-specs", slots.charts),
        data_script("chart-data", slots.datasets),
        data_script("widget-models", slots.models),
        *(f'<script type="module">{script}</script>' for script in scripts),
    ]
    page = body.replace("<!--counterproof-head-->", head(scripts, styles=slots.styles), 1).replace(
        "<!--counterproof-foot-->", "\n".join(foot), 1
    )
    return page.replace("<!--counterproof-size-->", size_banner(len(page.encode())), 1)


def head(scripts: list[str], *, styles: list[str]) -> str:
    """The start of a page's head: its policy, before anything that the policy rules, then its styles."""
    css = "\n".join([static("page.css"), _code_colours(), *styles])
    return (
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape(content_policy(scripts))}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<style>{css}</style>"
    )


@cache
def static(name: str) -> str:
    """The text of a file that pages are made of."""
    return (folder("static") / name).read_text(encoding="utf-8")


def folder(name: str) -> Path:
    """A folder of this package's own files."""
    return Path(str(files("counterproof.reports"))) / name


@cache
def _code_colours() -> str:
    dark = HtmlFormatter(style="github-dark").get_style_defs(":root[data-theme=dark] .highlight")
    return f"{HtmlFormatter(style='default').get_style_defs('.highlight')}\n{dark}"
