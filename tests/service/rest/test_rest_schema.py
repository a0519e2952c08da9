"""The API describes itself completely, and the committed description is current."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_service.problems import CATALOGUE
from podesta_service.rest.description.document import document
from podesta_service.rest.description.openapi import PATH, rendered
from podesta_service.rest.description.words import titled

COMMITTED: dict[str, Any] = json.loads(PATH.read_bytes())
"""Read, not rendered: every worker of a test run collects this module. The first test compares it with the rendered
one."""
OPERATIONS = {
    operation["operationId"]: operation for methods in COMMITTED["paths"].values() for operation in methods.values()
}
SCHEMAS: dict[str, Any] = COMMITTED["components"]["schemas"]


def parameter(operation: str, name: str) -> dict[str, Any]:
    """A documented parameter."""
    return next(found for found in OPERATIONS[operation]["parameters"] if found["name"] == name)


async def test_the_committed_document_is_the_one_that_is_served(http: httpx.AsyncClient) -> None:
    """`python -m podesta_service.rest.description.openapi` rewrites it."""
    assert PATH.read_bytes() == rendered()
    assert (await http.get("/schema/openapi.json")).json() == document()


def test_the_document_is_openapi() -> None:
    """No keyword is unknown to OpenAPI 3.1, and none is missing."""
    assert [error.message for error in OpenAPIV31SpecValidator(document()).iter_errors()] == []


async def test_the_page_needs_no_internet(http: httpx.AsyncClient) -> None:
    """It names no other host, and its policy forbids requests to one."""
    page = await http.get("/schema")
    assert page.headers["content-type"].startswith("text/html")
    assert not re.findall(r"(?:https?:)?//[a-z0-9-]+\.", page.text)
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "connect-src 'self'" in page.headers["content-security-policy"]


def test_the_document_names_no_other_host() -> None:
    """Neither the document nor its examples have an address of another server, except for a reserved one."""
    said = PATH.read_bytes().replace(b"https://games.example/", b"")
    assert b"http://" not in said
    assert b"https://" not in said


def test_every_reference_leads_somewhere() -> None:
    """Each `$ref` resolves within the document."""
    found = document()
    for ref in set(re.findall(r'"#/([^"]+)"', PATH.read_text())):
        target: Any = found
        for part in ref.split("/"):
            target = target[part]
        assert target


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_error_is_documented_as_problem_details(name: str) -> None:
    """Each status of 400 and above has application/problem+json, and nothing else."""
    for status, response in OPERATIONS[name]["responses"].items():
        if status >= "400":
            assert list(response["content"]) == ["application/problem+json"]
            (media,) = response["content"].values()
            assert media["schema"] == {"$ref": "#/components/schemas/Problem"}
            assert media["examples"]


def test_headers_that_are_needed_are_documented() -> None:
    """Required and optional headers of the calls that read them, and the language of all."""
    assert parameter("answer", "If-Match")["required"]
    assert parameter("answer", "Idempotency-Key")["required"]
    assert not parameter("claimSeat", "Idempotency-Key")["required"]
    assert parameter("watch", "Last-Event-ID")["in"] == "header"
    assert parameter("getGame", "If-None-Match")["in"] == "header"
    for name, operation in OPERATIONS.items():
        if "operations" not in operation["tags"]:
            assert parameter(name, "Accept-Language")


def test_rate_limits_are_documented() -> None:
    """Every call of the API may be refused as one too many, documents it, and returns the remaining limit; probes are
    exempt."""
    for operation in OPERATIONS.values():
        counted = "operations" not in operation["tags"]
        assert ("429" in operation["responses"]) == counted
        for status, response in operation["responses"].items():
            assert ("RateLimit" in response.get("headers", {})) == counted
            assert ("Retry-After" in response.get("headers", {})) == (counted and status in ("429", "503"))


def test_a_token_is_documented_as_bearer() -> None:
    """Answering needs it; reading works without."""
    assert document()["components"]["securitySchemes"]["seatToken"]["scheme"] == "bearer"
    assert OPERATIONS["answer"]["security"] == [{"seatToken": []}]
    assert {} in OPERATIONS["getGame"]["security"]


def test_every_call_of_the_api_has_an_example() -> None:
    """JSON bodies of requests and responses have one."""
    for name, operation in OPERATIONS.items():
        bodies = operation.get("requestBody", {}).get("content", {})
        answers = [response for status, response in operation["responses"].items() if status.startswith("2")]
        media = [*bodies.values(), *(one for answer in answers for one in answer.get("content", {}).values())]
        if "games" in operation["tags"]:
            for one in media:
                assert "examples" in one or one["schema"]["type"] == "string", name


def described(schema: Any) -> Iterator[tuple[str, bool]]:
    """Every property in a schema, and whether it has a description."""
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from described(part)
    if isinstance(schema, dict) and isinstance(properties := schema.get("properties"), dict):
        yield from ((name, bool(each.get("description"))) for name, each in properties.items())


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_property_is_described(name: str) -> None:
    """Each field of a schema has a description."""
    assert [field for field, is_described in described(SCHEMAS[name]) if not is_described] == []


def members(union: str) -> dict[str, str]:
    """The schemas of a union by their discriminator's value, which is constant in each of them."""
    schema = SCHEMAS[union]
    by, mapping = schema["discriminator"]["propertyName"], schema["discriminator"]["mapping"]
    found = {value: ref.rpartition("/")[2] for value, ref in mapping.items()}
    assert sorted(mapping.values()) == sorted(each["$ref"] for each in schema["oneOf"])
    assert all(SCHEMAS[name]["properties"][by]["const"] == value for value, name in found.items())
    return found


