"""What axe-core says of a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def serious_problems(page: Page, *, within: str | None = None) -> list[str]:
    """The serious and critical problems of the page, or of a part of it, with the first element of each."""

    # axe itself is a foreign script, which the page's policy refuses to run as an element: it goes in by evaluation.
    found = Axe().run(page, context=within).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found if each["impact"] in {"serious", "critical"}
    ]
