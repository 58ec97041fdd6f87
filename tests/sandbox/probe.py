# ruff: noqa: T201, BLE001, its output is what it is for, and no failure may end it
"""An agent that tries to get out in every way we know; prints a line of JSON for each, with what it got."""

import ctypes
import json
import os
import socket
import stat
import sys
from pathlib import Path

HOST_PORT, SECRET, STUDY, ABSTRACT = sys.argv[1:5]
libc = ctypes.CDLL(None, use_errno=True)


def connected(address, family=socket.AF_INET, timeout=1.0):
    with socket.socket(family) as one:
        one.settimeout(timeout)
        one.connect(address)
    return True


def resolved():
    return bool(socket.getaddrinfo("example.org", 443))


def sent_by_udp():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.settimeout(1)
        one.sendto(b"x", ("8.8.8.8", 53))
    return True


def done(result):
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return True


def mounted(source, target, kind, flags):
    return done(libc.mount(source, target, kind, flags, None))


def found(word):
    """Files of the whole tree that hold a word in their path or, where short, in their bytes."""
    for root, folders, names in os.walk("/", onerror=lambda _: None):
        folders[:] = [name for name in folders if (root, name) not in {("/", name) for name in ("usr", "opt", "proc")}]
        for name in [*folders, *names]:
            path = f"{root}/{name}"
            if word in path and "/self/" not in path:
                return path
    return False


def known_by_name(word):
    return [path for folder in ("/opt/env", "/opt/python") for path, *_ in os.walk(folder) if word in path]


def read_of_processes(word):
    """A process that is not this one's and tells the word."""
    own = {os.getpid(), os.getppid()}
    for process in Path("/proc").glob("[0-9]*"):
        if int(process.name) in own:
            continue
        for name in ("environ", "cmdline"):
            try:
                if word.encode() in (process / name).read_bytes():
                    return str(process / name)
            except OSError:
                continue
    return False


def setuid_program():
    # A program with the bit set must give no rights: the kernel passes the bit over.
    programs = [path for path in Path("/usr/bin").iterdir() if path.is_file() and path.lstat().st_mode & stat.S_ISUID]
    return bool(programs) and "NoNewPrivs:\t1" not in Path("/proc/self/status").read_text()


def became_root():
    os.setuid(0)
    return True


def capabilities():
    status = dict(line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines() if ":\t" in line)
    held = int(status["CapEff"], 16) | int(status["CapPrm"], 16) | int(status["CapAmb"], 16)
    return hex(held) if held else False


def written(path):
    Path(path).write_text("x")
    return True


def rewritten_library():
    return written("/opt/env/lib/python3.11/site-packages/scanpy/__init__.py")


TRIES = {
    "outside address": lambda: connected(("1.1.1.1", 443)),
    "outside address, IPv6": lambda: connected(("2606:4700:4700::1111", 443), socket.AF_INET6),
    "cloud metadata": lambda: connected(("169.254.169.254", 80)),
    "UDP": sent_by_udp,
    "DNS": resolved,
    "the host's loopback": lambda: connected(("127.0.0.1", int(HOST_PORT))),
    "the host's abstract socket": lambda: connected("\0" + ABSTRACT, socket.AF_UNIX),
    "raw socket": lambda: bool(socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)),
    "remount of the root": lambda: mounted(None, b"/", None, 32 | 4096),
    "remount of /usr": lambda: mounted(None, b"/usr", None, 32 | 4096),
    "a mount": lambda: mounted(b"tmpfs", b"/tmp", b"tmpfs", 0),
    "a namespace of its own": lambda: done(libc.unshare(0x10000000)),
    "the kernel's keyring": lambda: done(libc.syscall(250, 0, -3, 0)),
    "the virtual machine's host": lambda: bool(socket.socket(socket.AF_VSOCK)),
    "a device": lambda: done(libc.mknod(b"/tmp/disk", 0o60600, os.makedev(254, 0))),
    "chroot": lambda: os.chroot("/tmp") or True,
    "root": became_root,
    "capabilities": capabilities,
    "setuid": setuid_program,
    "/root": lambda: [*Path("/root").iterdir()],
    "/work": lambda: [*Path("/work").iterdir()],
    "the study's folder": lambda: [*Path(STUDY).iterdir()],
    "the study's name in a path": lambda: found("counterproof"),
    "a secret of the runner in a process": lambda: read_of_processes(SECRET),
    "a secret of the runner in the environment": lambda: SECRET in json.dumps(dict(os.environ)),
    "our library": lambda: bool(__import__("counterproof").__file__),
    "the packaged data": lambda: bool(
        __import__("anndata").read_h5ad(
            "/opt/env/lib/python3.11/site-packages/scanpy/datasets/10x_pbmc68k_reduced.h5ad"
        )
    ),
    "a write to /usr": lambda: written("/usr/bin/tool"),
    "a write to the environment": rewritten_library,
    "a write to /etc": lambda: written("/etc/passwd"),
    "a write to the root": lambda: written("/x"),
    "the kernel's settings": lambda: written("/proc/sys/kernel/hostname"),
    "a trigger of the kernel": lambda: written("/proc/sysrq-trigger"),
    "a program for the kernel to start": lambda: written("/proc/sys/kernel/core_pattern"),
    "the kernel's keys": lambda: Path("/proc/keys").read_text(),
    "names of the environment": lambda: known_by_name("counterproof/"),
}

for name, attempt in TRIES.items():
    try:
        got = attempt()
    except Exception as error:
        print(json.dumps([name, False, repr(error)[:80]]), flush=True)
    else:
        print(json.dumps([name, bool(got), str(got)[:200]]), flush=True)
