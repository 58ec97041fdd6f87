"""What a walled program finds where, how it starts, and how an agent finds its model."""

from urllib.parse import urlsplit

WORKSPACE = "/workspace"
HOME = "/home/agent"
VENV = "/opt/env"
"""The environment of the agents' Python."""

MODEL_URL = "http://127.0.0.1:18200"
"""Where the model answers inside the sandbox, in every dialect; behind it stands the host's gateway."""

SOCKET_FOLDER = "/run/model"
SOCKET = "model.sock"
PORT = urlsplit(MODEL_URL).port or 0

READY = "ready"
NOBODY_ASKED = 125
"""Exit code of an agent that was never told to start, since its runner had died."""

LISTENING = f"0100007F:{PORT:04X} 0A"
"""How /proc/net/tcp shows a socket that listens at the way to the model."""

START = f"""
until read -r _ _ state _ < /proc/1/stat && [ "$state" = S ]; do :; done
echo {READY}
read -r go || exit {NOBODY_ASKED}
exec < /dev/null
if [ -S {SOCKET_FOLDER}/{SOCKET} ]; then
    socat TCP-LISTEN:{PORT},bind=127.0.0.1,fork,reuseaddr,backlog=64 UNIX-CONNECT:{SOCKET_FOLDER}/{SOCKET} \\
        > /dev/null 2>&1 &
    until while read -r _ local _ state _; do [ "$local $state" = "{LISTENING}" ] && break; done < /proc/net/tcp
    do :; done
fi
exec "$@"
"""
"""For `sh -c`: says that it is ready, waits for a line on its input, opens the way to the model, and becomes the agent.

It closes a gap: until the first process of the walls sleeps, waiting for this one, it is not tied to the runner. An
agent that had started by then would outlive a runner that is killed; so it starts only when a living one tells it to.
"""
