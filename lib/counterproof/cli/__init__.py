"""The command line: `counterproof audit`, `run`, `show`, `import` and `export`."""

from counterproof.cli import imports as _imports
from counterproof.cli import run as _run
from counterproof.cli.main import app

__all__ = ["_imports", "_run", "app"]
