"""The command line: `counterproof audit`, `run`, `show`, `import`, `export` and `check-judge`."""

from counterproof.cli import imports as _imports
from counterproof.cli import judges as _judges
from counterproof.cli import run as _run
from counterproof.cli.main import app

__all__ = ["_imports", "_judges", "_run", "app"]
