"""Values for a game's texts from games that are played here, and the resulting texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from podesta_engines.core.decide import draw
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import FATE, NOBODY
from podesta_engines.core.words import LANGUAGES, Args, Form, Said, Vocabulary, each

GAMES = 6
"""Games of each ruleset, alternately with the fewest and the most seats."""
_OFTEN = 0.7
"""The fraction of a seat's decisions that are made well, not at random."""


def filled(ruleset: Ruleset, games: int = GAMES) -> dict[str, tuple[Form, list[Args]]]:
    """Each text by its key: its form, and its values, with each number and gender of every slot."""
    found, met = dict[str, list[Args]](), set[tuple[str, str, str]]()
    known = {form.key: form for form in _forms(ruleset)}
    for said in (said for seed in range(games) for said in _game(ruleset, seed)):
        key = said.form.key
        features = {(key, *feature) for feature in _features(ruleset, said)}
        if key not in found or not features <= met:
            found.setdefault(key, []).append(said.args)
            met |= features
        known.setdefault(key, said.form)
    return {key: (form, found.get(key) or _made_up(form)) for key, form in known.items()}


def vocabularies(ruleset: Ruleset) -> list[Vocabulary]:
    """Every vocabulary of a ruleset, including those used only in its texts."""
    asked = [*(kind.form for kind in ruleset.kinds), *(note.form for note in ruleset.notes), *ruleset.forms]
    named = [*ruleset.vocabularies, ruleset.reasons, ruleset.parts]
    return list(
        {id(words): words for words in [*named, *(words for form in asked for _, words in form.slots)]}.values()
    )


def _composed(ruleset: Ruleset) -> Iterator[Said]:
    yield from (word.said for words in vocabularies(ruleset) for word in words.words if word.said)


def _forms(ruleset: Ruleset) -> Iterator[Form]:
    yield from (kind.form for kind in ruleset.kinds)
    yield from (note.form for note in ruleset.notes)
    yield from ruleset.forms
    yield from (said.form for said in _composed(ruleset))


def _made_up(form: Form) -> list[Args]:
    """Values for texts that did not occur in the games: the first words of each vocabulary."""
    few = [[at % len(words) for _, words in form.slots] for at in range(3)]
    return [[[at] if words.several else at for at, (_, words) in zip(args, form.slots, strict=True)] for args in few]


def _features(ruleset: Ruleset, said: Said) -> Iterator[tuple[str, str]]:
    """What a text has to agree with: for each slot the number, or how many words, and their genders."""
    for (name, words), arg in zip(said.form.slots, said.args, strict=True):
        if not isinstance(arg, int):
            yield name, f"{min(len(arg), 2)} words"
        for at in each(arg):
            slug = words.slug(at)
            genders = (ruleset.texts[language].nouns(words)[at].gender for language in LANGUAGES)
            yield name, f"{min(int(slug), 2)}" if slug.isdecimal() else " ".join(genders)


def _game(ruleset: Ruleset, seed: int) -> Iterator[Said]:
    """All texts of a game in which seats mostly play well."""
    p, rnd = ruleset.start((ruleset.seats[0], ruleset.seats[-1])[seed % 2]), Random(seed)
    p.listen()
    notes = {kind.name: kind.form for kind in ruleset.notes}
    yield from _composed(ruleset)
    while True:
        yield from (Said(notes[note.kind], (*note.args, max(note.seat, 0))) for note in p.heard())
        if p.actor == NOBODY:
            return
        if p.actor == FATE:
            draw(p, rnd.randrange)
            continue
        yield from _asked(p)
        ask = rnd.choice(p.asks)
        well = "greedy" if rnd.random() < _OFTEN and "greedy" in ruleset.policies else "random"
        p.answer(ruleset.policies[well](ruleset.observe(p.state, ask.seat), ask, rnd), ask.seat)


def _asked(p: Position) -> Iterator[Said]:
    for ask in p.asks:
        seen, name = p.rules.observe(p.state, ask.seat), ask.kind.name
        prompted, labelled = p.rules.prompts.get(name), p.rules.labels.get(name)
        yield prompted(seen, ask) if prompted else Said(ask.kind.form, ask.about)
        options: Sequence[int] = ask.options if labelled else ()
        yield from (said for option in options if labelled and (said := labelled(seen, ask, option)))
