"""A third language is files only: with those of a made-up one, both wires use no other language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from podesta_engines import RULESETS
from tests.contract.both_wires import both
from tests.contract.every_call.whole import every_call
from tests.contract.pseudo import CODE, site
from tests.kit.process import ServiceProcess
from tests.kit.receiver import NAMED
from tests.laws.texts.faults import PATTERNS

_TOLD = re.compile(r"(?:\*\*[A-Z]-\d+ )?⟦.*⟧", re.DOTALL)
_PLAYERS = r"Ada|Ada II|Bea|Guest \d|\{seat_\d\}"
_NO_WORDS = r"[\W\d]*"


def untold(heard: set[str], ruleset: str) -> list[str]:
    """The texts that are not in the language's files; slots' names are for programs."""
    kinds, notes = RULESETS.named(ruleset).kinds, RULESETS.named(ruleset).notes
    slots = {name for each in (*(kind.about for kind in kinds), *(note.args for note in notes)) for name, _ in each}
    bare, english = re.compile(f"{_PLAYERS}|{_NO_WORDS}"), re.compile(PATTERNS["it"]["English"])
    ours = [text for text in heard - slots if not bare.fullmatch(text)]
    return sorted(text for text in ours if not _TOLD.fullmatch(text) or english.search(text))


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A service with the language."""
    translated = type("Translated", (ServiceProcess,), {"site": site(tmp_path_factory.mktemp("site"))})
    limits = {"TOKEN_CALLS": "0", "ADDRESS_CALLS": "0", "ADDRESS_GUESSES": "0"}
    limits |= {"WEBHOOKS": "open", "WEBHOOK_NETWORKS": NAMED}
    process = translated(tmp_path_factory.mktemp("data"), **limits)
    yield process
    process.stop()


@pytest.mark.slow
@pytest.mark.outsiders
@pytest.mark.parametrize("ruleset", [ruleset.id for ruleset in RULESETS.all()])
def test_every_call_speaks_a_third_language(service: ServiceProcess, ruleset: str) -> None:
    """Every text for people in every response is in the brackets of its files, refusals and rules among them."""
    with both(service, CODE) as wires:
        every_call(wires, ruleset, service)
        assert len(wires.heard) > 500
        assert untold(wires.heard, ruleset) == []


@pytest.mark.slow
@pytest.mark.outsiders
def test_a_browser_may_ask_for_it(service: ServiceProcess) -> None:
    """Accept-Language finds it in any country, and falls back to English."""
    for wish, language in ((f"{CODE}-CH, en;q=0.9", CODE), ("zz, it;q=0.5", "it"), ("zz", "en")):
        found = httpx.get(f"{service.rest}/v1/rulesets", headers={"Accept-Language": wish})
        assert found.headers["Content-Language"] == language
