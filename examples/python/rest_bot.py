"""A bot on nothing but the standard library, as the page "Write your own client" says: it follows its game by
Server-Sent Events and answers by POST.

    PODESTA_URL=http://localhost:8080 PODESTA_GAME=… PODESTA_TOKEN=… python rest_bot.py
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from http.client import HTTPException, HTTPResponse
from random import choice, random
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

URL, GAME, TOKEN = (os.environ[f"PODESTA_{name}"] for name in ("URL", "GAME", "TOKEN"))
SEND_AGAIN = {429, 502, 503, 504}
DECIDE_AGAIN = {"stale-revision", "not-your-turn", "illegal-answer", "too-many-answers", "game-over"}
FIRST, LONGEST = 0.1, 5.0
"""Seconds: the first pause, and the longest."""
SILENCE = 60.0
"""Seconds without even a heartbeat, after which a connection is taken to be dead."""


class Refused(Exception):
    """A refusal that retrying does not help: the type of a problem, and its sentence."""

    def __init__(self, error: HTTPError) -> None:
        told = json.loads(error.read()) if error.headers.get_content_type() == "application/problem+json" else {}
        self.type = told.get("type", "").removeprefix("/problems/")
        super().__init__(f"{error.code} {self.type}: {told.get('detail', error.reason)}")


class Pauses:
    """Waits between two tries, longer each time, and as long as the service says."""

    def __init__(self) -> None:
        self._tries = 0

    def worked(self) -> None:
        """Start again after a success."""
        self._tries = 0

    def wait(self, error: Exception) -> None:
        """Wait; raises Refused if another try is of no use."""
        told = 0.0
        if isinstance(error, HTTPError):
            if error.code not in SEND_AGAIN:
                raise Refused(error) from None
            told = float(error.headers.get("Retry-After", 0))
        time.sleep(told + min(FIRST * 2**self._tries, LONGEST) * (0.5 + random() / 2))
        self._tries += 1


pauses = Pauses()


def call(path: str, headers: dict[str, str], body: dict[str, Any] | None = None) -> HTTPResponse:
    """One call; raises OSError, of which HTTPError is one, and HTTPException."""
    told = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", **headers}
    data = None if body is None else json.dumps(body).encode()
    answered: HTTPResponse = urlopen(Request(f"{URL}/v1/games/{GAME}{path}", data, told), timeout=SILENCE)  # noqa: S310
    return answered


def events() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every event of one stream, from the game as it is; raises what `call` raises."""
    name = ""
    with call("/stream", {"Accept": "text/event-stream"}) as stream:
        pauses.worked()
        for line in stream:
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field == "data":
                yield name, json.loads(value)


def answer(game: dict[str, Any]) -> None:
    """Answer what is asked, the same under the same id until it is known what became of it; raises Refused."""
    asked = game["questions"][0]
    body = {"answers": [{"question": asked["kind"], "option": choice(asked["options"])["word"]}]}
    command = {"Idempotency-Key": str(uuid4()), "If-Match": f'"{game["revision"]}"', "Prefer": "return=minimal"}
    while True:
        try:
            call("/answers", command, body).close()
        except (OSError, HTTPException) as error:
            try:
                pauses.wait(error)
            except Refused as refused:
                if refused.type in DECIDE_AGAIN:
                    return  # the stream sends what is asked now
                raise
        else:
            pauses.worked()
            return


def play() -> bool:
    """Follow one stream and answer; whether the game is over."""
    newest = 0
    for name, told in events():
        if name == "end":
            return True
        game = told.get("after", told)
        if name not in ("game", "update") or game["revision"] <= newest:
            continue
        newest = game["revision"]
        if game["questions"]:
            answer(game)
    return False


def main() -> None:
    """Play until the game is over; ends with 1, and says why, if that cannot be."""
    while True:
        try:
            if play():
                return
            pauses.wait(ConnectionError("the stream ended before the game did"))
        except (OSError, HTTPException) as error:
            pauses.wait(error)


if __name__ == "__main__":
    try:
        main()
    except Refused as refused:
        sys.exit(str(refused))
