"""What is wrong with an input, told once and completely."""

from collections.abc import Iterable

from counterproof.domain.record import Record


class Problem(Record):
    """One fault of an input: where it is, what is wrong, the value seen, and the way out."""

    file: str
    place: str = ""
    wrong: str
    seen: str = ""
    fix: str = ""

    def __str__(self) -> str:
        file, place, wrong, seen, fix = map(_visible, (self.file, self.place, self.wrong, self.seen, self.fix))
        where = f"{file}: {place}" if place else file
        seen = f" (seen: {seen})" if seen else ""
        fix = f"\n    fix: {fix}" if fix else ""
        return f"{where}: {wrong}{seen}{fix}"


def _visible(text: str) -> str:
    # A name from a file may hold what moves the cursor, turns the line round, or looks like a space and is none.
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)


class InputError(ValueError):
    """An input that cannot be used, with every problem found in it.

    Raised before anything is written. The command line prints it and exits with 2.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type["InputError"], tuple[tuple[Problem, ...]]]:
        # Without it a worker process would hand back the message as if its letters were the problems.
        return type(self), (self.problems,)
