"""The README's picture, taken from a report by Chromium: `python tests/browser/picture.py`, after `make audit`."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from conftest import ARGUMENTS, CHROMIUM

PROJECT = Path(__file__).resolve().parents[2]
PAGE = PROJECT / "reports" / "pbmc" / "00_start_here.html"
PICTURE = PROJECT / "reports" / "example.png"


def take(page: Path, picture: Path) -> None:
    """The chart of what the agents answered, as a PNG."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        # Wide enough that no chart is cut off.
        tab = browser.new_page(viewport={"width": 1500, "height": 1100}, color_scheme="light")
        tab.goto(page.as_uri())
        chart = tab.locator("svg", has_text="Whose answers move with the data").first
        chart.scroll_into_view_if_needed()
        tab.wait_for_timeout(1000)
        chart.screenshot(path=picture)
        browser.close()


if __name__ == "__main__":
    take(PAGE, PICTURE)
