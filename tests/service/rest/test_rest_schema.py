"""The API describes itself completely, and the committed description is current."""

import re
from typing import Any

import httpx
import pytest

from podesta_engines import RULESETS
from podesta_service.problems import CATALOGUE
from podesta_service.rest.description.openapi import PATH, rendered
from podesta_service.rest.description.schema import document

OPERATIONS = {
    operation["operationId"]: operation for methods in document()["paths"].values() for operation in methods.values()
}


def parameter(operation: str, name: str) -> dict[str, Any]:
    """A documented parameter."""
    return next(found for found in OPERATIONS[operation]["parameters"] if found["name"] == name)


async def test_the_committed_document_is_the_one_that_is_served(http: httpx.AsyncClient) -> None:
    """`python -m podesta_service.rest.description.openapi` writes it anew."""
    assert PATH.read_bytes() == rendered()
    assert (await http.get("/schema/openapi.json")).json() == document()


async def test_the_page_needs_no_internet(http: httpx.AsyncClient) -> None:
    """It names no other host, and its policy forbids to ask one."""
    page = await http.get("/schema")
    assert page.headers["content-type"].startswith("text/html")
    assert not re.findall(r"(?:https?:)?//[a-z0-9-]+\.", page.text)
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "connect-src 'self'" in page.headers["content-security-policy"]


def test_the_document_names_no_other_host() -> None:
    """Neither the document nor its examples hold an address of another server."""
    assert b"http://" not in PATH.read_bytes()
    assert b"https://" not in PATH.read_bytes()


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
    """Every call of the API may be one too many, says so, and answers what is left; probes are not counted."""
    for operation in OPERATIONS.values():
        counted = "operations" not in operation["tags"]
        assert ("429" in operation["responses"]) == counted
        for status, response in operation["responses"].items():
            assert ("RateLimit" in response.get("headers", {})) == counted
            assert ("Retry-After" in response.get("headers", {})) == (counted and status in ("429", "503"))


def test_a_token_is_documented_as_bearer() -> None:
    """Answering needs it; reading goes without."""
    assert document()["components"]["securitySchemes"]["seatToken"]["scheme"] == "bearer"
    assert OPERATIONS["answer"]["security"] == [{"seatToken": []}]
    assert {} in OPERATIONS["getGame"]["security"]


def test_every_call_of_the_api_has_an_example() -> None:
    """Bodies and answers of JSON come with one."""
    for name, operation in OPERATIONS.items():
        bodies = operation.get("requestBody", {}).get("content", {})
        answers = [response for status, response in operation["responses"].items() if status.startswith("2")]
        media = [*bodies.values(), *(one for answer in answers for one in answer.get("content", {}).values())]
        if "games" in operation["tags"]:
            for one in media:
                assert "examples" in one or one["schema"]["type"] == "string", name


def test_every_rulesets_view_is_typed() -> None:
    """Game.view is one of the views of the rulesets, each with its fields."""
    schemas = document()["components"]["schemas"]
    views = [one["$ref"].rsplit("/", 1)[1] for one in schemas["Game"]["properties"]["view"]["anyOf"]]
    assert len(views) == len(RULESETS.all())
    assert all(schemas[view]["properties"] for view in views)


async def test_every_problem_type_has_a_page(http: httpx.AsyncClient) -> None:
    """What stands in `type` is an address here, and the list has them all."""
    listed = (await http.get("/problems")).json()["problems"]
    assert [entry["type"] for entry in listed] == [f"/problems/{slug}" for slug in CATALOGUE]
    for entry in listed:
        assert (await http.get(entry["type"])).json() == entry
