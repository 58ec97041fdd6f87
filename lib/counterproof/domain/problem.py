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
        where = f"{self.file}: {self.place}" if self.place else self.file
        seen = f" (seen: {self.seen})" if self.seen else ""
        fix = f"\n    fix: {self.fix}" if self.fix else ""
        return f"{where}: {self.wrong}{seen}{fix}"


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
