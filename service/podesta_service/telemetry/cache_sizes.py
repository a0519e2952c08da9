"""Sizes of a process's caches, counted at each scrape: games in memory, followed games."""

from __future__ import annotations

from typing import Protocol

from prometheus_client import CollectorRegistry, Gauge


class CachedGames(Protocol):
    """The games with a position in memory."""

    def __len__(self) -> int:
        """How many games."""

    @property
    def weight(self) -> int:
        """Their approximate size in bytes."""


class FollowedGames(Protocol):
    """The games that are followed in this process."""

    def __len__(self) -> int:
        """How many games."""

    @property
    def followers(self) -> int:
        """How many follow them."""


def show_held(registry: CollectorRegistry, tables: CachedGames, feeds: FollowedGames) -> None:
    """Show cached games, followed games and followers."""
    for name, text, count in (
        ("podesta_cached_games", "Games with their position in memory", lambda: len(tables)),
        ("podesta_cached_bytes", "Approximate memory used by them, in bytes", lambda: tables.weight),
        ("podesta_followed_games", "Games followed in this process", lambda: len(feeds)),
        ("podesta_followers", "Followers of games in this process", lambda: feeds.followers),
    ):
        Gauge(name, text, registry=registry).set_function(count)
