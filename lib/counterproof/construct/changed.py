"""A source that was written to while variants were made from it: what was made shows neither the one nor the other."""

from counterproof.domain.problem import Problem


def source_changed(source: str) -> Problem:
    """The problem of a source that is not what it was when construction began."""
    return Problem(
        file=source,
        wrong="changed while variants were built from it",
        fix="put the file back as it was registered, let nothing write to it, and start again",
    )
