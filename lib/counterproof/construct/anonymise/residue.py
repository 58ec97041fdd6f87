"""Is a real name left? Every text and every loose byte of the files, and the words of every prompt."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from counterproof.construct.anonymise.names import LEAST_NAME, WORD, Renaming, names_in
from counterproof.construct.leaks.files import DataFile
from counterproof.construct.leaks.names import LEAST_IN_NOISE, NAME_CHARACTER
from counterproof.construct.leaks.regions import loose_bytes
from counterproof.construct.leaks.texts import texts
from counterproof.domain.finding import LeakCheck

RESIDUE = ("real names in files", "real names in prompts")
"""What these checks are called, beside those of the leak audit."""
FORMAT = frozenset({"AnnData", "HDF5", "JSON"})
"""Words of every prompt that are no gene here, whatever genes the data have."""


def files_residue(item: str, paths: Mapping[str, Path], names: Renaming) -> LeakCheck:
    """No gene, identifier or label that got an opaque name stands in any text or in the loose bytes of a file."""
    old, labels = {*names.genes, *names.identifiers}, set(names.groups)
    looked = f"{len(old)} genes and identifiers and {len(labels)} labels in {', '.join(paths)}: texts and loose bytes"
    cleared: set[str] = set()
    found = (f"{name}: {one}" for name, path in paths.items() for one in _in_file(path, old, labels, cleared=cleared))
    leak = next(found, "")
    return LeakCheck(item=item, check=RESIDUE[0], passed=not leak, evidence=leak or looked)


def prompts_residue(item: str, prompts: Sequence[str], names: Renaming) -> LeakCheck:
    """No such name stands in the words of a prompt."""
    old = {*names.genes, *names.identifiers} - FORMAT
    for text in prompts:
        found = [*names_in(text, old), *(label for label in names.groups if _says(text, label))]
        if found:
            leak = f"the prompt says {', '.join(found)}"
            return LeakCheck(item=item, check=RESIDUE[1], passed=False, evidence=leak)
    looked = f"{len(old)} genes and identifiers and {len(names.groups)} labels in {len(prompts)} prompts"
    return LeakCheck(item=item, check=RESIDUE[1], passed=True, evidence=looked)


def _says(text: str, label: str) -> bool:
    # One letter is a letter of an option as well.
    around = NAME_CHARACTER
    pattern = f"(?<!{around}){re.escape(label)}(?!{around})"
    return len(label) >= LEAST_NAME and re.search(pattern, text) is not None


def _in_file(path: Path, old: set[str], labels: set[str], *, cleared: set[str]) -> Iterator[str]:
    """Each name that is left, and where. Texts without one are added to `cleared`, and not read again."""
    with DataFile(path).open() as handle:
        for place, found in groupby(texts(handle), key=attrgetter("place")):
            fresh = {value for _, value in found} - cleared
            # All texts of a place at once: asked one by one they cost more than the rest of an item.
            if fresh & (old | labels) or names_in("\n".join(fresh), old):
                yield from _in_texts(place, sorted(fresh), old, labels)
            cleared |= fresh
        noise = {name for name in (*old, *labels) if len(name) >= LEAST_IN_NOISE}
        for region in loose_bytes(handle):
            words = set(WORD.findall(region.decode("latin-1")))
            yield from (f"{word} stands in loose bytes" for word in sorted(words & noise))
            yield from (
                f"{label} stands in loose bytes" for label in sorted(noise & labels) if label.encode() in region
            )


def _in_texts(place: str, values: Sequence[str], old: set[str], labels: set[str]) -> Iterator[str]:
    for value in values:
        if value in labels or value in old:
            yield f"{value} stands in {place}"
        yield from (f"{name} stands in {place}: {value!r}" for name in names_in(value, old))
