"""A throw-away JupyterLab on the loopback address."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Page

FOLDERS = (
    "JUPYTER_CONFIG_DIR",
    "JUPYTER_DATA_DIR",
    "JUPYTER_RUNTIME_DIR",
    "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR",
    "IPYTHONDIR",
)


class Lab:
    """JupyterLab over one folder, with settings of its own, no token and no news; gone when the block ends."""

    def __init__(self, root: Path, *, seconds: float = 120) -> None:
        self._scratch = Path(tempfile.mkdtemp(prefix="counterproof-lab-"))
        environment = {**os.environ, **{name: str(self._scratch / name) for name in FOLDERS}}
        for name in FOLDERS:
            (self._scratch / name).mkdir()
        settings = self._scratch / "JUPYTERLAB_SETTINGS_DIR" / "@jupyterlab" / "apputils-extension"
        settings.mkdir(parents=True)
        quiet = {"fetchNews": "false", "checkForUpdates": False}
        (settings / "notification.jupyterlab-settings").write_text(json.dumps(quiet))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        command = [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"),
            *("--ServerApp.port_retries=0", "--IdentityProvider.token=", "--ServerApp.password="),
            *(f"--ServerApp.root_dir={root}", "--LabApp.expose_app_in_browser=True"),
        ]
        self._log = self._scratch / "log"
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
            )
        self._wait(seconds)

    def _wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while True:
            try:
                self.get("/api/status")
            except OSError:
                if self._process.poll() is not None or time.monotonic() > end:
                    said = self._log.read_text()[-2000:]
                    self.close()
                    raise RuntimeError(said) from None
                time.sleep(0.1)
            else:
                return

    def get(self, path: str) -> Any:
        """What the server answers."""
        with urllib.request.urlopen(self.address + path, timeout=10) as reply:
            return json.load(reply)

    def run_all(self, page: Page, name: str, *, seconds: float = 120) -> None:
        """Open a notebook, wait for its kernel, and start all its cells."""
        page.goto(f"{self.address}/lab/tree/{name}?reset")
        page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=seconds * 1000)
        end = time.monotonic() + seconds
        # Before the kernel is ready, "run all" asks in a dialog which kernel is meant.
        while not any(self._ready(session, name) for session in self.get("/api/sessions")):
            if time.monotonic() > end:
                msg = f"the kernel of {name} was not ready within {seconds:g} seconds"
                raise TimeoutError(msg)
            time.sleep(0.1)
        ready = "!!window.jupyterapp?.shell.currentWidget?.sessionContext?.isReady"
        page.wait_for_function(ready, timeout=seconds * 1000)
        page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")

    @staticmethod
    def _ready(session: dict[str, Any], name: str) -> bool:
        kernel = session["kernel"]
        return session["path"] == name and kernel["execution_state"] == "idle" and kernel["connections"] > 0

    def close(self) -> None:
        """Stop the server and remove what it wrote for itself."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
