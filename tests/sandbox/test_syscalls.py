import errno
import platform
import re
import struct
from pathlib import Path

import pytest

from counterproof.sandbox.syscalls import ALLOW, MACHINES, REFUSED, filter_of

HEADERS = {
    "x86_64": (Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), r"#define __NR_(\w+)\s+(\d+)"),
    "aarch64": (Path("/usr/include/asm-generic/unistd.h"), r"#define __NR(?:3264)?_(\w+)\s+(\d+)"),
}
ELSEWHERE = {"x86_64": 0x40000003, "aarch64": 0x40000028}
"""The kernel's names of the 32-bit forms of these machines."""


def decided(machine, number, argument=0, *, name=None):
    """What the kernel makes of a call: 0 where it is allowed, else the error that it fails with."""
    call = struct.pack("<IIQ6Q", number, MACHINES[machine][1] if name is None else name, 0, argument, 0, 0, 0, 0, 0)
    program = [struct.unpack_from("<HBBI", filter_of(machine), at) for at in range(0, len(filter_of(machine)), 8)]
    at, held = 0, 0
    while True:
        code, yes, no, value = program[at]
        at += 1
        if code == 0x20:
            held = struct.unpack_from("<I", call, value)[0]
        elif code == 0x06:
            return 0 if value == ALLOW else value & 0xFFFF
        else:
            at += yes if {0x15: held == value, 0x35: held >= value, 0x45: bool(held & value)}[code] else no


@pytest.mark.parametrize("machine", MACHINES)
def test_refused_calls_fail_and_all_others_pass(machine):
    column, _, clone, socket = MACHINES[machine]
    refused = {numbers[column] for numbers in REFUSED.values()}
    for number in range(500):
        expected = errno.EPERM if number in refused else errno.ENOSYS if number == 435 else 0
        assert decided(machine, number) == expected, number
    assert not {clone, socket} & refused


@pytest.mark.parametrize("machine", MACHINES)
def test_a_process_may_be_made_and_a_namespace_not(machine):
    clone = MACHINES[machine][2]
    threads, forks = 0x003D0F00, 0x01200011
    assert [decided(machine, clone, flags) for flags in (threads, forks)] == [0, 0]
    assert {decided(machine, clone, 1 << bit) for bit in (17, 25, 26, 27, 28, 29, 30)} == {errno.EPERM}


@pytest.mark.parametrize("machine", MACHINES)
def test_only_the_usual_families_of_sockets_are_there(machine):
    allowed = [family for family in range(64) if decided(machine, MACHINES[machine][3], family) == 0]
    assert allowed == [0, 1, 2, 10, 16]
    assert decided(machine, MACHINES[machine][3], 40) == errno.EAFNOSUPPORT


@pytest.mark.parametrize("machine", MACHINES)
def test_programs_of_another_word_size_can_call_nothing(machine):
    assert {decided(machine, number, name=ELSEWHERE[machine]) for number in range(500)} == {errno.EPERM}
    assert decided(machine, 0x40000000 + 1) == errno.EPERM


@pytest.mark.parametrize("machine", MACHINES)
def test_the_numbers_are_those_of_the_kernels_own_headers(machine):
    path, pattern = HEADERS[machine]
    if not path.is_file():
        pytest.skip(f"{path} is not here: apt-get install linux-libc-dev, on such a machine")
    known = {name: int(number) for name, number in re.findall(pattern, path.read_text(encoding="utf-8"))}
    column, _, clone, socket = MACHINES[machine]
    assert {name: known.get(name) for name in REFUSED} == {name: numbers[column] for name, numbers in REFUSED.items()}
    assert (known["clone"], known["clone3"], known["socket"]) == (clone, 435, socket)


def test_a_machine_whose_calls_are_not_known_has_no_filter():
    assert filter_of("riscv64") == b""


PROBE = """
import ctypes, errno, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def asked(number, *arguments):
    ctypes.set_errno(0)
    return ctypes.get_errno() if libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments)) < 0 else 0
print({number: asked(number, 0, 0, 0, 0, 0, 0) for number in %s})
print(asked(%d, 0x10000011, 0, 0, 0, 0))
for family in (1, 2, 10, 16, 38, 40):
    try:
        socket.socket(family, socket.SOCK_RAW if family == 16 else socket.SOCK_SEQPACKET if family == 38 else 1).close()
        print(0)
    except OSError as error:
        print(error.errno)
"""


@pytest.mark.skipif(platform.machine() not in MACHINES, reason="no filter on this machine")
def test_inside_the_walls_the_kernel_refuses_them(walled):
    column, _, clone, _ = MACHINES[platform.machine()]
    numbers = [each[column] for each in REFUSED.values() if each[column] is not None]
    ran = walled("", argv=["python", "-c", PROBE % (numbers, clone)])
    told, cloned, *sockets = ran.out.splitlines()
    assert eval(told) == dict.fromkeys(numbers, errno.EPERM), ran.err
    assert int(cloned) == errno.EPERM
    assert [*map(int, sockets)] == [0, 0, 0, 0, errno.EAFNOSUPPORT, errno.EAFNOSUPPORT]
    assert "Seccomp:\t2" in walled("cat /proc/self/status").out
