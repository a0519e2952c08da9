"""Messages as what a call asks: presence, defaults, words, nested messages."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Value

from podesta.v1 import game_master_pb2 as pb
from podesta_service.api.answers import Retraction
from podesta_service.api.lobby import ListedGames
from podesta_service.api.openings import NewGame
from podesta_service.api.orders import OrdersWish
from podesta_service.api.seats import SeatClaim, SeatTicketWish
from podesta_service.api.webhooks import PushKeys, WebhookWish
from podesta_service.commands.plans import SeatPlan
from podesta_service.grpc_wire.binding import Asked
from podesta_service.orders.language import OrderRule, Orders, SeenCondition
from podesta_service.problems import Refusal

SEEN = pb.SeenCondition(at="/gold", equals=Value(number_value=3))
RULE = pb.OrderRule(question="act", answer=["pass"], when=[SEEN])
PLAN = [SeatPlan("Ada", claim=True)]
NEW = pb.CreateGameRequest(ruleset="r", seats=[pb.SeatPlan(name="Ada", claim=True)])
NEW.options.update({"seats": 2, "open": True})
UNLISTED = pb.CreateGameRequest(ruleset="r", seats=NEW.seats, listed=False)
READ = {
    "an absent number has its default": (pb.IssueSeatTicketRequest(game="g"), SeatTicketWish("g", False, 15)),
    "a given one is kept": (pb.IssueSeatTicketRequest(game="g", minutes=5), SeatTicketWish("g", False, 5)),
    "required texts are empty": (pb.RetractRequest(), Retraction("", 0, "")),
    "a word": (pb.RetractRequest(action=pb.RETRACTION_ACTION_PROPOSE), Retraction("", 0, "", action="propose")),
    "a number with presence": (pb.RetractRequest(to_revision=7), Retraction("", 0, "", to_revision=7)),
    "other names": (pb.ListGamesRequest(page_size=7, page_token="c"), ListedGames(limit=7, cursor="c")),
    "a number that is cut": (pb.ListGamesRequest(page_size=99), ListedGames()),
    "what is true by default, and options": (NEW, NewGame("r", PLAN, options={"seats": 2, "open": True})),
    "what is denied": (UNLISTED, NewGame("r", PLAN, listed=False)),
    "an optional command id is empty": (pb.ClaimSeatRequest(game="g", seat=0), SeatClaim("g", 0)),
    "a word of an enumeration, and a message": (
        pb.AddWebhookRequest(url="u", format=pb.CHAT_FORMAT_NTFY, push=pb.PushKeys(p256dh="p", auth="a")),
        WebhookWish("u", "", push=PushKeys("p", "a"), format="ntfy"),
    ),
    "an unspecified word is absent": (pb.ListGamesRequest(status=pb.STATUS_UNSPECIFIED), ListedGames()),
    "messages within messages": (
        pb.LeaveOrdersRequest(orders=pb.Orders(rules=[RULE])),
        OrdersWish("", "", Orders([OrderRule("act", when=[SeenCondition("/gold", 3)], answer=["pass"])])),
    ),
}
REFUSED = {
    "a number with presence that is zero": (pb.RetractRequest(to_revision=0), Retraction, "to_revision"),
    "a number under another name": (pb.ListGamesRequest(page_size=-1), ListedGames, "page_size"),
    "a word within a message": (
        pb.CreateGameRequest(ruleset="r", seats=[pb.SeatPlan(invitation="all")]),
        NewGame,
        "seats[0].invitation",
    ),
    "a list that is too short": (pb.CreateGameRequest(ruleset="r"), NewGame, "seats"),
    "a word that is unknown": (pb.ListGamesRequest(status=9), ListedGames, "status"),  # type: ignore[arg-type]
    "an absent message is an empty one": (pb.LeaveOrdersRequest(), OrdersWish, "orders.rules"),
    "a field that is missing within": (
        pb.LeaveOrdersRequest(orders=pb.Orders(rules=[RULE], until=[pb.OrderCondition(told=pb.ToldCondition())])),
        OrdersWish,
        "orders.until[0].told.note",
    ),
}


@pytest.mark.parametrize("case", READ)
def test_a_message_becomes_what_is_asked(case: str) -> None:
    """As proto3 has it: what is not sent is the default, or empty where there is none."""
    message, struct = READ[case]
    asked: Any = Asked(message.DESCRIPTOR, type(struct))  # type: ignore[arg-type]
    assert asked.read(message) == struct


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_fit_is_refused_by_its_name(case: str) -> None:
    """The refusal names the field as gRPC calls it, with the path to it."""
    message, kind, field = REFUSED[case]
    assert _refusal(message, kind).more["field"] == field


def _refusal(message: Message, kind: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        Asked(message.DESCRIPTOR, kind).read(message)  # type: ignore[arg-type]
    return caught.value
