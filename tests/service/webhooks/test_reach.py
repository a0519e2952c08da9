"""Private networks that an operator allows are for sites; other callers reach named receivers, and cannot probe
ports."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from podesta_eventstore import MemoryStore
from podesta_service.context import Context
from podesta_service.identity.sites import Sites
from podesta_service.problems import BAD_WEBHOOK
from podesta_service.table.writer import Command
from podesta_service.webhooks.addresses import NOT_PUBLIC
from podesta_service.webhooks.notices import ping
from podesta_service.webhooks.reach import NOT_DELIVERED, Reach
from podesta_service.webhooks.storage import Maker, webhooks_in
from tests.kit.clocks import stewards
from tests.kit.fixtures import NewContext
from tests.kit.games import command, refused
from tests.kit.receiver import Receiver, receiving

from .hooks import Names, hooked, opened, until

INNER = "inner.example"


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    """Names of the tests' own, one of them in a private network."""
    found = Names()
    found.answers[INNER] = [["127.0.0.1"]]
    monkeypatch.setattr(socket, "getaddrinfo", found.look_up)
    return found


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver in the private network."""
    with receiving() as found:
        yield found


async def process(new_context: NewContext, networks: str, key: str = "") -> Context:
    """A process that lets every caller add webhooks, with these networks allowed."""
    keys = f"create:{key}" if key else ""
    made: Context = await new_context(webhooks="open", webhook_networks=networks, operator_keys=keys)
    return made


def addresses(port: int) -> list[str]:
    """A receiver of the private network in several spellings."""
    hosts = ["127.0.0.1", "2130706433", "localhost", INNER, "[::ffff:127.0.0.1]"]
    return [f"{scheme}://{host}:{port}/hook" for scheme in ("http", "https") for host in hosts]


async def test_an_allowed_network_is_for_sites_alone(new_context: NewContext, names: Names, receiver: Receiver) -> None:
    """A seat and a host are refused there whether a port is open or not, in the same words; the site is not."""
    key = command()
    master = (await process(new_context, "127.0.0.0/8,::1", key)).master
    game, tokens = await opened(master, key)
    host, heard = master.hosting.token(await master.table(game)).token, set[str]()
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        for url in [each for port in (receiver.port, silent.getsockname()[1]) for each in addresses(port)]:
            for token in (tokens[0], host):
                why = await refused(BAD_WEBHOOK, hooked(master, url, token, game))
                heard.add(f"{url.partition(':')[0]} {why}")
    assert (len(heard), receiver.requests) == (2, [])
    webhook, _ = await hooked(master, f"http://{INNER}:{receiver.port}/hook", key, game)
    tried = await master.webhooks.ping(game, key, webhook.webhook)
    assert (tried.status, tried.why, len(receiver.requests)) == (204, "", 1)


async def test_a_name_that_moves_into_the_network_is_not_called(
    new_context: NewContext, names: Names, receiver: Receiver
) -> None:
    """The address that a seat gave while it was public is checked at each attempt; nor can a revoked key reach it."""
    key = command()
    names.answers[INNER] = [["93.184.215.14"]]
    master = (await process(new_context, "127.0.0.0/8", key)).master
    game, tokens = await opened(master, key)
    url = f"https://{INNER}:{receiver.port}/hook"
    webhook, _ = await hooked(master, url, tokens[0], game)
    site, _ = await hooked(master, f"http://127.0.0.1:{receiver.port}/", key, game)
    names.answers[INNER] = [["127.0.0.1"]]
    tried = await master.webhooks.ping(game, tokens[0], webhook.webhook)
    assert (tried.delivered, tried.status, tried.why) == (False, 0, NOT_DELIVERED)
    other = (await process(new_context, "127.0.0.0/8", command())).master
    kept = webhooks_in((await other.store.metadata(game)).labels)[site.webhook]
    outcome = await other.delivery.try_out(site.webhook, kept, game, ping(other.delivery.now))
    assert (outcome.why, receiver.requests) == (NOT_PUBLIC, [])


async def test_strangers_learn_of_a_named_receiver_whether_it_took_the_notice(
    new_context: NewContext, receiver: Receiver
) -> None:
    """Whatever it answers, and even if it is down: delivered or not, in a ping and in the list."""
    networks = f"10.0.0.0/8,{receiver.url},http://127.0.0.1:9/"
    context, key = await process(new_context, networks), command()
    game, tokens = await opened(context.master, key)
    heard = set[tuple[bool, int, str]]()
    for url, status in [(receiver.url, each) for each in (204, 302, 404, 500)] + [("http://127.0.0.1:9/", 0)]:
        receiver.answer = lambda _, status=status: status  # type: ignore[misc]
        webhook, _ = await hooked(context.master, url, tokens[0], game)
        tried = await context.master.webhooks.ping(game, tokens[0], webhook.webhook)
        heard.add((tried.delivered, tried.status, tried.why))
        await context.master.webhooks.remove(game, tokens[0], webhook.webhook)
    assert heard == {(True, 0, ""), (False, 0, NOT_DELIVERED)}
    await hooked(context.master, receiver.url, tokens[1], game)
    await context.master.resigning.resign(Command(game, 0, 0, command()))
    async with stewards(context):
        await receiver.come(1)
        await until(lambda: context.master.delivery.endpoints.wait(receiver.url, game))
        listed = [(await context.master.webhooks.listed(game, tokens[1]))[0].state]
    assert [each and each.why for each in listed] in ([""], [NOT_DELIVERED])


NAMED = ["http://10.0.0.5:8000/hooks", "https://ntfy.example/"]


@pytest.mark.parametrize(
    ("url", "reached"),
    [
        ("http://10.0.0.5:8000/hooks", True),
        ("http://10.0.0.5:8000/hooks/", True),
        ("http://10.0.0.5:8000/hooks/a/b?c=/../d", True),
        ("https://NTFY.example:443/any", True),
        ("https://ntfy.example", True),
        ("http://10.0.0.5:8000/", False),
        ("http://10.0.0.5:8000/hooks2", False),
        ("http://10.0.0.5:8001/hooks", False),
        ("http://10.0.0.5/hooks", False),
        ("http://10.0.0.6:8000/hooks", False),
        ("https://10.0.0.5:8000/hooks", False),
        ("http://ntfy.example/", False),
        ("https://ntfy.example:8443/", False),
        ("https://other.ntfy.example/", False),
        ("https://ntfy.example.other/", False),
        ("http://10.0.0.5:8000/hooks/../admin", False),
        ("http://10.0.0.5:8000/hooks/..", False),
        ("http://10.0.0.5:8000/hooks/%2e%2e/admin", False),
        ("http://10.0.0.5:8000/hooks/..;/admin", False),
        ("http://10.0.0.5:8000//hooks", False),
        ("http://10.0.0.5:8000/hooks%2f..%2fadmin", False),
        ("http://10.0.0.5:port/hooks", False),
    ],
)
def test_a_receiver_is_named_by_scheme_host_port_and_path(url: str, reached: bool) -> None:
    """No other address is reached, however a path is written."""
    reach = Reach(["127.0.0.0/8", *NAMED], Sites(MemoryStore(), {}))
    assert bool(reach.of(Maker(seat=0, epoch=1), url)) is reached
