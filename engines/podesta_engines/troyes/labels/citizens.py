"""Labels of citizens that may be placed or hired: their present place, and the citizen they expel."""

from __future__ import annotations

from podesta_engines.core.script import Ask
from podesta_engines.core.words import Said, Vocabulary, Word, form
from podesta_engines.troyes.components import FIGURES
from podesta_engines.troyes.dice import value_of
from podesta_engines.troyes.state import NONE, State
from podesta_engines.troyes.words import (
    BUILDING,
    CARD,
    CITIZEN,
    COLOUR,
    NUMBER,
    SOURCE,
    SOURCES,
    SPACE,
    TURN_ACTIONS,
    Source,
)

_SPACE, _CARD, _LYING = (
    form("labels.taken_space", space=SPACE),
    form("labels.taken_card", card=CARD),
    form("labels.taken_lying", building=BUILDING),
)


def _taken(source: Source) -> Said | None:
    match source:
        case Source("space", space):
            return _SPACE(space)
        case Source("card", card):
            return _CARD(card)
        case Source("lying", building):
            return _LYING(building)
    return None


TAKEN = Vocabulary(
    "taken", (Word(word.slug, said=_taken(source)) for word, source in zip(SOURCE.words, SOURCES, strict=True))
)
"""The citizen that is taken, for each word of SOURCE."""
WHOSE = Vocabulary("whose", (*CITIZEN.words, Word("own")))
"""A citizen from the asked seat's point of view: its own, or that of another owner, as in CITIZEN."""
_TAKE = form("labels.take", source=TAKEN)
_EXPELS = form("labels.take_expelling", source=TAKEN, expelled=WHOSE)
_FIRST = form("labels.first_citizen", space=SPACE, colour=COLOUR, wage=NUMBER)
FORMS = (_TAKE, _EXPELS, _FIRST)


def hire_from(_g: State, _: Ask, option: int) -> Said:
    """T-141: the citizen who becomes a tradesman."""
    return _TAKE(option)


def citizen_from(g: State, ask: Ask, option: int) -> Said:
    """T-201 to T-203: the citizen who is placed, and the one he expels."""
    action, number = ask.about
    expelled = _expelled(g, TURN_ACTIONS[action].about, value_of(number), SOURCES[option])
    return _TAKE(option) if expelled == NONE else _EXPELS(option, whose(expelled, ask.seat))


def whose(owner: int, seat: int) -> int:
    """The word of WHOSE for an owner's citizen."""
    return len(CITIZEN) if owner == seat else owner


def _expelled(g: State, building: int, value: int, source: Source) -> int:
    """T-201: a citizen who comes from the row itself leaves his space to the others, so that none is expelled."""
    first, end = FIGURES[g.edition].rows[building][value - 1]
    from_row = source.place == "space" and first <= source.at < end
    stays = from_row or NONE in g.standing[first:end]
    return NONE if stays else g.standing[end - 1]


def place_first(g: State, _: Ask, option: int) -> Said:
    """T-50, T-60: a space, the die that a citizen rolls there, and his wage."""
    return _FIRST(option, option // 6, FIGURES[g.edition].wages[option // 6])


LABELS = {"hire_from": hire_from, "citizen_from": citizen_from, "place_first": place_first}
