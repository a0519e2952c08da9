"""A token opens one seat of one game until it expires, and nothing else does."""

import jwt
import pytest

from podesta_service.context import Context
from podesta_service.identity.gate import Gate
from podesta_service.identity.tokens import ALGORITHM, TokenOffice
from podesta_service.problems import BAD_TOKEN, EXPIRED_TOKEN, Refusal
from tests.kit.fixtures import MASTER_KEY

NOW = 1_800_000_000.0
OFFICE = TokenOffice(bytes(32), days=1, now=lambda: NOW)
CLAIMS = {"iss": "podesta", "sub": "seat", "iat": int(NOW), "exp": int(NOW) + 60, "game": "g", "seat": 0, "epoch": 1}


def refused(token: str, office: TokenOffice = OFFICE) -> Refusal:
    """The refusal that reading a token raises."""
    with pytest.raises(Refusal) as caught:
        office.read(token)
    return caught.value


def test_a_token_says_what_it_was_issued_for() -> None:
    """Game, seat and epoch are read back; the expiry is the one announced."""
    issued = OFFICE.issue("game", 2, 3)
    claims = OFFICE.read(issued.token)
    assert (claims.game, claims.seat, claims.epoch) == ("game", 2, 3)
    assert issued.expires_at.timestamp() == NOW + 86_400


def test_a_token_expires() -> None:
    """From its expiry on, a token is refused as expired."""
    token = OFFICE.issue("game", 0, 1).token
    later = TokenOffice(bytes(32), days=1, now=lambda: NOW + 86_400)
    assert refused(token, later).kind is EXPIRED_TOKEN


def test_another_key_opens_nothing() -> None:
    """A token of another service is refused."""
    assert refused(TokenOffice(bytes([1]) * 32, 1).issue("game", 0, 1).token).kind is BAD_TOKEN


@pytest.mark.parametrize("position", [5, 40, -5])
def test_a_changed_token_is_refused_and_never_repeated(position: int) -> None:
    """One changed character anywhere breaks the signature; the error does not carry the token."""
    token = OFFICE.issue("game", 0, 1).token
    index = position % len(token)
    changed = token[:index] + ("A" if token[index] != "A" else "B") + token[index + 1 :]
    refusal = refused(changed)
    assert refusal.kind is BAD_TOKEN
    assert changed not in str(refusal)


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "é.é.é", "." * 3000, "null"])
def test_nonsense_is_refused(token: str) -> None:
    """A text that is no token is a bad token, not a failure."""
    assert refused(token).kind is BAD_TOKEN


def test_only_the_fixed_algorithm_is_accepted() -> None:
    """Unsigned tokens, and tokens under another algorithm with the right key, are refused."""
    unsigned = jwt.encode(CLAIMS, None, algorithm="none")
    other = jwt.encode(CLAIMS, OFFICE._key, algorithm="HS512")
    assert refused(unsigned).kind is BAD_TOKEN
    assert refused(other).kind is BAD_TOKEN


@pytest.mark.parametrize("claim", sorted(CLAIMS))
def test_every_claim_is_required(claim: str) -> None:
    """A token without one of its claims is refused, even when it is signed with the right key."""
    short = {name: value for name, value in CLAIMS.items() if name != claim}
    assert refused(jwt.encode(short, OFFICE._key, algorithm=ALGORITHM)).kind is BAD_TOKEN


def test_a_token_has_one_spelling() -> None:
    """Padding, or bits after the signature's last byte, make another text for the same bytes: it is refused."""
    office = TokenOffice(bytes(range(32)), 1)
    token = office.issue("game", 0, 1).token
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    spellings = {token[:-1] + letters[letters.index(token[-1]) ^ bits] for bits in (1, 2, 3)}
    padded = (token + "=", token + "==", token + "\n", "\n" + token, token + ".", token.replace(".", "=.", 1))
    for other in (*spellings, *padded):
        with pytest.raises(Refusal) as caught:
            office.read(other)
        assert caught.value.kind is BAD_TOKEN
    assert office.read(token).seat == 0


async def test_all_tokens_of_a_seat_are_one_caller(context: Context) -> None:
    """A seat has one allowance, however many tokens it was issued; a host has another."""
    now = [1_000_000.0]
    office = TokenOffice(MASTER_KEY, 1, lambda: now[0])
    first, host = office.issue("game", 0, 1).token, office.issue_host("game", 1).token
    now[0] += 1
    second = office.issue("game", 0, 1).token
    assert first != second
    gate = Gate(context.master.tables, office, {})
    assert gate.caller(first) == gate.caller(second) == gate.caller(f"{first}, {host}")
    assert len({gate.caller(each) for each in (first, host, office.issue("game", 1, 1).token, "junk", "other")}) == 5
