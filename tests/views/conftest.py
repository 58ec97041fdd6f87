"""The made-up audit, importable here, in `tests/reports`, in `tests/browser` and in the notebooks that these run."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))  # where runs with rubric scores are simulated
sys.path.append(str(Path(__file__).parents[1] / "construct"))  # where a tiny study is written
