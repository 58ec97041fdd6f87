"""A real Chromium that can reach nothing but this machine."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

TESTS = Path(__file__).parents[1]
OUTPUT = TESTS / "output"
sys.path += [str(TESTS / "views"), str(TESTS / "browser")]

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


# Not for the session: the loop that Playwright leaves running would be in the way of other tests.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if not shutil.which(CHROMIUM):
        told = f"no {CHROMIUM}: install Debian's chromium to test pages in a browser"
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(told)
        pytest.skip(told)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def seen(chromium: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A fresh browser page, and every request and error that it makes."""
    context = chromium.new_context(viewport={"width": 1400, "height": 1000}, color_scheme="light")
    page = context.new_page()
    trouble: list[str] = []
    page.on("request", lambda asked: asked.url.startswith("file:") or trouble.append(f"request {asked.url[:200]}"))
    page.on("console", lambda said: said.type in {"error", "warning"} and trouble.append(said.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    yield page, trouble
    context.close()


@pytest.fixture(scope="session")
def output() -> Path:
    """Folder of screenshots, for a person to look at."""
    OUTPUT.mkdir(exist_ok=True)
    return OUTPUT
