"""Descriptions of structs, next to their types: a text for each field, and the vocabulary of its words.

The API's description, the protos and the reference are generated from them.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from textwrap import dedent

from msgspec import Meta, Struct

VOCABULARY = "x-vocabulary"
"""In a JSON Schema: the vocabularies of the ruleset that a text may be a word of."""


def word_of(*vocabularies: str) -> Meta:
    """Mark a text as a word of one of these vocabularies of its ruleset; `edition` means the ids of its editions.

    In a struct: `phase: Annotated[str, word_of("phase")]`.
    """
    return Meta(extra_json_schema={VOCABULARY: list(vocabularies)})


def one_of(*texts: str) -> Meta:
    """Mark a text as one of these, which are in no vocabulary."""
    return Meta(extra_json_schema={"enum": list(texts)})


@cache
def docstrings(struct: type[Struct]) -> dict[str, str]:
    """The docstrings of a struct's fields, by field, each in one line; empty if the source is not available."""
    try:
        (body,) = ast.parse(dedent(inspect.getsource(struct))).body
    except OSError:
        return {}
    assert isinstance(body, ast.ClassDef)
    return {name: " ".join(text.split()) for name, text in _documented(body)}


def _documented(body: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for line, following in zip(body.body, body.body[1:], strict=False):
        if isinstance(line, ast.AnnAssign) and isinstance(following, ast.Expr) and isinstance(line.target, ast.Name):
            yield line.target.id, str(ast.literal_eval(following.value))
