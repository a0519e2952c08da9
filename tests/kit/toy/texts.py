"""The toy's rulebook, and all texts for its players."""

from __future__ import annotations

import re

RULEBOOK = """# Toy

**T-1 Setup.** Six cards, numbered 0 to 5.

**T-2 Roll.** The roll is 0, 1 or 2, with weights 1, 2 and 3.

**T-3 Card.** Each seat draws a card in secret, if there is one.

**T-4 Bids.** Seats bid in secret, all at once, at most the number of their cards.

**T-5 Plan.** Each seat plans in secret; nobody learns that it is the plan that is being chosen.

**T-6 Play.** The highest bidder plays a card, or passes.

**T-7 Objection.** The next seat may object: then the card counts nothing.

**T-8 End.** After the last round the points decide.
"""


TEXTS = """
name = "Toy"
[words.play]
card_0 = "- 0"
card_1 = "- 1"
card_2 = "- 2"
card_3 = "- 3"
card_4 = "- 4"
card_5 = "- 5"
pass = "pass"
[words.choice]
no = "no"
yes = "yes"
[words.reason]
last_round = "the last round is over"
[words.part]
points = "points"
[prompts]
roll = "What does the die show?"
deal = "Which card?"
bid = "What do you bid?"
plan = "Do you plan?"
play_card = "What do you play after a roll of {roll}?"
object = "Do you object?"
[notes]
rolled = "The roll is {roll}."
drew = "You draw {card}."
bids = "The bids are {bids}."
scored = "{seat} gains {points|point|points}."
"""
_ITALIAN = """
name = "Toy"
[words.play]
card_0 = "- 0"
card_1 = "- 1"
card_2 = "- 2"
card_3 = "- 3"
card_4 = "- 4"
card_5 = "- 5"
pass = "passa"
[words.choice]
no = "no"
yes = "sì"
[words.reason]
last_round = "l'ultimo round è finito"
[words.part]
points = "punti"
[options]
rounds = "I round che si giocano."
[prompts]
roll = "Che cosa mostra il dado?"
deal = "Quale carta?"
bid = "Quanto offri?"
plan = "Pianifichi?"
play_card = "Che cosa giochi dopo un lancio di {roll}?"
object = "Obietti?"
[notes]
rolled = "Il lancio è {roll}."
drew = "Peschi {card}."
bids = "Le offerte sono {bids}."
scored = "{seat} riceve {points|punto|punti}."
"""
FILES = {"RULES.md": RULEBOOK, "RULES.it.md": RULEBOOK, "texts/en.toml": TEXTS, "texts/it.toml": _ITALIAN}


def read(name: str) -> str:
    """A file by its name; any other language has the Italian ones."""
    return FILES[re.sub(r"(?<=RULES\.)(?!md)\w+|(?<=texts/)(?!en)\w+", "it", name)]
