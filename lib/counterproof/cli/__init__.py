"""The command line: `counterproof audit`, `run`, `show`, `plan`, `new`, `score`, `doctor`, `import` and `export`."""

from counterproof.cli import doctor as _doctor
from counterproof.cli import imports as _imports
from counterproof.cli import new as _new
from counterproof.cli import plan as _plan
from counterproof.cli import run as _run
from counterproof.cli import score as _score
from counterproof.cli.main import app

__all__ = ["_doctor", "_imports", "_new", "_plan", "_run", "_score", "app"]
