"""What the runs of servers and of growth tell stands in their tables."""

from datetime import date

from benchmarks.growth.__main__ import Found, table
from benchmarks.growth.outside import Held
from benchmarks.peers.plot import drawn
from benchmarks.peers.running import Absent, Figure
from benchmarks.peers.servers import LINES, command
from benchmarks.peers.tables import served

OURS, THEIRS = Figure("Podestà", "", "a move", [300.0, 200.0, 250.0]), Figure("boardgame.io", "", "a move", [100.0])
HELD = Held(live=14 * 1024, stored=6 * 1024, stream=9 * 1024, watch=31 * 1024, follower=30 * 1024)


def test_servers_are_told_beside_the_peer() -> None:
    """Ratios of medians; where the peer could not be had there is none, and it is said."""
    assert "| Podestà | a move | 2.5 | 250 | 200 | 300 |" in served([OURS, THEIRS])
    alone = served([OURS, Absent("boardgame.io, its server", "there is no npm")])
    assert "| Podestà | a move |  | 250 | 200 | 300 |" in alone
    assert "Not measured: boardgame.io, its server (there is no npm)." in alone


def test_a_command_is_what_a_valkey_reads() -> None:
    """An array of bulk strings."""
    assert command(b"XADD", b"s") == b"*2\r\n$4\r\nXADD\r\n$1\r\ns\r\n"
    assert all(name for name, _ in LINES.values())


def test_the_picture_has_a_bar_for_every_figure() -> None:
    """The fastest first; what could not be measured is not in it."""
    picture = drawn([THEIRS, OURS, Absent("Go", "there is no npm")])
    assert picture.count("<rect x=") == 2
    assert picture.index("Podestà: a move") < picture.index("boardgame.io: a move")


def test_growth_is_told_with_its_goals() -> None:
    """Ratios, sizes, and what is worked out by proportion."""
    found = Found(
        (400e-6, 420e-6),
        (500e-6, 1.1),
        5_000,
        400,
        (8e-3, 4e-3),
        0.8,
        0.9,
        HELD,
        60_000,
        40.0,
        0.004,
    )
    told = table(found, date(2026, 11, 23), 1.0)
    assert "| CPU of a move late in a game over that of an early one | 1.05 | 0.90 to 1.10 |" in told
    assert "| CPU of a move among 5,000 games over 10 | 1.10 | 0.90 to 1.10 |" in told
    assert "| the same for 500 entries, by proportion | 10.0 ms; compiled 5.0 ms | 10 ms |" in told
    assert "over gRPC, 50 on a connection | 31.0 KB | 20 KB |" in told
    assert "| growth in the later half of 60,000 moves | +0.4% | 2 % |" in told
