"""Every campaign, with its number of faults in `make test` and in `make faults`."""

from tests.faults.campaigns.archiving import kill_the_archive, kill_the_archive_on_s3
from tests.faults.campaigns.clocks import jump_the_clock
from tests.faults.campaigns.contention import contend
from tests.faults.campaigns.replicas import cut_the_replica
from tests.faults.campaigns.store import (
    chaos,
    cut_connections,
    fail_over_cluster,
    fail_over_sentinel,
    fill_the_disk,
    fill_the_memory,
    forget_the_functions,
    freeze_the_server,
    kill_the_server,
    kill_writers,
    move_slots,
)
from tests.faults.campaigns.tasks import kill_handlers
from tests.faults.harness import Campaign, faketime, may_mount
from tests.kit.evidence import evidence

CAMPAIGNS: dict[Campaign, tuple[int, int]] = {
    kill_the_server: (15, 300),
    kill_writers: (4, 60),
    kill_handlers: (6, 60),
    kill_the_archive: (4, 100),
    kill_the_archive_on_s3: (4, 100),
    contend: (evidence(1, 2), 10),
    freeze_the_server: (4, 30),
    cut_connections: (60, 1000),
    chaos: (4, 60),
    fill_the_memory: (6, 60),
    fill_the_disk: (2, 10),
    forget_the_functions: (6, 60),
    jump_the_clock: (8, 100),
    fail_over_sentinel: (1, 10),
    cut_the_replica: (3, 40),
    fail_over_cluster: (1, 8),
    move_slots: (4, 40),
}
"""Each with its number of faults in `make test` and in `make faults`."""


def obstacle(campaign: Campaign) -> str:
    """Why the campaign cannot be run here; empty if it can."""
    if campaign is fill_the_disk and not may_mount():
        return "a small file system cannot be mounted here"
    if campaign is jump_the_clock and not faketime():
        return "libfaketime is not installed (Debian: apt-get install faketime)"
    return ""
