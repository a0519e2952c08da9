"""`podesta verify`."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click
import msgspec

from podesta_client.signatures import BadSignature, checked, signed_end
from podesta_engines import RULESETS
from podesta_engines.core.errors import UnknownRules
from podesta_engines.game.lots import lots
from podesta_engines.game.record import Tampered
from podesta_engines.game.verify import Verified, heads_of, verify


def _checked(_: click.Context, __: click.Parameter, heads: tuple[str, ...]) -> tuple[str, ...]:
    """Heads from the command line; raises BadParameter."""
    if wrong := next((each for each in heads if not re.fullmatch(r"[0-9]{1,9}:[0-9A-Fa-f]{8,64}", each)), ""):
        raise click.BadParameter(f"{wrong!r}: a revision, a colon, and 8 to 64 digits, such as 42:0123abcd")
    return heads


def _keyed(_: click.Context, __: click.Parameter, keys: tuple[str, ...]) -> dict[str, str]:
    """Public keys by id; raises BadParameter."""
    if wrong := next((each for each in keys if not re.fullmatch(r"[0-9a-f]{8}:[0-9a-f]{64}", each)), ""):
        raise click.BadParameter(f"{wrong!r}: an id, a colon, and 64 digits, as `podesta keys --signing` prints them")
    return dict(each.split(":") for each in keys)


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--chain", default="", help="The chain value that the last line must have, if you know it.")
@click.option("--game", default="", help="The game's id, to check heads; by default the file's name.")
@click.option(
    "--head",
    "heads",
    multiple=True,
    metavar="REVISION:HEX",
    callback=_checked,
    help="A head that the service sent, or its beginning.",
)
@click.option(
    "--key",
    "keys",
    multiple=True,
    metavar="ID:HEX",
    callback=_keyed,
    help="A signing key of the service, from /v1/signing-keys, to check the signature of the end.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as a line of JSON.")
@click.option("--lots", "as_lots", is_flag=True, help="Print the sources of each draw, one line of JSON per draw.")
def command(
    record: str,
    chain: str,
    game: str,
    heads: tuple[str, ...],
    keys: dict[str, str],
    as_json: bool,
    as_lots: bool,
) -> None:
    """Check the record of an ended game, from a file or from standard input (-).

    The game is played again: every draw must follow from the seed that the first line committed to, every answer must
    have been legal, every checksum and the result must be right. Otherwise it exits with 1 and names the line at fault.
    docs/fairness.md says what that proves, and what not.
    """
    raw = sys.stdin.buffer.read() if record == "-" else Path(record).read_bytes()
    try:
        found = verify(raw, RULESETS)
    except Tampered as fault:
        click.echo(f"podesta: the record does not hold: {fault}", err=True)
        sys.exit(1)
    except UnknownRules as error:
        click.echo(f"podesta: the record cannot be checked: {error}", err=True)
        sys.exit(1)
    if chain and chain != found.chain:
        click.echo(f"podesta: this is a different record: its chain value is {found.chain}", err=True)
        sys.exit(1)
    if others := _others(raw, game or Path(record).stem, heads):
        click.echo(f"podesta: this is a different record: other heads were told of revisions {others}", err=True)
        sys.exit(1)
    try:
        signed = _signed(raw, found, game or Path(record).stem, keys)
    except BadSignature as fault:
        click.echo(f"podesta: the signature does not hold: {fault}", err=True)
        sys.exit(1)
    if as_lots:
        click.echo(msgspec.json.Encoder().encode_lines([*lots(raw, RULESETS)]), nl=False)
    else:
        click.echo(msgspec.json.encode(found) if as_json else _tell(found, len(heads), signed))


def _others(record: bytes, game: str, heads: Sequence[str]) -> str:
    """The revisions at which the given heads differ from the record's."""
    made = heads_of(record, game) if heads else []
    told = [(int(revision), digits) for revision, _, digits in (each.partition(":") for each in heads)]
    wrong = [at for at, digits in told if not 0 < at <= len(made) or not made[at - 1].startswith(digits.lower())]
    return ", ".join(map(str, wrong))


def _signed(record: bytes, found: Verified, game: str, keys: Mapping[str, str]) -> str:
    """What the signature at the record's end proves; raises BadSignature.

    If keys are given, one of them must have signed.
    """
    end = signed_end(game, record)
    if end is None:
        if keys:
            raise BadSignature(game, found.revisions - 1, ", ".join(keys))
        return "Nothing is signed: that the service told this game is nobody's word."
    if not keys:
        return f"Signed by key {end.key}, which was not given: --key says whether that is so."
    if end.key not in keys:
        raise BadSignature(game, end.revision, ", ".join(keys))
    checked(end, keys[end.key])
    return f"Signed by key {end.key}: its holder told this game as {game}, up to revision {end.revision}."


PRACTICE = "A practice game, not a fair one: the player who opened it chose its deal and could foresee every draw."


def _not_excluded(found: Verified, names: Mapping[int, str]) -> list[str]:
    """What even a valid record does not prove."""
    lines = [PRACTICE] if found.practice else [_shared(found, names)]
    told = [_again(names[seat], times, found.by_operator[seat]) for seat, times in enumerate(found.reissued) if times]
    told += [f"reinstated by {each} after an end had told everything" for each in found.reinstated]
    told += [f"renewed with another seed at revision {each}, as after a restore of the store" for each in found.renewed]
    told += [f"{found.timeouts} time-outs"] * bool(found.timeouts)
    told += [f"{found.undrawn} draws seen and taken back"] * bool(found.undrawn)
    return [*lines, f"Not excluded by this record: {', '.join(told) or 'nothing else'}."]


def _shared(found: Verified, names: Mapping[int, str]) -> str:
    """Which seats contributed to the draws during the game, and which did not."""
    if not found.links:
        return "Seats shared nothing: anyone who held the master key could foresee every draw."
    told = ", ".join(f"{names[seat]} {links}" for seat, links in enumerate(found.links))
    anew = sum(found.anchored)
    more = [f"{anew} chains begun anew"] * bool(anew) + [f"{found.withheld} links withheld"] * bool(found.withheld)
    return f"Links of their chains that seats shared: {told}{''.join(f'; {each}' for each in more)}."


def _again(name: str, times: int, by_operator: int) -> str:
    return f"{name} given out anew {times} times" + (f" ({by_operator} by an operator)" if by_operator else "")


def _tell(found: Verified, heads: int, signed: str) -> str:
    """Print a summary of what was checked."""
    standings = sorted(found.result.standings, key=lambda standing: standing.rank)
    names = {seat: name or f"Seat {seat + 1}" for seat, name in enumerate(found.seats)}
    lines = [
        f"The record holds: {found.ruleset}, {found.revisions} revisions.",
        f"{found.draws} draws come out of the committed seed.",
        f"{found.answers} answers were legal, {found.retractions} retractions lawful.",
    ]
    if found.forked:
        lines.append(f"Forked from game {found.forked.game}, revision {found.forked.revision}: {found.copied} draws")
        lines.append("are copied from there; they were possible, and that game's own record proves them.")
    lines += [f"Heads that were told: {heads} of {heads} fit."] if heads else []
    lines.append(signed)
    lines += _not_excluded(found, names)
    seats = [names[seat] for seat, text in enumerate(found.entropy) if text]
    lines.append(f"Entropy was added by: {', '.join(seats) or 'nobody'}.")
    lines += [f"{standing.rank}. {names[standing.seat]}: {standing.score}" for standing in standings]
    return "\n".join([*lines, f"commitment {found.commitment}", f"chain      {found.chain}"])
