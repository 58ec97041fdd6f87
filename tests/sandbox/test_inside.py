import socket
import subprocess
from pathlib import Path

import pytest

from counterproof.sandbox.inside import LISTENING, MODEL_URL, NOBODY_ASKED, PORT, READY, START


def started(word):
    """The start of an agent in a plain shell, told this word; of a machine whose first process sleeps."""
    return subprocess.run(
        ["sh", "-c", START, "sh", "echo", "the agent"],
        input=word,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_an_agent_waits_for_a_word_and_then_takes_the_place_of_its_start():
    ran = started("go\n")
    assert ran.stdout.split("\n") == [READY, "the agent", ""]
    assert ran.returncode == 0


def test_an_agent_whose_runner_has_died_is_never_started():
    ran = started("")
    assert (ran.stdout, ran.returncode) == (f"{READY}\n", NOBODY_ASKED)


def test_the_input_of_an_agent_is_empty():
    ran = subprocess.run(
        ["sh", "-c", START, "sh", "cat"],
        input="go\nnot for the agent\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert ran.stdout == f"{READY}\n"


def test_the_kernel_shows_a_socket_at_the_models_address_as_the_start_looks_for_it():
    with socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind(("127.0.0.1", PORT))
        except OSError:
            pytest.skip(f"something else listens at {MODEL_URL} on this machine")
        assert LISTENING not in shown()
        server.listen()
        assert LISTENING in shown()


def shown():
    """Address and state of each socket, as the start of an agent compares them."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return {f"{words[1]} {words[3]}" for words in map(str.split, lines)}
