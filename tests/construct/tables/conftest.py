"""A study of one table item, small enough to construct in a second, with ways to change its edits and its analysis."""

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parent)]
