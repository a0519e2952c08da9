"""The catalogue, opening and joining, the lobby, and the host's actions."""

from __future__ import annotations

from google.protobuf.json_format import MessageToDict

from podesta.v1 import game_master_pb2 as pb
from podesta_engines import RULESETS
from tests.contract.both_wires import BothWires, Json, read

from .play import Play, new_key, opens, refused


def look_at_the_catalogue(wires: BothWires, ruleset: str) -> Json:
    """The list and the entry are the same on both wires; returns the entry."""
    listed = wires.rpc("ListRulesets", pb.ListRulesetsRequest())
    assert read(pb.ListRulesetsResponse, wires.get("/v1/rulesets")) == listed
    entry = wires.get(f"/v1/rulesets/{ruleset}")
    answered = wires.rpc("GetRuleset", pb.GetRulesetRequest(ruleset=ruleset))
    assert MessageToDict(answered.catalogue) == entry
    assert read(type(answered.ruleset), entry["summary"]) == answered.ruleset
    return entry


def open_and_join(play: Play) -> None:
    """Opened over REST, found in both lobbies, joined over both wires in turn."""
    wires, seats = play.wires, RULESETS.named(play.ruleset).seats.start
    plans, key = [{"name": "Ada", "claim": True, "entropy": "salt"}, *[{}] * (seats - 1)], new_key()
    opened = wires.send("POST", "/v1/games", None, {"ruleset": play.ruleset, "seats": plans}, key)
    request = pb.CreateGameRequest(ruleset=play.ruleset, command_id=key)
    request.seats.add(name="Ada", claim=True, entropy="salt")
    for _ in range(seats - 1):
        request.seats.add()
    again = wires.rpc("CreateGame", request)
    assert read(pb.Game, opened["game"]) == again.game
    assert [opens(one["token"]) for one in opened["tokens"]] == [opens(one.token) for one in again.tokens]
    play.game, play.tokens[0] = again.game.game, again.tokens[0].token
    find_in_the_lobby(play)
    for seat in range(1, seats):
        play.tokens[seat] = claim(play, seat)
    assert play.seen(None)["status"] == "running"


def claim(play: Play, seat: int) -> str:
    """Claim a seat over one wire, and get the same result over the other."""
    key, name = new_key(), f"Guest {seat}"
    told = play.wires.send("POST", f"{play.path}/seats", None, {"seat": seat, "name": name}, key)
    request = pb.ClaimSeatRequest(game=play.game, seat=seat, name=name, command_id=key)
    answered = play.wires.rpc("ClaimSeat", request)
    assert read(pb.Game, told["game"]) == answered.game
    assert opens(told["token"]["token"]) == opens(answered.token.token)
    return str(answered.token.token)


def keep_a_seat(play: Play) -> None:
    """A seat is freed, one is kept by invitation and claimed, and the game unlisted: both wires respond alike.

    It is marked as a practice game on both.
    """
    wires, key = play.wires, new_key()
    plans = [{"name": "Ada", "claim": True}, {"invitation": "seat", "kept": "Bea"}]
    plans += [{}] * (RULESETS.named(play.ruleset).seats.start - 2)
    wish = {"ruleset": play.ruleset, "seats": plans, "listed": False, "deal": "5e" * 32}
    opened = wires.send("POST", "/v1/games", None, wish, key)
    request = pb.CreateGameRequest(ruleset=play.ruleset, command_id=key, listed=False, deal="5e" * 32)
    request.seats.extend(pb.SeatPlan(**plan) for plan in plans)
    again = wires.rpc("CreateGame", request)
    assert opened["game"]["practice"]
    assert again.game.practice
    assert opens(opened["host"]["token"]) == opens(again.host.token)
    assert read(pb.Invitation, opened["invitations"][0]) == again.invitations[0]
    other, token = opened["game"]["game"], again.host.token
    assert not any(seat["taken"] for seat in host(wires, other, token, "free", 0)["seats"])
    invited = host(wires, other, token, "invite", 1)
    told, secret = invited["invitation"]["secret"], again.invitations[0].secret
    body, headers = {"seat": 1, "name": "Bea"}, {"Idempotency-Key": new_key()}
    for wrong in ("", secret):
        claim = pb.ClaimSeatRequest(game=other, **body, invitation=wrong)
        args = (f"/v1/games/{other}/seats", {**body, "invitation": wrong}, headers, "ClaimSeat", claim)
        assert refused(wires, *args, "")["type"] == "/problems/not-invited"
    wires.send("POST", f"/v1/games/{other}/seats", None, {**body, "invitation": told}, new_key())
    assert host(wires, other, token, "list")["listed"]
    renewed = host(wires, other, token, "reissue")["host"]["token"]
    assert host(wires, other, renewed, "close")["status"] == "ended"


def host(wires: BothWires, game: str, token: str, action: str, seat: int | None = None) -> Json:
    """Act as the host over REST, and repeat the command over gRPC with the same result."""
    key, wish = new_key(), {"action": action, "seat": seat}
    told = wires.send("POST", f"/v1/games/{game}/host", token, wish, key)
    number = pb.HostAction.Value(f"HOST_ACTION_{action.upper()}")
    again = wires.rpc("HostGame", pb.HostGameRequest(game=game, action=number, seat=seat, command_id=key), token)
    assert (told.pop("repeated"), again.repeated_command) == (False, True)
    assert opens(told["host"]["token"]) == opens(again.host.token) if action == "reissue" else "host" not in told
    assert (told["status"], told["listed"]) == (pb.Status.Name(again.status)[7:].lower(), again.listed)
    assert [read(pb.Seat, each) for each in told["seats"]] == list(again.seats)
    assert told.get("invitation", {}).get("secret", "") == again.invitation.secret
    return told


def find_in_the_lobby(play: Play) -> None:
    """Page by page both wires list the same games, this one among them."""
    found, cursor, token = [], "", ""
    while True:
        page = play.wires.get(f"/v1/games?ruleset={play.ruleset}&status=open&free=1&limit=1&cursor={cursor}")
        request = pb.ListGamesRequest(
            ruleset=play.ruleset, status=pb.STATUS_OPEN, free=1, page_size=1, page_token=token
        )
        answered = play.wires.rpc("ListGames", request)
        assert [read(pb.GameSummary, each) for each in page["games"]] == list(answered.games)
        found += [each["game"] for each in page["games"]]
        cursor, token = page["next"], answered.next_page_token
        assert bool(cursor) == bool(token)
        if not cursor:
            break
    assert play.game in found
    watch_the_lobby(play)
    find_mine(play)


def find_mine(play: Play) -> None:
    """Both wires list the same game of a seat's token."""
    mine = play.wires.get("/v1/my-games", play.tokens[0])
    answered = play.wires.rpc("ListMyGames", pb.ListMyGamesRequest(), play.tokens[0])
    assert [each["game"]["game"] for each in mine["games"]] == [play.game]
    assert [read(pb.GameSummary, each["game"]) for each in mine["games"]] == [each.game for each in answered.games]


def watch_the_lobby(play: Play) -> None:
    """Both streams begin with the same games, this one among them."""
    page = play.wires.begins(f"/v1/lobby/stream?ruleset={play.ruleset}&status=open&free=1")
    request = pb.WatchLobbyRequest(ruleset=play.ruleset, status=pb.STATUS_OPEN, free=1)
    streamed = play.wires.rpc("WatchLobby", request)
    answered = next(iter(streamed)).page
    streamed.cancel()
    assert [read(pb.GameSummary, each) for each in page["games"]] == list(answered.games)
    assert play.game in {each.game for each in answered.games}
