"""What people read: translators' files, the sentences in them, and the grammar of their nouns."""

from .files import Texts

__all__ = ["Texts"]
