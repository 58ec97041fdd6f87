"""What comes back of work that was given out."""

from typing import Generic, NamedTuple, TypeVar

Result = TypeVar("Result")


class Landed(NamedTuple, Generic[Result]):
    """A task's result, and how many tasks are given out and not done."""

    result: Result
    under_way: int
