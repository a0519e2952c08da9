"""A browser as a push service sees it: it subscribes, and decrypts its messages by the receiver's half of RFC 8291."""

from __future__ import annotations

import hmac
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.ec import ECDH, SECP256R1, EllipticCurvePublicKey, generate_private_key
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from podesta.v1 import game_master_pb2 as pb
from podesta_service.webhooks.storage import Subscription

_CURVE = SECP256R1()


def raw(text: str) -> bytes:
    """Base64url without its end."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(told: bytes) -> str:
    return urlsafe_b64encode(told).rstrip(b"=").decode()


class PushBrowser:
    """A subscription with its secrets, in a language."""

    def __init__(self, language: Any = "en") -> None:
        self._key, self._auth = generate_private_key(_CURVE), os.urandom(16)
        self._point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = Subscription(_text(self._point), _text(self._auth), language)
        self.keys = pb.PushKeys(p256dh=_text(self._point), auth=_text(self._auth))

    def read(self, body: bytes) -> bytes:
        """The text of a message; raises cryptography.exceptions.InvalidTag if it is not for this browser."""
        salt, length = body[:16], body[20]
        theirs = EllipticCurvePublicKey.from_encoded_point(_CURVE, body[21 : 21 + length])
        shared = hmac.digest(self._auth, self._key.exchange(ECDH(), theirs), "sha256")
        about = b"WebPush: info\0" + self._point + body[21 : 21 + length] + b"\1"
        first = hmac.digest(salt, hmac.digest(shared, about, "sha256"), "sha256")
        key = hmac.digest(first, b"Content-Encoding: aes128gcm\0\1", "sha256")[:16]
        nonce = hmac.digest(first, b"Content-Encoding: nonce\0\1", "sha256")[:12]
        return AESGCM(key).decrypt(nonce, body[21 + length :], None).removesuffix(b"\2")

    @staticmethod
    def verified(token: str, key: str) -> dict[str, Any]:
        """The claims of a signature that was made with a key; raises jwt.PyJWTError."""
        public = EllipticCurvePublicKey.from_encoded_point(_CURVE, raw(key))
        found: dict[str, Any] = jwt.decode(token, public, ["ES256"], options={"verify_aud": False, "require": ["exp"]})
        return found
