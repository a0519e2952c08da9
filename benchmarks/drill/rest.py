"""Callers over REST and TLS."""

from __future__ import annotations

import ssl
from uuid import uuid4

import httpx

from .callers import Caller, PlayedGame

_PLAN = {"ruleset": "golden-horn", "seats": [{"name": "Ada", "claim": True}, {"name": "Bice", "claim": True}]}


class RestCaller(Caller):
    """Plays over REST among its own seats."""

    def __init__(self, url: str, trusted: ssl.SSLContext, seed: int) -> None:
        super().__init__(seed)
        self._http = httpx.Client(base_url=url, verify=trusted, timeout=30)

    def connected(self) -> httpx.Client:
        """Its client."""
        return self._http

    def opened(self) -> PlayedGame | None:
        """A new game; None once stopped."""
        if (found := self._call("POST", "/v1/games", uuid4().hex, json=_PLAN)) is None:
            return None
        body = found.json()
        return PlayedGame(body["game"]["game"], [each["token"] for each in body["tokens"]])

    def moved(self, played: PlayedGame) -> bool:
        """Whether the game continues after a move."""
        for token in played.tokens:
            seen = self._call("GET", f"/v1/games/{played.game}", token=token)
            if seen is None or seen.json()["status"] != "running":
                return False
            if asked := [each for each in seen.json()["questions"] if each["options"]]:
                return self._answered(played, token, seen.json()["revision"], asked[0])
        return False

    def _answered(self, played: PlayedGame, token: str, revision: int, asked: dict[str, object]) -> bool:
        options = asked["options"]
        assert isinstance(options, list)
        body = {"answers": [{"question": asked["kind"], "option": self._rnd.choice(options)["word"]}]}
        path, match = f"/v1/games/{played.game}/answers", {"If-Match": f'"{revision}"'}
        done = self._call("POST", path, uuid4().hex, token, json=body, headers=match)
        if done is not None:
            played.took(done.json()["update"]["revision"])
        return done is not None

    def _call(
        self,
        method: str,
        path: str,
        key: str = "",
        token: str = "",
        json: object = None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response | None:
        """The answer; None once stopped, or if it is a refusal."""
        sent = (headers or {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        sent |= {"Idempotency-Key": key} if key else {}

        def attempt() -> tuple[str, httpx.Response | None, bool]:
            try:
                answer = self._http.request(method, path, json=json, headers=sent)
            except httpx.TransportError as error:
                return type(error).__name__, None, False
            if answer.is_success:
                return "ok", answer, True
            return f"{answer.status_code} {_problem(answer)}".strip(), None, answer.status_code < 500

        return self.tried(attempt)


def _problem(answer: httpx.Response) -> str:
    """The type of a refusal; the proxy's own, when it has no backend, are not problems."""
    if "json" not in answer.headers.get("Content-Type", ""):
        return "of the proxy"
    return str(answer.json().get("type", "")).rpartition("/")[2]
