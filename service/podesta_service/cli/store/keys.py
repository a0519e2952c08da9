"""`podesta keys`."""

from __future__ import annotations

import click

from podesta_engines.core.texts.printing import give_up
from podesta_service.randomness import backup_key, find_master_key, keys_with, seal_key
from podesta_service.settings import BadSetting, Settings, read_settings


@click.command()
@click.option("--seal", is_flag=True, help="Print the key that checks the seals of logs.")
@click.option("--backups", is_flag=True, help="Print the key that authenticates backups.")
@click.option("--signing", is_flag=True, help="Print the id and the public half of the key that signs heads.")
def command(seal: bool, backups: bool, signing: bool) -> None:
    """Print the keys to keep when you rotate the master key, or to give to processes that should not have it.

    --seal, for PODESTA_SEAL_KEYS, reads its games. It makes neither seeds nor tokens, but it can make seals: keep it
    like the master key. --backups, for PODESTA_BACKUP_KEYS, is for processes that make or verify backups; it makes and
    checks the codes of backups, and nothing else. --signing, for PODESTA_SIGNING_KEYS, is public: it shows which heads
    you have signed.
    """
    if seal + backups + signing != 1:
        raise click.UsageError("say --seal, --backups or --signing")
    try:
        click.echo((_public if signing else _backups if backups else _seal)(read_settings()))
    except (BadSetting, OSError) as error:
        give_up(error)


def _seal(settings: Settings) -> str:
    return seal_key(find_master_key(settings)).hex()


def _backups(settings: Settings) -> str:
    return backup_key(find_master_key(settings)).hex()


def _public(settings: Settings) -> str:
    """The signing key in use, as `podesta verify --key` takes it."""
    keys = keys_with(find_master_key(settings), settings)
    return next(f"{each.key}:{each.public_key}" for each in keys.signer.public if each.in_use)
