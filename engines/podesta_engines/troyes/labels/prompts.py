"""Prompts: one text for each shape of a question's options, naming only what is open."""

from __future__ import annotations

from podesta_engines.core.script import Ask
from podesta_engines.core.words import Said, Vocabulary, Word, form
from podesta_engines.troyes.components import FIGURES
from podesta_engines.troyes.dice import PLAIN, faces_of, owner_of, value_of
from podesta_engines.troyes.rules.influence import SPENDING
from podesta_engines.troyes.state import State
from podesta_engines.troyes.words import (
    BUILDING,
    CARD,
    DIE,
    DONE,
    EVENT,
    FACE,
    FOE,
    NUMBER,
    SHOOT,
    SPACE,
    TURN_ACTIONS,
    Action,
    untraced,
)

from .dice import chosen, group_value
from .menu import able

# -- purposes of dice and cubes --------------------------------------------------------------------------------------

_FOR_CARD, _FOR_EVENT = form("labels.to_activate", card=CARD), form("labels.to_combat", event=EVENT)
_FOR_PLACE = form("labels.to_place", building=BUILDING)
_AIMS: tuple[Action, ...] = (
    *(Action("activate", card) for card in range(len(CARD))),
    Action("build"),
    *(Action("combat", event) for event in range(len(EVENT))),
    *(Action("place", building) for building in range(len(BUILDING))),
    Action("farm"),
)
_AIM_OF = {action: number for number, action in enumerate(_AIMS)}


def _aim(action: Action) -> Word:
    match action:
        case Action("activate", card):
            return Word(f"activate.{CARD.slug(card)}", said=_FOR_CARD(card))
        case Action("combat", event):
            return Word(f"combat.{EVENT.slug(event)}", said=_FOR_EVENT(event))
        case Action("place", building):
            return Word(f"place.{BUILDING.slug(building)}", said=_FOR_PLACE(building))
    return Word(action.verb)


AIM = Vocabulary("aim", map(_aim, _AIMS))
"""The purpose of dice and cubes: as ACTION, with events by name."""


def aim(g: State, option: int) -> int:
    """The word of AIM for a word of ACTION."""
    action = TURN_ACTIONS[option]
    return _AIM_OF[Action("combat", g.queue[action.about]) if action.verb == "combat" else action]


# -- questions -------------------------------------------------------------------------------------------------------

_FIRST_LEFT, _FIRST_LAST = form("prompts.place_first_left", left=NUMBER), form("prompts.place_first_last")
_ABLE, _UNABLE = (form(f"prompts.prepare_{name}", foe=FOE, influence=NUMBER) for name in ("able", "unable"))
_WITH_NONE = form("prompts.counter_with_none", sum=NUMBER)
_WITH_MORE, _WITH_ENOUGH = (
    form(f"prompts.counter_with_{name}", strength=NUMBER, sum=NUMBER) for name in ("more", "enough")
)
_SPEND_OR_ACT, _ACT, _SPEND = (form(f"prompts.act_{name}", influence=NUMBER) for name in ("both", "only", "spend"))
_FLIP_FIRST, _FLIP_MORE = form("prompts.flip_first"), form("prompts.flip_more", dice=FACE)
_HIRE = form("prompts.hire", card=CARD, cost=NUMBER)
_CUBE, _CUBE_NEEDED = (form(f"prompts.{name}", aim=AIM) for name in ("modify_may", "modify_must"))
_DIE_FIRST = form("prompts.group_first", aim=AIM)
_DIE_MORE, _DIE_ENOUGH = (
    form(f"prompts.group_{name}", aim=AIM, own=FACE, bought=DIE, value=NUMBER) for name in ("more", "enough")
)
_CITIZEN = form("prompts.citizen", space=SPACE)
_MARK_HIT, _MARK_LAST, _MARK_LEFT = (
    form("prompts.mark_hit"),
    form("prompts.mark_last"),
    form("prompts.mark_left", left=NUMBER),
)
FORMS = (
    _FIRST_LEFT, _FIRST_LAST, _ABLE, _UNABLE, _WITH_NONE, _WITH_MORE, _WITH_ENOUGH, _SPEND_OR_ACT, _ACT, _SPEND,
    _FLIP_FIRST, _FLIP_MORE, _HIRE, _CUBE, _CUBE_NEEDED, _DIE_FIRST, _DIE_MORE, _DIE_ENOUGH, _CITIZEN, _MARK_HIT,
    _MARK_LAST, _MARK_LEFT,
)  # fmt: skip


