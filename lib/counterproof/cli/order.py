"""The help as a user reads it: commands in the order in which they are met, words where typer writes types."""

from typing import Any

from typer.core import TyperArgument, TyperGroup

ORDER = ("audit", "show", "new", "plan", "run", "import", "score", "export", "check-judge", "doctor")


class InOrder(TyperGroup):
    """The group of all commands; one that `ORDER` does not name stands last."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands, in the order of the help."""
        names = super().list_commands(ctx)
        return sorted(names, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, its help in words."""
        command = super().get_command(ctx, cmd_name)
        for param in command.get_params(ctx) if command else ():
            _in_words(param)
        return command

    def get_params(self, ctx: Any) -> Any:
        """The options of the group itself, in words too."""
        params = super().get_params(ctx)
        for param in params:
            _in_words(param)
        return params


def _in_words(param: Any) -> None:
    """Takes `<path>` and `<bool>` out of a parameter's help, and the braces from its place in the usage."""
    is_argument = isinstance(param, TyperArgument)
    # On the object, since typer makes its parameters itself and has no setting for either.
    if is_argument or getattr(param, "is_flag", False):
        param.display_type_rich = _nothing
    if is_argument:
        name = f"{param.metavar or param.name}{'' if param.nargs == 1 else '...'}"
        usage = name if param.required else f"[{name}]"
        param.get_usage_pieces = lambda _: [usage]


def _nothing(*_: Any, **__: Any) -> None:
    return None
