"""The command line: `counterproof audit`, `show`, `plan`, `import` and `export`."""

from counterproof.cli import imports as _imports
from counterproof.cli import plan as _plan
from counterproof.cli.main import app

__all__ = ["_imports", "_plan", "app"]