def place_first(g: State, ask: Ask) -> Said:
    """T-10: how many citizens are still to place."""
    left = g.players[ask.seat].supply
    return _FIRST_LEFT(left) if left > 1 else _FIRST_LAST()


def prepare(g: State, ask: Ask) -> Said:
    """T-84, T-85: whether the seat's dice are enough, and the influence it may spend before."""
    return (_ABLE if able(g, ask.seat) else _UNABLE)(ask.about[0], g.players[ask.seat].influence)


def counter_with(_g: State, ask: Ask) -> Said:
    """T-81: the strength that is still needed."""
    strength, needed = ask.about
    if not strength:
        return _WITH_NONE(needed)
    return (_WITH_ENOUGH if DONE in ask.options else _WITH_MORE)(strength, needed)


def act(g: State, ask: Ask) -> Said:
    """T-100: names influence if it can be spent, and actions if there are any besides passing."""
    verbs = {TURN_ACTIONS[option].verb for option in ask.options}
    spends, acts = not verbs.isdisjoint(SPENDING), bool(verbs - {"pass", *SPENDING})
    return (_SPEND if not acts else _SPEND_OR_ACT if spends else _ACT)(g.players[ask.seat].influence)


def flip_die(_g: State, ask: Ask) -> Said:
    """T-130: the dice chosen so far, if any."""
    dice = chosen(ask.about)
    return _FLIP_MORE(faces_of(dice)) if dice else _FLIP_FIRST()


def hire_from(g: State, ask: Ask) -> Said:
    """T-140: the card and its cost."""
    (card,) = ask.about
    return _HIRE(card, FIGURES[g.edition].cost[card])


def modify(g: State, ask: Ask) -> Said:
    """T-164: whether the action can do without a cube."""
    return (_CUBE if PLAIN in ask.options else _CUBE_NEEDED)(aim(g, ask.about[0]))


def group_die(g: State, ask: Ask) -> Said:
    """T-117: the purpose of the group, and its dice so far."""
    action, modifier, *_ = ask.about
    dice, what = chosen(ask.about[2:]), aim(g, action)
    if not dice:
        return _DIE_FIRST(what)
    own = faces_of([number for number in dice if owner_of(number) == ask.seat])
    bought = tuple([number for number in dice if owner_of(number) != ask.seat])
    value = 0 if TURN_ACTIONS[action].verb == "build" else group_value(g, modifier, dice)
    return (_DIE_ENOUGH if DONE in ask.options else _DIE_MORE)(what, own, bought, value)


def citizen_from(g: State, ask: Ask) -> Said:
    """T-202, T-203: the space that the die leads to."""
    action, die = ask.about
    return _CITIZEN(FIGURES[g.edition].rows[TURN_ACTIONS[action].about][value_of(die) - 1][0])


def mark(g: State, ask: Ask) -> Said:
    """T-322, T-328: the number of cubes still to place; the Archer's become known one by one, with each hit."""
    (left,) = ask.about
    if g.trace and untraced(g.trace[-1])[0] is SHOOT:
        return _MARK_HIT()
    return _MARK_LEFT(left) if left > 1 else _MARK_LAST()


PROMPTS = {
    "place_first": place_first,
    "prepare": prepare,
    "counter_with": counter_with,
    "act": act,
    "flip_die": flip_die,
    "hire_from": hire_from,
    "modify": modify,
    "group_die": group_die,
    "citizen_from": citizen_from,
    "mark": mark,
}
