"""Validates values against the description's schemas."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from jsonschema_rs import Draft202012Validator, Registry

from podesta_service.rest.description.openapi import PATH


@cache
def validator(name: str) -> Draft202012Validator:
    """Validates values against a schema of the document; properties outside the schema are errors."""
    return Draft202012Validator({"$ref": f"document:#/components/schemas/{name}"}, registry=_registry())


@cache
def _registry() -> Registry:
    return Registry([("document:", _closed(msgspec.json.decode(PATH.read_bytes())))])


def _closed(schema: Any) -> Any:
    """A document with objects that have no properties but those described."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _closed(part) for key, part in schema.items()}
    return {"additionalProperties": False, **found} if "properties" in found and "type" in found else found


def wrong(name: str, value: Any) -> list[str]:
    """The violations of a schema, with their places."""
    plain = msgspec.json.decode(msgspec.json.encode(value))
    found = validator(name).iter_errors(plain)
    return [f"{'.'.join(('$', *map(str, error.instance_path)))}: {error.message[:200]}" for error in found]


def described_headers() -> set[str]:
    """The headers that every notice to a webhook has according to the description."""
    notice = msgspec.json.decode(PATH.read_bytes())["webhooks"]["notice"]["post"]
    return {each["name"] for each in notice["parameters"] if each["in"] == "header"}
