"""What goes with this process when it is killed, whatever it was doing."""

import os
import threading

WATCH = "read -r _; kill -KILL 0"
"""For `sh -c`: waits for the end of its input, which comes when this process has ended, and kills its own group."""

_lock = threading.Lock()
_group = 0


def doomed_group() -> int:
    """A group of processes that is killed as soon as this process has ended; to be given as `process_group`.

    Bubblewrap ties itself to its runner, but its first process inside is tied only after a moment in which it waits for
    the outer one: when that is killed just then, the inner one waits for ever.
    """
    global _group  # noqa: PLW0603, there is one for the whole process
    with _lock:
        if not _group or _has_ended(_group):
            _group = _watcher()
        return _group


def _watcher() -> int:
    # Not by `subprocess`: it would warn at the end of this process, which is just what the watcher waits for. The end
    # of the pipe that stays open here is closed by nothing else.
    reading, _ = os.pipe()
    actions = [(os.POSIX_SPAWN_DUP2, reading, 0)]
    pid = os.posix_spawn("/bin/sh", ["sh", "-c", WATCH], {}, file_actions=actions, setpgroup=0)
    os.close(reading)
    return pid


def _has_ended(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG) != (0, 0)
    except ChildProcessError:  # somebody else has asked
        return True
