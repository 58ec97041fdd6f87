"""The tiny study and the made-up audit, importable here."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path += [str(HERE), str(HERE.parent / "views")]
