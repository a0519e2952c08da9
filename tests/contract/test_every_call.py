"""Every call of both wires, for every ruleset: each works, and the responses of REST and gRPC are the same.

One game of each ruleset is played to its end, its moves going over both wires in turn. REST's JSON is read as the
contract's messages and compared with those, so a field that one wire lacks is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import jsonschema
import pytest

from podesta_engines import RULESETS
from podesta_engines.core.words import LANGUAGES, Language
from tests.contract.both_wires import both
from tests.contract.every_call.opening import look_at_the_catalogue, open_and_join
from tests.contract.every_call.play import Play
from tests.contract.every_call.whole import every_call
from tests.kit.process import ServiceProcess, running_service
from tests.kit.receiver import NAMED
from tests.laws.texts.faults import PATTERNS

IDS = [ruleset.id for ruleset in RULESETS.all()]
QUICKEST = ("golden-horn", "troyes")
PLAYED = [pytest.param(each, marks=() if each in QUICKEST else pytest.mark.campaign) for each in IDS]
"""Calls are the same for every ruleset: by day two of them suffice to show a missing call or a difference."""
SPOKEN = [pytest.param(each, marks=pytest.mark.nightly if each == "en" else ()) for each in LANGUAGES]
"""English runs at night: it is the fallback of a missing translation, which therefore shows in Italian only."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A service without limits on calls and on failed invitations: a quick machine would exceed them."""
    limits = {"TOKEN_CALLS": "0", "ADDRESS_CALLS": "0", "ADDRESS_GUESSES": "0"}
    limits |= {"WEBHOOKS": "open", "WEBHOOK_NETWORKS": NAMED}
    with running_service(tmp_path_factory.mktemp("data"), **limits) as process:
        yield process


def foreign(heard: set[str], language: Language) -> list[str]:
    """The texts with words of the other language; players' names are exempt."""
    pattern = re.compile(PATTERNS[language]["English" if language == "it" else "Italian"])
    return sorted(text for text in heard if pattern.search(text))


@pytest.mark.slow
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("ruleset", PLAYED)
def test_every_call_of_both_wires_works_and_answers_alike(
    service: ServiceProcess, ruleset: str, language: Language
) -> None:
    """From the catalogue to a fork of the ended game no call is left out, and no text is in another language."""
    with both(service, language) as wires:
        every_call(wires, ruleset, service)
        assert foreign(wires.heard, language) == []


@pytest.mark.parametrize("ruleset", IDS)
def test_the_catalogue_has_what_a_client_needs(service: ServiceProcess, ruleset: str) -> None:
    """Sources of tables, rules by number for every question and note, words in two languages, a schema that holds."""
    with both(service) as english, both(service, "it") as italian:
        entry, other = look_at_the_catalogue(english, ruleset), look_at_the_catalogue(italian, ruleset)
        assert {one["rule"] for one in entry["kinds"] + entry["notes"]} <= entry["rules"].keys()
        assert all("source" in str(edition["tables"]) for edition in entry["editions"])
        assert [one["text"] for one in entry["kinds"]] != [one["text"] for one in other["kinds"]]
        assert entry["vocabularies"].keys() == other["vocabularies"].keys()
        play = Play(english, ruleset)
        open_and_join(play)
        for token in play.viewers:
            jsonschema.validate(play.seen(token)["view"], entry["view"])


@pytest.mark.parametrize("ruleset", IDS)
def test_labels_come_in_the_language_asked_for(service: ServiceProcess, ruleset: str) -> None:
    """Questions and notes differ between English and Italian, words do not; on both wires."""
    with both(service) as english, both(service, "it") as italian:
        play = Play(english, ruleset)
        open_and_join(play)
        _, shown = play.asked()
        token = play.tokens[shown["seat"]]
        other = Play(italian, ruleset, play.game, play.tokens).seen(token)
        assert shown["questions"][0]["prompt"] != other["questions"][0]["prompt"]
        words = [[option["word"] for option in one["questions"][0]["options"]] for one in (shown, other)]
        assert words[0] == words[1]


def test_rest_says_that_nothing_changed(service: ServiceProcess) -> None:
    """A GET with the present ETag returns 304 and no body; `at` shows a game's past; headers show the remaining
    limits."""
    with both(service) as wires:
        play = Play(wires, "golden-horn")
        open_and_join(play)
        found = wires.rest("GET", play.path, play.tokens[0])
        again = wires.rest("GET", play.path, play.tokens[0], headers={"If-None-Match": found.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert found.headers["Vary"]
        assert found.headers["Content-Language"] == "en"
