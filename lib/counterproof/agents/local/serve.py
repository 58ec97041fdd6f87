"""The program that serves the local model on the loopback until its standard input is closed."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from counterproof.agents.local.model import NAME, WINDOW


def main(weights: Path) -> None:
    """Load the model, print the address, serve until whoever started this is gone."""
    # An optional package, without types.
    xllamacpp: Any = import_module("xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.model_alias = {NAME}
    params.n_ctx = WINDOW
    params.n_parallel = 1
    # Two threads on a busy machine of two cores give a tenth of the speed of one.
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.port = 0
    params.n_threads_http = 2
    params.offline = True
    params.ui = False
    params.verbosity = 0
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)  # noqa: T201, this is how the address is told
    sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
