"""What a walled agent sees: the names of its places, and how its program starts."""

WORKSPACE = "/workspace"
"""Working folder, with the prompt and the data."""

HOME = "/home/agent"
TOOLS = "/opt"
PYTHON = "/opt/env/bin/python"
"""The Python that has scanpy, anndata and pandas."""

SOCKET_FOLDER = "/run/model"
SOCKET = "model.sock"
PORT = 18200
GATEWAY = f"http://127.0.0.1:{PORT}"
"""Where the agent finds its model, and all of the network that there is."""

ENVIRONMENT = {
    "HOME": HOME,
    "PATH": "/opt/env/bin:/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "TERM": "dumb",
    "USER": "agent",
    "TMPDIR": "/tmp",  # noqa: S108, a file system of the sandbox's own
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MPLBACKEND": "Agg",
    "NUMBA_CACHE_DIR": "/tmp/numba",  # noqa: S108, packages cannot write beside themselves
    "MPLCONFIGDIR": "/tmp/matplotlib",  # noqa: S108, as above
}

NOBODY_ASKED = 125
"""Exit code of an agent that was never told to start, since its runner had died."""

START = f"""
read -r go || exit {NOBODY_ASKED}
exec < /dev/null
if [ -S {SOCKET_FOLDER}/{SOCKET} ]; then
    socat TCP-LISTEN:{PORT},bind=127.0.0.1,fork,reuseaddr,backlog=64 UNIX-CONNECT:{SOCKET_FOLDER}/{SOCKET} \\
        > /dev/null 2>&1 &
    until grep -q ':{PORT:04X} .* 0A ' /proc/net/tcp; do sleep 0.005; done
fi
exec "$@"
"""
"""For `sh -c`: waits for a line on its input, opens the way to the model, and becomes the agent.

The wait closes a gap: a runner that dies before the walls have tied themselves to it leaves an agent that never starts.
"""
