"""Web Push: a notice for a browser goes to its push service, encrypted for the browser alone (RFC 8291).

The service shows by a signature (VAPID, RFC 8292) that the message is its own.
"""

from __future__ import annotations

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

import jwt
import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from podesta_engines import RULESETS
from podesta_engines.core.words import Language
from podesta_service.problems import BAD_WEBHOOK, refuse, sentence

from .notices import Notice
from .storage import Subscription

TTL = 14 * 86_400
"""Seconds for which a push service keeps a message for an offline browser: games last for weeks."""
_VALID = 3_600
"""Seconds for which a signature is valid: RFC 8292 allows a day."""
_CURVE, _POINT, _SECRET, _SALT = SECP256R1(), 65, 16, 16
_RECORD = 4_096
"""Maximum bytes of a message."""
_LENGTH = 320
"""Bytes of every text, padded so that its size reveals nothing."""


def check(subscription: Subscription) -> None:
    """Refuse keys that cannot be used to encrypt; raises Refusal."""
    try:
        _public_key(subscription)
        good = len(_bytes(subscription.auth)) == _SECRET
    except ValueError:
        good = False
    if not good:
        raise refuse(BAD_WEBHOOK, "push-keys", field="push")


def message(notice: Notice, language: Language) -> bytes:
    """The message to a browser for a notice, as JSON: the game, and a sentence."""
    data, kind = notice.data, notice.kind.replace(".", "-")
    title = RULESETS.named(data.ruleset).name(language) if data else "Podestà"
    said = {"title": title, "body": sentence(f"push.{kind}").told(language), "lang": language}
    return msgspec.json.encode(said | ({"game": data.game} if data else {})).ljust(_LENGTH)


def pushed(
    subscription: Subscription, url: str, notice: Notice, key: EllipticCurvePrivateKey, contact: str
) -> tuple[dict[str, str], bytes]:
    """Headers and body of a notice; a later one for the same game replaces it until it is delivered."""
    body = encrypted(
        message(notice, subscription.language), subscription, generate_private_key(_CURVE), os.urandom(_SALT)
    )
    topic = {"Topic": notice.data.game} if notice.data else {}
    said = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(TTL),
        "Urgency": "high",
    }
    return {**said, **topic, "Authorization": _signature(url, key, contact)}, body


def encrypted(text: bytes, subscription: Subscription, ours: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """A text for a browser, under a key pair and a salt (16 bytes) that are used once: RFC 8291, section 3.4."""
    theirs, our_point = _public_key(subscription), _point(ours)
    about = b"WebPush: info\0" + _point(theirs) + our_point
    secret = _derived(ours.exchange(ECDH(), theirs), _bytes(subscription.auth), about, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([_POINT]) + our_point
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def contact_at(origin: str) -> str:
    """The contact of a service at an origin, an https address as push services require; empty if unknown.

    This machine's name is never used: it must not leak.
    """
    host = urlsplit(origin).netloc
    return f"https://{host}" if host else ""


def public_key(key: EllipticCurvePrivateKey) -> str:
    """The public half of a key, in the form for browsers (`applicationServerKey`)."""
    return _text(_point(key))


def _signature(url: str, key: EllipticCurvePrivateKey, contact: str) -> str:
    """The header that identifies this service to a push service: RFC 8292, section 2."""
    parts = urlsplit(url)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + _VALID}
    said = jwt.encode(claims | ({"sub": contact} if contact else {}), key, "ES256")
    return f"vapid t={said}, k={public_key(key)}"


def _derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, about).derive(secret)


def _point(key: EllipticCurvePrivateKey | EllipticCurvePublicKey) -> bytes:
    public = key.public_key() if isinstance(key, EllipticCurvePrivateKey) else key
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _public_key(subscription: Subscription) -> EllipticCurvePublicKey:
    """Raises ValueError."""
    return EllipticCurvePublicKey.from_encoded_point(_CURVE, _bytes(subscription.p256dh))


def _bytes(text: str) -> bytes:
    """Raises ValueError for anything but Base64url, which Python would pass over."""
    found = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if _text(found) != text:
        raise ValueError(text)
    return found


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
