"""Certificates for this machine, made for one test."""

from __future__ import annotations

import subprocess
from pathlib import Path

_REQUEST = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost"


def certify(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate for `localhost`, and its key: `tls.crt` and `tls.key` in a folder."""
    crt, key = folder / "tls.crt", folder / "tls.key"
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(crt)]
    subprocess.run([*_REQUEST.split(), *names], check=True, capture_output=True)
    return crt, key