@pytest.mark.parametrize("union", ["Game", "Update", "Preview", "Catalogue", "NewGame"])
def test_what_is_a_rulesets_own_is_told_apart_by_its_id(union: str) -> None:
    """Games, updates, previews, catalogue entries and requests for a game are unions of a schema per ruleset."""
    assert members(union).keys() == {ruleset.id for ruleset in RULESETS.all()}


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
def test_questions_and_notes_are_told_apart_by_their_kind(ruleset: Ruleset) -> None:
    """Each kind has a schema with its own words: the possible answers, and the slots of prompt and sentence."""
    prefix = titled(ruleset.id)
    asked = {kind.name for kind in ruleset.kinds if kind not in ruleset.lots}
    assert members(f"{prefix}Question").keys() == asked
    assert members(f"{prefix}Note").keys() == set(ruleset.note)
    for kind in ruleset.kinds:
        if kind.name in asked:
            question = SCHEMAS[f"{prefix}{titled(kind.name)}Question"]
            assert question["properties"]["about"]["properties"].keys() == {name for name, _ in kind.about}
            option = SCHEMAS[question["properties"]["options"]["items"]["$ref"].rpartition("/")[2]]
            assert option["properties"]["word"]["$ref"].endswith(f"/{prefix}{titled(kind.words.name)}")


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
def test_every_vocabulary_is_an_enumeration(ruleset: Ruleset) -> None:
    """Its words in their order; of numbers, only their form."""
    for words in ruleset.vocabularies:
        schema = SCHEMAS.get(f"{titled(ruleset.id)}{titled(words.name)}")
        slugs = [word.slug for word in words.words]
        assert schema is not None
        if words is not ruleset.reasons:
            assert schema.get("enum", slugs) == slugs
        assert "enum" in schema or all(re.fullmatch(schema["pattern"], slug) for slug in slugs)


def test_what_comes_in_may_leave_defaults_out_and_what_goes_out_has_them() -> None:
    """A clock in a request needs no field; in a game, all but those that are only there when set."""
    assert SCHEMAS["ClockRequest"]["required"] == []
    assert set(SCHEMAS["Clock"]["required"]) == set(SCHEMAS["Clock"]["properties"]) - {"open_days"}
    assert SCHEMAS["NewTroyesGame"]["required"] == ["ruleset", "seats"]
    assert not [name for name, schema in SCHEMAS.items() if '"default":' in json.dumps(schema)]


def test_every_time_says_that_it_is_one() -> None:
    """Times of events, and deadlines, have the format of RFC 3339."""
    for struct, field in (("Heartbeat", "server_time"), ("Clocks", "at"), ("SeatToken", "expires_at")):
        assert SCHEMAS[struct]["properties"][field]["format"] == "date-time"
    assert SCHEMAS["Clocks"]["properties"]["deadline"]["anyOf"][0]["format"] == "date-time"


async def test_the_document_is_packed_once(http: httpx.AsyncClient) -> None:
    """With compression the same document has less than a tenth of its size."""
    plain = await http.get("/schema/openapi.json")
    assert len(plain.content) < 2_000_000
    for encoding in ("br", "gzip"):
        packed = await http.get("/schema/openapi.json", headers={"Accept-Encoding": encoding})
        assert (packed.headers["content-encoding"], packed.headers["vary"]) == (encoding, "Accept-Encoding")
        assert int(packed.headers["content-length"]) * 5 < len(plain.content)
        assert packed.json() == plain.json()


async def test_the_document_is_fetched_once(http: httpx.AsyncClient) -> None:
    """Its ETag is answered with 304 until it changes; its title is usable as a package name by generators."""
    first = await http.get("/schema/openapi.json")
    again = await http.get("/schema/openapi.json", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    other = await http.get("/schema/openapi.json", headers={"If-None-Match": '"other"'})
    assert other.status_code == 200
    assert first.json()["info"]["title"].isascii()


async def test_every_problem_type_has_a_page(http: httpx.AsyncClient) -> None:
    """The value of `type` is a path here, and the list has them all."""
    listed = (await http.get("/problems")).json()["problems"]
    assert [entry["type"] for entry in listed] == [f"/problems/{slug}" for slug in CATALOGUE]
    for entry in listed:
        assert (await http.get(entry["type"])).json() == entry
