"""How large a page may be: one that a mail programme or an old laptop refuses tells nobody anything."""

import html
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from counterproof.store.atomic import write_text

WARN = 10_000_000
"""Bytes above which a page says, on itself and in the audit's output, that it is large."""
CAVEATS = "<!--counterproof-caveats-->"
"""Where a page says how its study's agents ran."""
SPLIT = WARN
"""Bytes above which a page is split: its steppers go to pages of their own, one an item."""


class PageFile(NamedTuple):
    """A page that was written: where, how large, and the pages that it was split into."""

    path: Path
    n_bytes: int
    parts: tuple["PageFile", ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to say about its size and that of its parts; nothing where all are small."""
        split = f"{self.path.name} was too much for one page: split into {len(self.parts)} more"
        large = f"{self.path.name} has {megabytes(self.n_bytes)}, more than the {megabytes(WARN)} that open well"
        own = ([split] if self.parts else []) + ([large] if self.n_bytes > WARN else [])
        return (*own, *(warning for part in self.parts for warning in part.warnings))


def write_pages(pages: Mapping[str, str], *, folder: Path, caveats: Sequence[str] = ()) -> PageFile:
    """The first of the pages as it was written into `folder`, with the others as its parts; each says the caveats."""
    written = []
    for name, page in pages.items():
        text = page.replace(CAVEATS, caveat_banners(caveats), 1)
        write_text(folder / name, text)
        written.append(PageFile(folder / name, len(text.encode())))
    return written[0]._replace(parts=tuple(written[1:]))


def caveat_banners(caveats: Sequence[str]) -> str:
    """HTML of the caveats, one banner each."""
    return "".join(f'<div class="banner bad" role="note">{html.escape(caveat)}</div>' for caveat in caveats)


def size_banner(n_bytes: int) -> str:
    """HTML that says that a page is large; nothing for one that is not."""
    if n_bytes <= WARN:
        return ""
    large = f"<strong>This page has {megabytes(n_bytes)}.</strong> It may open slowly, and is too large for most mail."
    return f'<div class="banner quiet">{large}</div>'


def megabytes(n_bytes: int) -> str:
    """A size in words."""
    return f"{n_bytes / 1_000_000:.1f} MB"
