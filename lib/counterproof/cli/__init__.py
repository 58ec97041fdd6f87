"""The command line: one file a group of commands. Importing it makes all of them known to `app`."""

from counterproof.cli import doctor as _doctor
from counterproof.cli import imports as _imports
from counterproof.cli import judges as _judges
from counterproof.cli import new as _new
from counterproof.cli import plan as _plan
from counterproof.cli import run as _run
from counterproof.cli import score as _score
from counterproof.cli.main import app

__all__ = ["_doctor", "_imports", "_judges", "_new", "_plan", "_run", "_score", "app"]
