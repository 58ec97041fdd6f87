"""How a walled agent's program starts, and finds its model."""

from urllib.parse import urlsplit

from counterproof.agents.launch import MODEL_URL

SOCKET_FOLDER = "/run/model"
SOCKET = "model.sock"
PORT = urlsplit(MODEL_URL).port or 0

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
