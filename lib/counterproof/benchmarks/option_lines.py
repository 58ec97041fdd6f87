"""Questions whose options are lines of their text, and keys that name them: `B) Goblet cells`, `A), C)`."""

import re
from typing import NamedTuple

OPTION = re.compile(r"^[ \t]*\(?([A-Z])[).:][ \t]*(\S.*?)[ \t]*$", re.MULTILINE)
KEY = re.compile(r"(?:^|(?<=[\s,;(]))\(?([A-Z])[).:](?=$|[\s,;])")
MARK = re.compile(r"[ \t]*\(?[A-Z]([).:])")


class Split(NamedTuple):
    """A text with its options: what stands before them, the options by letter, what follows them, and their mark."""

    question: str
    options: dict[str, str]
    rest: str
    mark: str


def split_options(text: str) -> Split:
    """The question and the options of a text, whose lines begin `A)`, `A.`, `(A)` or `A:`.

    They count from the first line with an A on, in the order of the alphabet; a text without them has no option.
    """
    found = list(OPTION.finditer(text))
    starts = [place for place, match in enumerate(found) if match[1] == "A"]
    if not starts:
        return Split(text.strip(), {}, "", "")
    run = found[starts[-1] :]
    options = {}
    last = run[0]
    for letter, match in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", run, strict=False):
        if match[1] != letter:
            break
        options[letter] = match[2]
        last = match
    mark = MARK.match(run[0][0])
    return Split(text[: run[0].start()].strip(), options, text[last.end() :].strip(), mark[1] if mark else "")


def letters_of(key: str) -> tuple[str, ...]:
    """The option letters that a key names, in its own order; none where it names none."""
    return tuple(dict.fromkeys(KEY.findall(key.strip())))


def same_text(one: str, other: str) -> bool:
    """Whether two texts are the same, case, blanks and a last full stop aside."""
    plain = [" ".join(text.split()).rstrip(".").casefold() for text in (one, other)]
    return plain[0] == plain[1]
