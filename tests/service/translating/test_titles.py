"""Titles of problems in the caller's language."""

from __future__ import annotations

import httpx
import pytest

from podesta_client import Problem, connect
from tests.kit.process import running_service


@pytest.mark.slow
def test_both_wires_tell_it(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Callers who ask for Italian are refused in Italian, over REST and gRPC; the type is the same in any language."""
    game = "a" * 21
    with running_service(tmp_path_factory.mktemp("data")) as service:
        for language, title in (("it", "Questa partita non esiste"), ("en", "There is no such game")):
            found = httpx.get(f"{service.rest}/v1/games/{game}", headers={"Accept-Language": language})
            assert (found.json()["title"], found.headers["Content-Language"]) == (title, language)
            with connect(service.grpc, language=language) as podesta, pytest.raises(Problem) as problem:
                podesta.get(game)
            assert (problem.value.type, problem.value.title) == ("unknown-game", title)
