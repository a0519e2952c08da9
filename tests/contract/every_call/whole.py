"""Every call of both wires in the course of one game."""

from __future__ import annotations

from tests.contract.both_wires import BothWires, methods, operations
from tests.kit.process import ServiceProcess

from .calling import be_called, call_a_browser, tell_a_chat
from .moving import (
    be_hinted,
    be_refused,
    give_out_anew,
    go_to_another_device,
    leave_orders,
    look_ahead,
    play_on_a_stream,
    play_to_the_end,
    take_back,
    talk,
)
from .opening import keep_a_seat, look_at_the_catalogue, open_and_join
from .play import Play
from .reading import ask_the_process, follow_several, fork, read_it_all, rematch


def every_call(wires: BothWires, ruleset: str, service: ServiceProcess) -> None:
    """Make every call of both wires, from the catalogue to a rematch of an ended game; none is left out."""
    look_at_the_catalogue(wires, ruleset)
    play = Play(wires, ruleset)
    open_and_join(play)
    for step in (
        keep_a_seat,
        be_refused,
        look_ahead,
        be_hinted,
        talk,
        leave_orders,
        take_back,
        give_out_anew,
        go_to_another_device,
    ):
        step(play)
    be_called(play)
    call_a_browser(play)
    tell_a_chat(play)
    play_on_a_stream(play)
    play_to_the_end(play, service.grpc)
    for step in (read_it_all, follow_several, fork, rematch):
        step(play)
    ask_the_process(wires)
    assert wires.made == operations().keys() | methods()
