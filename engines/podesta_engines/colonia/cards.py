"""The figures in the sentences about cards and components, from an edition's data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .components import Components
from .words import CRAFTSMAN, FAMILY_CARD, ORDINANCE, RELIC, SHIP, STALL, WEEK_CARD, WINDOW

CARDS = (FAMILY_CARD, CRAFTSMAN, STALL, WEEK_CARD, ORDINANCE, SHIP, RELIC, WINDOW)
"""The vocabularies of cards and components that have such sentences."""
_LIMITS = {
    "ord_wed_foreign": "extra_stall_resources",
    "ord_thu_street": "street_return",
    "ord_thu_resources": "resources_for_all",
    **{f"ord_thu_{word.slug}": "craftsman_bonus" for word in CRAFTSMAN.words},
    "ord_fri_street": "street_return",
    "ord_fri_extra_hold": "extra_hold_pays",
    "ord_sat_relics": "relic_extra_spaces",
    "ord_sat_exchange": "exchange",
}
"""The limit that is the figure in an ordinance's text, if it has one."""


def figures(components: Any, vocabulary: str, slug: str) -> Mapping[str, int]:
    """The figures in the text of a word; empty if there are none."""
    found = _FIGURES.get(vocabulary)
    return found(components, slug) if found else {}


def _card(_: Components, slug: str) -> Mapping[str, int]:
    """C-22: the value of a family card."""
    return {"value": int(slug)}


def _stall(here: Components, slug: str) -> Mapping[str, int]:
    """C-75: the resources on an extra stall."""
    return {"number": here.limits.extra_stall_resources} if slug.startswith("x") else {}


def _week(here: Components, slug: str) -> Mapping[str, int]:
    """C-17: every figure of a week card."""
    week = next(card for card in here.week_cards if card.id == slug)
    stalls = {f"s{i}": number for i, number in enumerate(week.stalls, 1)}
    contracts = {word.slug: number for word, number in zip(CRAFTSMAN.words, week.contracts, strict=True)}
    return {**stalls, **contracts, "rolls": week.rolls, "ships": week.ships}


def _ordinance(here: Components, slug: str) -> Mapping[str, int]:
    """C-74 to C-87: the number of pieces."""
    return {"number": getattr(here.limits, _LIMITS[slug])} if slug in _LIMITS else {}


def _ship(here: Components, slug: str) -> Mapping[str, int]:
    """C-53: the number of holds of a ship, and their total pay."""
    holds = next(ship.holds for ship in here.ships if ship.id == slug)
    return {"holds": len(holds), "pays": sum(hold.pays for hold in holds)}


def _relic(here: Components, slug: str) -> Mapping[str, int]:
    """C-61: the price and the points of a card."""
    card = next(card for card in here.relics if card.id == slug)
    return {"cost": card.cost, "points": card.points}


def _window(here: Components, _: str) -> Mapping[str, int]:
    """C-91: the points of a window."""
    return {"points": here.limits.window_points}


_FIGURES: dict[str, Callable[[Components, str], Mapping[str, int]]] = {
    "family_card": _card,
    "stall": _stall,
    "week_card": _week,
    "ordinance": _ordinance,
    "ship": _ship,
    "relic": _relic,
    "window": _window,
}
