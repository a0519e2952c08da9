"""The structs of a catalogue, as both wires send them."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType


class EditionSummary(Struct, frozen=True):
    """An edition in short."""

    edition: str
    """The edition's id."""
    title: str
    """The edition's name."""
    reconstructed: list[str]
    """A line for each group of figures that are reconstructed, not sourced."""


class RulesetSummary(Struct, frozen=True):
    """A ruleset in short."""

    ruleset: str
    """The ruleset's id."""
    rules: str
    """The newest version of its rules, such as `golden-horn/1`."""
    name: str
    """The game's name, in the requested language."""
    min_seats: int
    """The fewest players."""
    max_seats: int
    """The most players."""
    editions: list[str]
    """The editions of its components; the first is the default."""
    edition_summaries: list[EditionSummary]
    """More about each of the editions."""
    versions: list[str]
    """Every version of its rules that a game may follow, the oldest first; games keep the one they began with."""
    expert_seats: list[int]
    """The numbers of players for which the house bot `expert` plays, a search guided by a trained network."""


class WordEntry(Struct, frozen=True):
    """A word of a vocabulary as people read it."""

    word: str
    """The stable word."""
    label: str
    """The label for people, in the requested language."""
    text: str | UnsetType = UNSET
    """What the card or component does, in the first edition of the catalogue."""
    rules: list[str] | UnsetType = UNSET
    """The numbers of the rules that define it."""
    forms: list[str] | UnsetType = UNSET
    """Its forms, if it has several: a noun's singular and plural; an adjective's masculine, feminine and plural."""


class SlotEntry(Struct, frozen=True):
    """A named slot of a sentence."""

    name: str
    """The name, as used in `about` of a question and in `args` of a note."""
    vocabulary: str
    """The vocabulary of its words."""
    several: bool
    """Whether it holds a list of words."""


class KindEntry(Struct, frozen=True):
    """A kind of question, draw or note."""

    kind: str
    """The kind's word."""
    rule: str
    """The number of its rule."""
    text: str
    """Its sentence for people, with the names of its slots in braces."""
    slots: list[SlotEntry]
    """The slots of its sentence."""
    lot: bool = False
    """Whether fate answers it, and no seat."""
    vocabulary: str | None = None
    """The vocabulary that answers it; null of a note."""


class EditionEntry(Struct, frozen=True):
    """The component tables of an edition with their sources."""

    edition: str
    """The edition's id."""
    sha256: str
    """The SHA-256 of its data file, in hex."""
    tables: dict[str, Any]
    """The contents of the box: every component, with the source of its figures."""


class Catalogue(Struct, frozen=True):
    """Everything about a ruleset that a client needs to offer, show and explain its games."""

    ruleset: str
    """The ruleset's id."""
    summary: RulesetSummary
    """The ruleset in short."""
    editions: list[EditionEntry]
    """Every edition with its tables."""
    options: dict[str, Any]
    """The JSON Schema of a game's options; `x-rule` of each is the number of its rule."""
    view: dict[str, Any]
    """The JSON Schema of a game's view; `x-vocabulary` names the vocabularies of a text."""
    kinds: list[KindEntry]
    """Every kind of question and of draw."""
    notes: list[KindEntry]
    """Every kind of note."""
    vocabularies: dict[str, list[WordEntry]]
    """The words of each vocabulary, in their order."""
    reasons: list[WordEntry]
    """Why a game may end."""
    parts: list[WordEntry]
    """The parts of a score."""
    rules: dict[str, str]
    """The rules by their numbers, in Markdown."""
    bots: list[str]
    """The house bots that may play a seat; a search also takes a number of iterations, such as `search:500`."""
    net_seats: list[int]
    """The numbers of players for which `net` plays, the bot with a trained network."""
