"""By k8s/components/haproxy all calls about a game go to one process, over both wires; others serve it, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from podesta_client import connect
from tests.kit.process import ServiceProcess
from tests.service.front.proxies import NEEDED, Cluster, opened, proxied, started

pytestmark = [pytest.mark.campaign, pytest.mark.slow, NEEDED]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two processes behind a haproxy that sends calls by game."""
    folder = tmp_path_factory.mktemp("routed")
    with started(folder, 2) as processes, proxied(folder, processes) as found:
        yield found


def looked_up(process: ServiceProcess) -> float:
    """How often a process has looked for a game."""
    families = text_string_to_metric_families(httpx.get(f"{process.rest}/metrics").text)
    return sum(each.value for family in families for each in family.samples if "lookups_total" in each.name)


def test_a_game_s_calls_go_to_one_process_over_both_wires(cluster: Cluster) -> None:
    """Twenty games, called by path and by metadata: only one of the two looks for each, and both have some."""
    with connect(f"127.0.0.1:{cluster.grpc}") as rpc, httpx.Client(base_url=f"http://127.0.0.1:{cluster.rest}") as http:
        games, served = opened(rpc, 20, 0, Random(1)), set()
        before = [looked_up(each) for each in cluster.processes]
        for game in games:
            for _ in range(2):
                assert http.get(f"/v1/games/{game}").status_code == 200
                assert rpc.get(game).game == game
            after = [looked_up(each) for each in cluster.processes]
            rose = [index for index in range(2) if after[index] > before[index]]
            assert len(rose) == 1, f"{game} was looked for by {rose}"
            served.update(rose)
            before = after
    assert served == {0, 1}


@pytest.mark.parametrize(("behind", "statuses"), [("yes", [201, 429, 201]), ("no", [201, 429, 429])])
def test_whom_the_gateway_saw_is_who_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, behind: str, statuses: list[int]
) -> None:
    """Behind a gateway the address that it has added is the caller's, whatever precedes it; otherwise the peer's."""
    monkeypatch.setenv("BEHIND_GATEWAY", behind)
    own = {"TRUSTED_PROXIES": "127.0.0.1", "ADDRESS_GAMES_HOUR": "1"}
    ways = ["192.0.2.1, 198.51.100.1", "192.0.2.2, 198.51.100.1", "192.0.2.2, 198.51.100.2"]
    with started(tmp_path, 1, **own) as processes, proxied(tmp_path, processes) as found:
        asked = {"ruleset": "golden-horn", "seats": [{"name": "Ada"}, {"name": "Bice"}]}
        url = f"http://127.0.0.1:{found.rest}/v1/games"
        assert [httpx.post(url, json=asked, headers={"X-Forwarded-For": way}).status_code for way in ways] == statuses


def test_a_process_that_is_not_a_game_s_own_serves_it_all_the_same(cluster: Cluster) -> None:
    """An answer given to either process is the basis of the next one."""
    with connect(f"127.0.0.1:{cluster.grpc}") as rpc:
        (created,) = [rpc.create("golden-horn", seats=["Ada", "Bice"])]
        revision = created.game.revision
        for process in [*cluster.processes, *cluster.processes]:
            with connect(process.grpc) as direct:
                for token in created.tokens:
                    seen = direct.get(created.id, token)
                    if options := [(each.kind, option.word) for each in seen.questions for option in each.options]:
                        revision = direct.answer_only(created.id, token, seen.revision, options[:1])
                        break
            assert rpc.get(created.id).revision == revision == seen.revision + 1
