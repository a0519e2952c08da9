"""Makes a built site ready for the service: no inline scripts, every file compressed once, and a list of all."""

from __future__ import annotations

import gzip
import json
import mimetypes
import posixpath
import re
from hashlib import sha256
from pathlib import Path

import brotli

LIST = "site.json"
"""The list of files, as the service reads it: their paths, with media type, tag and encodings."""
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_TEXTS = ("text/", "application/json", "application/xml", "image/svg+xml")
_SMALLEST = 1024
"""Bytes from which on compression is worthwhile."""
_TYPES = {".md": "text/markdown", ".py": "text/plain", ".toml": "text/plain", ".proto": "text/plain", "": "text/plain"}


def finish(site: Path) -> None:
    """Make a built site servable under a strict content security policy, and write its list."""
    for page in site.rglob("*.html"):
        page.write_text(_without_scripts(page, site), "utf-8")
    files = sorted(path for path in site.rglob("*") if path.is_file())
    listed = {path.relative_to(site).as_posix(): _packed(path) for path in files}
    (site / LIST).write_text(json.dumps(listed, indent=1), "utf-8")


def _without_scripts(page: Path, site: Path) -> str:
    """A page with its inline scripts moved to files, which a policy can allow by name."""
    up = posixpath.relpath(".", page.relative_to(site).parent.as_posix())
    return _SCRIPT.sub(lambda script: f'<script src="{up}/{_kept(script[1], site)}"></script>', page.read_text("utf-8"))


def _kept(script: str, site: Path) -> str:
    """The file for an inline script."""
    name = f"assets/javascripts/{sha256(script.encode()).hexdigest()[:16]}.js"
    (site / name).write_text(script, "utf-8")
    return name


def _packed(path: Path) -> dict[str, object]:
    """Compress a file if that makes it smaller; returns its entry in the list."""
    plain, kind = path.read_bytes(), _type_of(path)
    encodings: list[str] = []
    if len(plain) >= _SMALLEST and kind.startswith(_TEXTS):
        path.with_name(f"{path.name}.br").write_bytes(brotli.compress(plain, quality=9))
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(plain, 9, mtime=0))
        encodings = ["br", "gzip"]
    return {"type": kind, "tag": sha256(plain).hexdigest()[:16], "packed": encodings}


def _type_of(path: Path) -> str:
    return _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
