"""The command line: `counterproof audit` and `counterproof show`."""

from counterproof.cli.main import app

__all__ = ["app"]
