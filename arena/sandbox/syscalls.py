"""The numbers that Linux gives to system calls, on x86_64 and on aarch64.

Each name has a pair: its number on x86_64, its number on aarch64. None: that architecture has no such call. The numbers
are part of the kernel's stable interface and never change.
"""

from __future__ import annotations

import platform

# fmt: off
ALLOWED: dict[str, tuple[int | None, int | None]] = {
    # Bytes in and out of what is open already.
    "read": (0, 63),
    "write": (1, 64),
    "readv": (19, 65),
    "writev": (20, 66),
    "pread64": (17, 67),
    "pwrite64": (18, 68),
    "preadv": (295, 69),
    "pwritev": (296, 70),
    "preadv2": (327, 286),
    "pwritev2": (328, 287),
    "lseek": (8, 62),
    "close": (3, 57),
    "close_range": (436, 436),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "fsync": (74, 82),
    "fdatasync": (75, 83),
    "fadvise64": (221, 223),
    # Opening and looking; what may be opened is decided by the mounts or by Landlock, and nothing there is writable.
    "open": (2, None),
    "openat": (257, 56),
    "openat2": (437, 437),
    "stat": (4, None),
    "lstat": (6, None),
    "fstat": (5, 80),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "statfs": (137, 43),
    "fstatfs": (138, 44),
    "access": (21, None),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "getcwd": (79, 17),
    "chdir": (80, 49),
    "fchdir": (81, 50),
    "getdents": (78, None),
    "getdents64": (217, 61),
    # Waiting for descriptors.
    "pipe": (22, None),
    "pipe2": (293, 59),
    "poll": (7, None),
    "ppoll": (271, 73),
    "select": (23, None),
    "pselect6": (270, 72),
    "epoll_create": (213, None),
    "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21),
    "epoll_wait": (232, None),
    "epoll_pwait": (281, 22),
    "epoll_pwait2": (441, 441),
    "eventfd": (284, None),
    "eventfd2": (290, 19),
    # Memory.
    "mmap": (9, 222),
    "munmap": (11, 215),
    "mremap": (25, 216),
    "mprotect": (10, 226),
    "madvise": (28, 233),
    "brk": (12, 214),
    "msync": (26, 227),
    "mincore": (27, 232),
    "mlock": (149, 228),
    "munlock": (150, 229),
    "membarrier": (324, 283),
    # Threads and their scheduling.
    "futex": (202, 98),
    "futex_waitv": (449, 449),
    "set_robust_list": (273, 99),
    "get_robust_list": (274, 100),
    "rseq": (334, 293),
    "set_tid_address": (218, 96),
    "arch_prctl": (158, None),
    "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123),
    "sched_getparam": (143, 121),
    "sched_getscheduler": (145, 120),
    "sched_get_priority_max": (146, 125),
    "sched_get_priority_min": (147, 126),
    "getcpu": (309, 168),
    # Who am I.
    "gettid": (186, 178),
    "getpid": (39, 172),
    "getppid": (110, 173),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "getgroups": (115, 158),
    "getresuid": (118, 148),
    "getresgid": (120, 150),
    "getpgrp": (111, None),
    "getpgid": (121, 155),
    "getsid": (124, 156),
    "uname": (63, 160),
    "sysinfo": (99, 179),
    "getrusage": (98, 165),
    "getrandom": (318, 278),
    "getrlimit": (97, 163),
    # Signals within the process.
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "rt_sigsuspend": (130, 133),
    "rt_sigpending": (127, 136),
    "rt_sigtimedwait": (128, 137),
    "sigaltstack": (131, 132),
    "pause": (34, None),
    "restart_syscall": (219, 128),
    # Time. No timer_create: its timers could send any signal.
    "alarm": (37, None),
    "setitimer": (38, 103),
    "getitimer": (36, 102),
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101),
    "gettimeofday": (96, 169),
    "time": (201, None),
    "times": (100, 153),
    "timerfd_create": (283, 85),
    "timerfd_settime": (286, 86),
    "timerfd_gettime": (287, 87),
    # The end.
    "exit": (60, 93),
    "exit_group": (231, 94),
    "wait4": (61, 260),
    "waitid": (247, 95),
    # The two ends of a socket pair, which asyncio wakes itself with.
    "getsockname": (51, 204),
    "getsockopt": (55, 209),
    "recvfrom": (45, 207),
    "shutdown": (48, 210),
}

CONDITIONAL: dict[str, tuple[int | None, int | None]] = {
    # Allowed for some arguments only; seccomp.py says for which.
    "clone": (56, 220),
    "clone3": (435, 435),
    "kill": (62, 129),
    "tgkill": (234, 131),
    "socketpair": (53, 199),
    "sendto": (44, 206),
    "ioctl": (16, 29),
    "fcntl": (72, 25),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "setrlimit": (160, 164),
    "execve": (59, 221),
}

REFUSED: dict[str, tuple[int | None, int | None]] = {
    # Refused, and tried by the self-check and the tests.
    # Other processes.
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "kcmp": (312, 272),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "fork": (57, None),
    "vfork": (58, None),
    "execveat": (322, 281),
    "timer_create": (222, 107),
    # Sockets.
    "socket": (41, 198),
    "bind": (49, 200),
    "connect": (42, 203),
    "listen": (50, 201),
    "accept4": (288, 242),
    "sendmsg": (46, 211),
    "recvmsg": (47, 212),
    # Namespaces and mounts.
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "mount_setattr": (442, 442),
    "mknodat": (259, 33),
    "sethostname": (170, 161),
    # Files beside the mounts and Landlock, and memory that no limit counts.
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "inotify_init1": (294, 26),
    "flock": (73, 32),
    "fallocate": (285, 47),
    "ftruncate": (77, 46),
    "splice": (275, 76),
    "vmsplice": (278, 75),
    "tee": (276, 77),
    "sendfile": (40, 71),
    "copy_file_range": (326, 285),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    # Doors into the kernel.
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "bpf": (321, 280),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "userfaultfd": (323, 282),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "modify_ldt": (154, None),
    "seccomp": (317, 277),
    "landlock_create_ruleset": (444, 444),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "kexec_load": (246, 104),
    "syslog": (103, 116),
    "iopl": (172, None),
    "ioperm": (173, None),
    "quotactl": (179, 60),
    "acct": (163, 89),
    "swapon": (167, 224),
    # Clocks, users, and who runs first.
    "clock_settime": (227, 112),
    "settimeofday": (164, 170),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "setuid": (105, 146),
    "setgid": (106, 144),
    "setsid": (112, 157),
    "setpriority": (141, 140),
    "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274),
    "sched_setaffinity": (203, 122),
    "ioprio_set": (251, 30),
    "mbind": (237, 235),
    "set_mempolicy": (238, 237),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
}
# fmt: on

AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""How the kernel names the architectures of these tables to a seccomp filter."""

_COLUMN = {"x86_64": 0, "aarch64": 1}


def machine() -> str:
    """Names this machine's architecture as the tables do, or as Python does if they have no column for it."""
    name = platform.machine().lower()
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(name, name)


def numbers(table: dict[str, tuple[int | None, int | None]], arch: str) -> dict[str, int]:
    """Gives the numbers of a table on one architecture, in the table's order, without the calls it does not have.

    Raises KeyError for an architecture that has no column.
    """
    column = _COLUMN[arch]
    return {name: number for name, pair in table.items() if (number := pair[column]) is not None}
