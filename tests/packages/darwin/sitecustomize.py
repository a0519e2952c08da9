"""With this folder in PYTHONPATH, Python lacks names that it has on Linux and not on macOS; the system stays Linux."""

import os
import signal
import socket
import time

LACKING = {
    time: "CLOCK_BOOTTIME CLOCK_TAI",
    os: "sched_getaffinity sched_setaffinity memfd_create pidfd_open eventfd posix_fadvise posix_fallocate getrandom "
    "pipe2 preadv2 copy_file_range setns unshare fdatasync",
    socket: "SO_PEERCRED TCP_USER_TIMEOUT TCP_QUICKACK TCP_INFO SO_INCOMING_CPU TCP_DEFER_ACCEPT SOCK_CLOEXEC "
    "SOCK_NONBLOCK",
    signal: "pidfd_send_signal SIGRTMIN SIGRTMAX SIGPWR SIGSTKFLT",
}
for module, names in LACKING.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
if hasattr(os, "process_cpu_count"):
    os.process_cpu_count = os.cpu_count  # what Python's own library does where it cannot ask for a process's share
