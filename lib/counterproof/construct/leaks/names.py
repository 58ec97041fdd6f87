"""Names that must not stand in a file: what an edit removed, and what says which file it is."""

import re
from collections.abc import Iterable, Iterator

import pandas as pd

from counterproof.construct.leaks.files import Files, Written
from counterproof.construct.leaks.finding import Found
from counterproof.construct.leaks.regions import heap_strings, loose_bytes
from counterproof.construct.leaks.texts import texts
from counterproof.domain.variant import DATA_VARIANTS
from counterproof.matter.cells import as_text

NAME_CHARACTER = r"[0-9A-Za-z_.\-]"
"""Characters that can go on a name: CD4 is not found in CD40, nor in CD4-AS1."""
LEAST_IN_NOISE = 4
"""Length from which a name is looked for in bytes that are no text: shorter ones stand there by chance."""
LEAST_IN_TEXT = 3
"""Length from which a name is looked for inside longer texts: the label `1` is not removed from `0.1.0`."""
AROUND = 200


def removed_names(files: Files) -> Found:
    """No removed gene or label stands anywhere in a file: not as a value, a key, an attribute, nor as left-over bytes.

    Labels that cells still carry, and genes that are still there, may contain it: `Monocyte` in `CD14+ Monocyte`.
    """
    looked = []
    for name, file in files.edited_by("delete_gene", "delete_group"):
        gone = _removed(file)
        leak = next(_found(file, gone, living=_living(files, file)), "")
        looked.append(f"{', '.join(gone)} in {name}")
        if leak:
            return Found(f"{name}: {leak}", _looked_at(looked))
    return Found("", _looked_at(looked))


def no_file_names(files: Files) -> Found:
    """No file holds the name of its variant or item, or of the folder it was written to."""
    looked_at = "the names of variant, item and folder stand in no text of any file"
    for name, file in files.written.items():
        words = {f"{other}.h5ad" for other in DATA_VARIANTS} | {str(file.path.parent), "counterproof"}
        words |= {files.registration.item} if len(files.registration.item) > LEAST_IN_NOISE else set()
        with file.open() as handle:
            # An item may be named as a gene or a label is: the tables hold those.
            for text in texts(handle, tables=False):
                if any(word.lower() in text.value.lower() for word in words):
                    return Found(f"{name}: {text.place} says {text.value!r}", looked_at)
            # Encoded first: the bytes of a capital outside of ASCII are not made small.
            paths = [word.encode().lower() for word in words if "/" in word or word.endswith(".h5ad")]
            if any(path in region.lower() for region in loose_bytes(handle) for path in paths):
                return Found(f"{name}: the bytes of the file hold its own name", looked_at)
    return Found("", looked_at)


def _looked_at(looked: list[str]) -> str:
    if not looked:
        return "no variant lacks a name that original has"
    return f"{'; '.join(looked)}: keys, attributes, texts, and the bytes between the stored values"


def _removed(file: Written) -> tuple[str, ...]:
    return file.edit.genes if file.edit.kind == "delete_gene" else file.edit.values


def _living(files: Files, file: Written) -> set[str]:
    """Names of what is still there, as the file itself has them, if original has them too."""
    if file.edit.kind == "delete_gene":
        now, before = (
            {str(gene) for genes in table.genes.values() for gene in genes} for table in (file, files.original)
        )
    else:
        now, before = ({label for labels in _labels(table) for label in labels} for table in (file, files.original))
        column = file.edit.column
        if column is not None and column in file.columns("obs"):
            # In its own column the removed label itself is never a living one.
            now -= set(file.edit.values) & set(as_text(file.table("obs", columns=[column])[column]).dropna())
    return now & before - (set(file.edit.genes) if file.edit.kind == "delete_gene" else set())


def _labels(file: Written) -> Iterator[set[str]]:
    table = file.table("obs")
    return (set(_texts_of(table[name])) for name in table.columns)


def _texts_of(column: pd.Series) -> Iterable[str]:
    return map(str, as_text(column).dropna().unique())


def _found(file: Written, gone: tuple[str, ...], *, living: set[str]) -> Iterator[str]:
    patterns = {name: re.compile(f"(?<!{NAME_CHARACTER}){re.escape(name)}(?!{NAME_CHARACTER})") for name in gone}
    with file.open() as handle:
        for place, value in texts(handle):
            for name, pattern in patterns.items():
                if value not in living and (
                    value == name or (len(name) >= LEAST_IN_TEXT and pattern.search(value) is not None)
                ):
                    yield f"the removed name {name} stands in {place}"
        for region in loose_bytes(handle):
            for entry in heap_strings(region):
                text = entry.rstrip(b"\0").decode("utf-8", "replace")
                if text in set(gone) - living:
                    yield f"the removed name {text} stands in a heap of texts that nothing refers to"
            for name, pattern in patterns.items():
                if len(name) >= LEAST_IN_NOISE:
                    yield from (
                        f"the removed name {name} stands in left-over bytes"
                        for hit in re.finditer(pattern.pattern.encode(), region)
                        if not _inside_living(region, hit.start(), hit.end(), living, pattern)
                    )


def _inside_living(region: bytes, start: int, stop: int, living: set[str], pattern: "re.Pattern[str]") -> bool:
    around = region[max(0, start - AROUND) : stop + AROUND]
    place = start - max(0, start - AROUND)
    for name in living:
        if pattern.search(name) is None:
            continue
        own = name.encode()
        at = around.find(own)
        while at >= 0:
            if at <= place and at + len(own) >= place + stop - start:
                return True
            at = around.find(own, at + 1)
    return False
