"""The filter is run here instruction by instruction, as the kernel would, for calls with all kinds of arguments."""

from __future__ import annotations

import ctypes
import ctypes.util
import errno
import struct

import pytest

from arena.sandbox import seccomp, syscalls
from arena.sandbox.shim_calls import _OWN_PID

ARCHS = ("x86_64", "aarch64")
ALLOW, KILL = "allow", "kill"


def run(program: bytes, arch: int, number: int, *arguments: int) -> str | int:
    """Gives "allow", "kill" or the error number with which a filter answers a call."""
    padded = [*arguments, 0, 0, 0, 0, 0, 0][:6]
    data = struct.pack("=IIQ6Q", number, arch, 0, *(value & 0xFFFFFFFFFFFFFFFF for value in padded))
    instructions = list(struct.iter_unpack("=HBBI", program))
    accumulator = place = 0
    while True:
        code, yes, no, value = instructions[place]
        place += 1
        if code == 0x20:
            (accumulator,) = struct.unpack_from("=I", data, value)
        elif code == 0x54:
            accumulator &= value
        elif code in (0x15, 0x35, 0x45):
            holds = {0x15: accumulator == value, 0x35: accumulator >= value, 0x45: bool(accumulator & value)}[code]
            place += yes if holds else no
        elif code == 0x06:
            if value == seccomp.ALLOW:
                return ALLOW
            return KILL if value == seccomp.KILL else value & 0xFFFF
        else:
            pytest.fail(f"no instruction of a filter: {code:#x}")


class Filter:
    def __init__(self, arch: str, *, own_pid: int = 1, may_exec: bool = False) -> None:
        self.arch = arch
        self.program = seccomp.build(arch, own_pid=own_pid, may_exec=may_exec)
        tables = (syscalls.ALLOWED, syscalls.CONDITIONAL, syscalls.REFUSED)
        self.numbers = {name: number for table in tables for name, number in syscalls.numbers(table, arch).items()}

    def __call__(self, name: str, *arguments: int) -> str | int:
        return run(self.program, syscalls.AUDIT_ARCH[self.arch], self.numbers[name], *arguments)


@pytest.fixture(params=ARCHS)
def answer(request: pytest.FixtureRequest) -> Filter:
    return Filter(request.param)


@pytest.mark.parametrize("arch", ARCHS)
def test_a_call_is_allowed_only_if_it_is_listed(arch: str) -> None:
    answer = Filter(arch)
    audit = syscalls.AUDIT_ARCH[arch]
    allowed = set(syscalls.numbers(syscalls.ALLOWED, arch).values())
    conditional = set(syscalls.numbers(syscalls.CONDITIONAL, arch).values())
    for number in range(600):
        if number not in conditional:
            expected = ALLOW if number in allowed else errno.EPERM
            assert run(answer.program, audit, number) == expected, number


def test_another_architecture_is_killed() -> None:
    i386, x32 = 0x40000003, 0x40000000
    assert run(Filter("x86_64").program, i386, 20) == KILL
    assert run(Filter("x86_64").program, syscalls.AUDIT_ARCH["x86_64"], x32 + 39) == KILL
    assert run(Filter("aarch64").program, syscalls.AUDIT_ARCH["x86_64"], 0) == KILL


def test_threads_may_be_made_but_no_process_and_no_namespace(answer: Filter) -> None:
    thread = 0x3D0F00  # what pthread_create passes
    assert answer("clone", thread) == ALLOW
    assert answer("clone", thread | 0x10000000) == errno.EPERM
    assert answer("clone", 17) == errno.EPERM
    assert answer("clone3", 0) == errno.ENOSYS


def test_signals_go_only_to_the_bot_and_never_kill_or_stop_it(answer: Filter) -> None:
    assert answer("kill", 1, 6) == ALLOW
    assert answer("tgkill", 1, 7, 6) == ALLOW
    for target in (0, -1, 2, 4711):
        assert answer("kill", target, 0) == errno.EPERM
        assert answer("tgkill", target, 7, 0) == errno.EPERM
    for number in (9, 19):
        assert answer("kill", 1, number) == errno.EPERM
        assert answer("tgkill", 1, 7, number) == errno.EPERM


def test_a_pair_of_sockets_is_a_local_stream(answer: Filter) -> None:
    stream, datagram, no_wait, on_exec = 1, 2, 0o4000, 0o2000000
    assert answer("socketpair", 1, stream) == ALLOW
    assert answer("socketpair", 1, stream | no_wait | on_exec) == ALLOW
    assert answer("socketpair", 1, datagram) == errno.EPERM
    assert answer("socketpair", 2, stream) == errno.EPERM
    assert answer("socket", 1, stream) == errno.EPERM


