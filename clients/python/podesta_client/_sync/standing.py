# Generated from _async/standing.py by clients/python/generate.py; edit that one.
"""Acting for a seat while its player is away: standing orders and webhooks."""

from __future__ import annotations

from podesta.v1 import game_master_pb2 as pb
from podesta_client import requests

from .calling import BaseClient


class Orders(BaseClient):
    """Orders of a seat."""

    def leave_orders(self, game: str, token: str, orders: requests.Orders, command_id: str = "") -> pb.StandingOrders:
        """Set the answers that the token's seat will give later, replacing earlier orders; returns their state.

        If the seat already has a question, the answer is given before this returns.
        """
        request = requests.leave_orders(game, orders, command_id)
        response: pb.LeaveOrdersResponse = self._call(self._stub.LeaveOrders, request, token)
        return response.standing

    def orders(self, game: str, token: str) -> pb.StandingOrders:
        """The latest orders of the token's seat, and their state."""
        request = pb.GetOrdersRequest(game=game)
        response: pb.GetOrdersResponse = self._call(self._stub.GetOrders, request, token)
        return response.standing

    def withdraw_orders(self, game: str, token: str) -> pb.StandingOrders:
        """Withdraw the orders of the token's seat, if any are in force."""
        request = pb.WithdrawOrdersRequest(game=game)
        response: pb.WithdrawOrdersResponse = self._call(self._stub.WithdrawOrders, request, token)
        return response.standing


class Webhooks(BaseClient):
    """Addresses that the service calls."""

    def add_webhook(
        self,
        url: str,
        token: str,
        game: str = "",
        *,
        warn_seconds: int = 0,
        push: pb.PushKeys | None = None,
        chat: str = "",
        command_id: str = "",
    ) -> pb.AddWebhookResponse:
        """Add an address to call when a turn begins, time runs out, or a game begins or ends; returns its secret.

        `token` is that of a seat of the game or of its host, or an operator's key; with such a key and without a game
        it is called for every game that is opened with the key from now on. With `push`, the address is a browser's
        push service; with `chat` (`ntfy`, `discord`, `slack` or `apprise`), one where people read sentences.
        """
        request = requests.add_webhook(url, game, warn_seconds, push, chat, command_id)
        response: pb.AddWebhookResponse = self._call(self._stub.AddWebhook, request, token)
        return response

    def webhooks(self, token: str, game: str = "") -> list[pb.Webhook]:
        """The token's webhooks for a game, or for every game of an operator's key."""
        request = pb.ListWebhooksRequest(game=game)
        response: pb.ListWebhooksResponse = self._call(self._stub.ListWebhooks, request, token)
        return list(response.webhooks)

    def remove_webhook(self, webhook: str, token: str, game: str = "") -> None:
        """Remove a webhook."""
        self._call(self._stub.RemoveWebhook, pb.RemoveWebhookRequest(game=game, webhook=webhook), token)

    def ping_webhook(self, webhook: str, token: str, game: str = "") -> pb.PingWebhookResponse:
        """Call a webhook now, with a test notice; returns the outcome."""
        request = pb.PingWebhookRequest(game=game, webhook=webhook)
        response: pb.PingWebhookResponse = self._call(self._stub.PingWebhook, request, token)
        return response
