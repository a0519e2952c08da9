"""Prompts and options of Notre Dame that say what lies on the table just now; every text stands in `texts/`.

They are read by the seat that is asked alone, and know no more than its observed state.
"""

from . import actions, persons, prompts, sectors

PROMPTS = {
    "keep_first": prompts.keep,
    "keep_second": prompts.keep,
    "play_card": prompts.play_card,
    "place_marker": prompts.place_marker,
    "move_friend": prompts.move_friend,
    "use_hotel": prompts.use_hotel,
}
LABELS = {
    "keep_first": actions.card,
    "keep_second": actions.card,
    "play_card": actions.card,
    "place_marker": actions.source,
    "donate": actions.donation,
    "move_friend": actions.friend,
    "drive": sectors.drive,
    "use_hotel": sectors.benefit,
    "ask_innkeeper": sectors.benefit,
    "hire_person": persons.person,
    "minstrel_pieces": persons.moved,
    "fool_piece": persons.moved,
    "minstrel_to": persons.goes,
    "fool_to": persons.uses,
    "bishop_to": persons.fills,
    "lose_marker": persons.loses,
}
FORMS = (*prompts.FORMS, *actions.FORMS, *sectors.FORMS, *persons.FORMS)

__all__ = ["FORMS", "LABELS", "PROMPTS"]
