"""The command line: `counterproof audit`, `show`, `import` and `export`."""

from counterproof.cli import imports as _commands
from counterproof.cli.main import app

__all__ = ["_commands", "app"]
