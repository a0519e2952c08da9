"""Texts for people: translators' files, the sentences in them, and the grammar of their nouns."""

from .files import Texts

__all__ = ["Texts"]
