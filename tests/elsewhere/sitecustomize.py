"""A Python that lacks what Windows lacks: whatever finds this folder first on PYTHONPATH is one, and what it starts is, too.

What the standard library itself needs here to start and end processes stays, and so does `os.uname`, for which packages of
others ask wherever they do not see Windows. Text that we read or write without a word on its encoding is an error: there it
would be another one.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import warnings

MODULES = "fcntl resource termios tty pty readline pwd grp syslog curses _curses posix_ipc uvloop".split()
OF_OS = """fork forkpty register_at_fork nice getpriority setpriority killpg setsid getsid setpgid getpgid getpgrp setpgrp
    getuid geteuid getgid getegid getgroups setuid setgid getresuid getloadavg sysconf confstr statvfs fstatvfs mkfifo mknod
    chown lchown fchown chroot sync fdatasync pread pwrite preadv pwritev sendfile wait wait3 wait4 pipe2 pidfd_open
    memfd_create eventfd getrandom O_NOFOLLOW O_DIRECTORY O_SYNC O_DSYNC O_NOCTTY WNOHANG""".split()
OF_SIGNAL = """SIGKILL SIGHUP SIGQUIT SIGALRM SIGUSR1 SIGUSR2 SIGPIPE SIGCHLD SIGSTOP SIGTSTP SIGCONT SIGWINCH alarm setitimer
    pause""".split()
OF_SOCKET = "AF_UNIX SO_REUSEPORT send_fds recv_fds".split()


def no_signals(*_: object) -> None:
    raise NotImplementedError


class WithoutReuse(socket.socket):
    """Where SO_REUSEADDR would take a port away from whoever has it, nobody may ask for it."""

    def setsockopt(self, level, option, *value):  # type: ignore[no-untyped-def]
        assert (level, option) != (socket.SOL_SOCKET, socket.SO_REUSEADDR)
        super().setsockopt(level, socket.SO_REUSEADDR if option == socket.SO_EXCLUSIVEADDRUSE else option, *value)


for _name in MODULES:
    sys.modules[_name] = None  # type: ignore[assignment]
_pair, _unix = socket.socketpair, socket.AF_UNIX
socket.socketpair = lambda family=None, *more: _pair(_unix, *more)  # type: ignore[assignment, misc]
socket.SO_EXCLUSIVEADDRUSE = -5  # type: ignore[attr-defined]
socket.socket = WithoutReuse  # type: ignore[misc]
subprocess.Popen.kill = subprocess.Popen.terminate  # type: ignore[method-assign]
asyncio.SelectorEventLoop.add_signal_handler = no_signals  # type: ignore[method-assign, assignment]
_sched = [name for name in dir(os) if name.startswith(("sched_", "SCHED_", "posix_fa", "W"))]
for _module, _names in ((os, [*OF_OS, *_sched]), (signal, OF_SIGNAL), (socket, OF_SOCKET)):
    for _name in _names:
        if _name not in ("W_OK", "WNOHANG", "WIFSTOPPED", "WSTOPSIG") and hasattr(_module, _name):
            delattr(_module, _name)
warnings.filterwarnings("error", category=EncodingWarning, module=r"bastida(\..*)?")