def test_nothing_is_sent_to_an_address(answer: Filter) -> None:
    assert answer("sendto", 3, 0, 1, 0, 0, 0) == ALLOW
    assert answer("sendto", 3, 0, 1, 0, 0x7FFF, 16) == errno.EPERM
    assert answer("sendto", 3, 0, 1, 0, 1 << 40, 16) == errno.EPERM, "the high half counts too"


def test_limits_are_the_bots_own_and_never_that_of_cpu_time(answer: Filter) -> None:
    cpu, files, pointer = 0, 7, 0x7F00
    assert answer("prlimit64", 0, files, pointer, 0) == ALLOW
    assert answer("prlimit64", 0, cpu, 0, pointer) == ALLOW, "reading"
    assert answer("prlimit64", 0, cpu, pointer, 0) == errno.EPERM
    assert answer("prlimit64", 0, cpu, 1 << 40, 0) == errno.EPERM
    assert answer("prlimit64", 4711, files, 0, pointer) == errno.EPERM
    assert answer("setrlimit", files) == ALLOW
    assert answer("setrlimit", cpu) == errno.EPERM


def test_descriptors_are_neither_locked_nor_turned_into_more(answer: Filter) -> None:
    duplicate, get_lock, set_lock, pipe_size, owner = 0, 5, 6, 1031, 8
    assert answer("fcntl", 0, duplicate) == ALLOW
    for command in (get_lock, set_lock, pipe_size, owner):
        assert answer("fcntl", 0, command) == errno.EPERM
    assert answer("ioctl", 0, 0x5401) == ALLOW
    assert answer("ioctl", 0, 0x5412) == errno.ENOTTY


def test_the_death_signal_stays(answer: Filter) -> None:
    assert answer("prctl", 15) == ALLOW
    for option in (1, 4, 22, 38):
        assert answer("prctl", option) == errno.EPERM


@pytest.mark.parametrize("arch", ARCHS)
def test_a_program_is_executed_only_before_the_bot(arch: str) -> None:
    assert Filter(arch, may_exec=True)("execve") == ALLOW
    assert Filter(arch, may_exec=False)("execve") == errno.EPERM


@pytest.mark.parametrize("arch", ARCHS)
def test_the_shim_finds_every_place_for_the_process_id(arch: str) -> None:
    assert seccomp.OWN_PID == _OWN_PID
    answer = Filter(arch, own_pid=seccomp.OWN_PID)
    mark = struct.pack("=I", seccomp.OWN_PID)
    assert answer.program.count(mark) == 2
    assert [answer.program.index(mark) % 8, answer.program.rindex(mark) % 8] == [4, 4]
    answer.program = answer.program.replace(mark, struct.pack("=I", 4711))
    assert (answer("kill", 4711, 6), answer("kill", 1, 6)) == (ALLOW, errno.EPERM)


@pytest.mark.parametrize("arch", ARCHS)
def test_the_program_fits_the_kernel_and_begins_with_the_architecture(arch: str) -> None:
    program = Filter(arch).program
    assert len(program) % 8 == 0
    assert len(program) // 8 < 4096
    assert program[:16] == struct.pack("=HBBIHBBI", 0x20, 0, 0, 4, 0x15, 1, 0, syscalls.AUDIT_ARCH[arch])


def test_an_unknown_architecture_has_no_filter() -> None:
    with pytest.raises(KeyError):
        seccomp.build("riscv64", own_pid=1, may_exec=False)


@pytest.mark.parametrize("arch", ARCHS)
def test_the_numbers_are_those_that_libseccomp_knows(arch: str) -> None:
    found = ctypes.util.find_library("seccomp")
    if found is None:
        pytest.skip("libseccomp is not installed")
    resolve = ctypes.CDLL(found).seccomp_syscall_resolve_name_arch
    resolve.argtypes = [ctypes.c_uint32, ctypes.c_char_p]
    answer = Filter(arch)
    theirs = {name: resolve(syscalls.AUDIT_ARCH[arch], name.encode()) for name in answer.numbers}
    # Newer calls than the library are unknown to it, which it says with -1.
    assert {name: number for name, number in theirs.items() if number != -1} == {
        name: number for name, number in answer.numbers.items() if theirs[name] != -1
    }
    assert sum(number == -1 for number in theirs.values()) < 5
