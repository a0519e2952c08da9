"""The figures in the texts of cards and spaces, from an edition's own data; the texts are in `texts/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import UNSET

from .components import Components, Craftsman, Event, Privilege, ResourceCard, Space
from .words import CRAFTSMAN, EVENT, PRIVILEGE, RESOURCE_CARD, SPACE

CARDS = (CRAFTSMAN, RESOURCE_CARD, PRIVILEGE, EVENT, SPACE)
"""The vocabularies of cards and spaces that have an effect."""


def figures(components: Components, vocabulary: str, slug: str) -> Mapping[str, int]:
    """The numbers that a text may name: those on the card, and the amounts it takes and gives, by the thing's name."""
    return _FIGURES[vocabulary](components, slug)


def _craftsman(components: Components, slug: str) -> dict[str, int]:
    """P-163: `cost`, `uses`, and the amounts needed, held and given."""
    card: Craftsman = next(card for card in components.craftsmen if card.id == slug)
    uses = 1 if card.capacity is UNSET else card.capacity
    return {"cost": card.cost, "uses": uses, **card.needs, **card.holds, **card.gives}


def _resource_card(components: Components, slug: str) -> dict[str, int]:
    """P-164: `workers` and `cubes`."""
    card: ResourceCard = next(card for card in components.resource_cards if card.id == slug)
    return {"workers": card.workers, "cubes": card.cubes}


def _privilege(components: Components, slug: str) -> dict[str, int]:
    """P-165: `figure`, and the amounts given."""
    card: Privilege = next(card for card in components.privileges if card.id == slug)
    return {"figure": card.figure, **card.gives}


def _event(components: Components, slug: str) -> dict[str, int]:
    """P-166: `figure`, and the amounts given."""
    card: Event = next(card for card in components.events if card.id == slug)
    return {"figure": card.figure, **card.gives}


def _space(components: Components, slug: str) -> dict[str, int]:
    """P-167: `figure`, and the amounts given."""
    space: Space = next(space for space in components.spaces if space.id == slug)
    return {"figure": space.figure, **space.gives}


_FIGURES: dict[str, Callable[[Components, str], dict[str, int]]] = {
    CRAFTSMAN.name: _craftsman,
    RESOURCE_CARD.name: _resource_card,
    PRIVILEGE.name: _privilege,
    EVENT.name: _event,
    SPACE.name: _space,
}
