"""Prompts and options of Notre Dame that depend on the table; every text is in `texts/`.

Only the asked seat reads them, and they use only its observed state.
"""

from . import card_labels, person_labels, prompts, sector_labels

PROMPTS = {
    "keep_first": prompts.keep,
    "keep_second": prompts.keep,
    "play_card": prompts.play_card,
    "place_marker": prompts.place_marker,
    "move_friend": prompts.move_friend,
    "use_hotel": prompts.use_hotel,
}
LABELS = {
    "keep_first": card_labels.card,
    "keep_second": card_labels.card,
    "play_card": card_labels.card,
    "place_marker": card_labels.source,
    "donate": card_labels.donation,
    "move_friend": card_labels.friend,
    "drive": sector_labels.drive,
    "use_hotel": sector_labels.benefit,
    "ask_innkeeper": sector_labels.benefit,
    "hire_person": person_labels.person,
    "minstrel_pieces": person_labels.moved,
    "fool_piece": person_labels.moved,
    "minstrel_to": person_labels.goes,
    "fool_to": person_labels.uses,
    "bishop_to": person_labels.fills,
    "lose_marker": person_labels.loses,
}
FORMS = (*prompts.FORMS, *card_labels.FORMS, *sector_labels.FORMS, *person_labels.FORMS)

__all__ = ["FORMS", "LABELS", "PROMPTS"]
