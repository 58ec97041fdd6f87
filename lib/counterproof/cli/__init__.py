"""The command line: `counterproof audit`, `show`, `import`, `export` and `check-judge`."""

from counterproof.cli import imports as _commands
from counterproof.cli import judges as _judges
from counterproof.cli.main import app

__all__ = ["_commands", "_judges", "app"]
