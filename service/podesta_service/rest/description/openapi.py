"""Write the OpenAPI document, which is committed and served: `python -m podesta_service.rest.description.openapi`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from .document import document

PATH = Path(__file__).with_name("openapi.json")
"""The committed document."""


def rendered() -> bytes:
    """The document in the form that is committed."""
    return msgspec.json.format(msgspec.json.encode(document(), order="sorted"), indent=2) + b"\n"


if __name__ == "__main__":
    PATH.write_bytes(rendered())
