"""The system calls that walls refuse, as a filter for the kernel: the parts of it that an analysis never needs.

References
----------
The default profile of Docker (moby, profiles/seccomp) for the calls; Flatpak's for the families of sockets.
"""

import errno
import platform
import struct
from collections.abc import Iterator

REFUSED: dict[str, tuple[int | None, int | None]] = {
    # Keys and objects of other processes, which no namespace keeps apart.
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "kcmp": (312, 272),
    "open_by_handle_at": (304, 265),
    "lookup_dcookie": (212, 18),
    # Large parts of the kernel with a history of ways out.
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "fanotify_init": (300, 262),
    # New namespaces and mounts.
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    # The machine itself.
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "syslog": (103, 116),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "iopl": (172, None),
    "ioperm": (173, None),
}
"""Numbers on x86_64 and aarch64; null where there is no such call."""

MACHINES = {"x86_64": (0, 0xC000003E, 56, 41), "aarch64": (1, 0xC00000B7, 220, 198)}
"""Column above, the kernel's own name of the machine, and the numbers of `clone` and `socket`."""

CLONE3 = 435
NEW_NAMESPACES = 0x7E020000
FAMILIES = (0, 1, 2, 10, 16)
"""Unspecified, unix, IPv4, IPv6, netlink. Others, like those of virtual machines, pass by the network's namespace."""

OTHER_CALLS = 0x40000000  # from here on the numbers are those of the x32 form of x86_64

# Instructions of BPF, and where a call's number, machine and first argument stand.
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, MACHINE, ARGUMENT = 0, 4, 16
ALLOW, REFUSE = 0x7FFF0000, 0x00050000

Instruction = tuple[int, int, int, int]


def filter_of(machine: str | None = None) -> bytes:
    """The filter for bubblewrap's `--seccomp`; empty on a machine whose calls are not known here.

    A refused call fails with EPERM, a socket of another family with EAFNOSUPPORT. `clone3` fails as if there were none,
    since a filter cannot see what it is asked for; `clone` is then used. Programs of another word size do not run.
    """
    known = MACHINES.get(machine or platform.machine())
    return b"".join(struct.pack("<HBBI", *each) for each in _program(*known)) if known else b""


def _program(column: int, name: int, clone: int, socket: int) -> Iterator[Instruction]:
    yield (LOAD, 0, 0, MACHINE)
    yield from _unless(EQUAL, name, errno.EPERM)
    yield (LOAD, 0, 0, NUMBER)
    yield from _where(AT_LEAST, OTHER_CALLS, errno.EPERM)
    for numbers in REFUSED.values():
        number = numbers[column]
        if number is not None:
            yield from _where(EQUAL, number, errno.EPERM)
    yield from _where(EQUAL, CLONE3, errno.ENOSYS)
    yield (EQUAL, 0, 4, clone)
    yield (LOAD, 0, 0, ARGUMENT)
    yield from _where(ANY_BIT, NEW_NAMESPACES, errno.EPERM)
    yield (RETURN, 0, 0, ALLOW)
    yield (EQUAL, 0, 2 * len(FAMILIES) + 2, socket)
    yield (LOAD, 0, 0, ARGUMENT)
    for family in FAMILIES:
        yield (EQUAL, 0, 1, family)
        yield (RETURN, 0, 0, ALLOW)
    yield (RETURN, 0, 0, REFUSE | errno.EAFNOSUPPORT)
    yield (RETURN, 0, 0, ALLOW)


def _where(test: int, value: int, fault: int) -> Iterator[Instruction]:
    yield (test, 0, 1, value)
    yield (RETURN, 0, 0, REFUSE | fault)


def _unless(test: int, value: int, fault: int) -> Iterator[Instruction]:
    yield (test, 1, 0, value)
    yield (RETURN, 0, 0, REFUSE | fault)
