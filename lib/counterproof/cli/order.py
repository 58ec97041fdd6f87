"""The order of the commands in the help: as a user meets them, not as files are named."""

from typing import Any

from typer.core import TyperGroup

ORDER = ("audit", "show", "new", "plan", "run", "import", "score", "export", "check-judge", "doctor")


class InOrder(TyperGroup):
    """The group of all commands; one that `ORDER` does not name stands last."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands, in the order of the help."""
        names = super().list_commands(ctx)
        return sorted(names, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
