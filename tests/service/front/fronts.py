"""The proxies of docs/guides/proxies.md, each with its file from that page, except for ports and folders."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.docs.guides import GUIDES, blocks
from tests.eventstore.servers import until
from tests.kit.ports import free_port
from tests.kit.process import ServiceProcess
from tests.service.front.proxies import listens

PAGE = (GUIDES / "proxies.md").read_text("utf-8")
NAME = "games.example"
FILES = {block.file: block.code for block in blocks(PAGE) if block.file}
_FOLDER = f"/etc/ssl/{NAME}"
_LISTENS = {
    "listen 443 ": "listen 127.0.0.1:{port} ",
    "bind :443 ": "bind 127.0.0.1:{port} ",
    "VirtualHost *:443": "VirtualHost *:{port}",
    f"{NAME} {{": f"{NAME}:{{port}} {{{{",
}
"""The addresses in the files, and their replacements here."""
_NGINX = """daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {file};
}}
"""
"""The parts of Debian's nginx.conf around the files that it includes."""
_APACHE = """ServerName {name}
ServerRoot {folder}
User nobody
Group nogroup
PidFile {folder}/apache.pid
DefaultRuntimeDir {folder}
ErrorLog {folder}/error.log
Listen 127.0.0.1:{port} https
{modules}
IncludeOptional {file}
"""
_MODULES = "mpm_event authn_core authz_core socache_shmcb ssl http2 proxy proxy_http proxy_http2"


def _nginx(folder: Path, file: Path, _port: int) -> list[str]:
    (folder / "nginx.main").write_text(_NGINX.format(folder=folder, file=file))
    return ["nginx", "-e", "stderr", "-c", str(folder / "nginx.main")]


def _haproxy(_folder: Path, file: Path, _port: int) -> list[str]:
    return ["haproxy", "-db", "-f", str(file)]


def _caddy(folder: Path, file: Path, _port: int) -> list[str]:
    file.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n" + file.read_text())
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]


def _apache(folder: Path, file: Path, port: int) -> list[str]:
    modules = "\n".join(f"LoadModule {each}_module /usr/lib/apache2/modules/mod_{each}.so" for each in _MODULES.split())
    main = folder / "apache.main"
    main.write_text(_APACHE.format(name=NAME, folder=folder, port=port, modules=modules, file=file))
    return ["apache2", "-D", "FOREGROUND", "-f", str(main)]


STARTED: Mapping[str, Callable[[Path, Path, int], list[str]]] = {
    "podesta-nginx.conf": _nginx,
    "haproxy.cfg": _haproxy,
    "Caddyfile": _caddy,
    "podesta-apache.conf": _apache,
}
"""How each file of the page is run."""


@dataclass(frozen=True)
class Front:
    """A running proxy: its file and its port."""

    file: str
    port: int


def binary(name: str) -> str | None:
    """The path of one of Debian's servers."""
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")


def here(service: ServiceProcess, folder: Path, file: str, port: int) -> str:
    """A file of the page, with ports and folders of this machine."""
    text = FILES[file].replace(_FOLDER, str(folder))
    text = text.replace("127.0.0.1:8080", service.rest.removeprefix("http://")).replace("127.0.0.1:50051", service.grpc)
    for written, meant in _LISTENS.items():
        text = text.replace(written, meant.format(port=port))
    return text


@contextmanager
def front(service: ServiceProcess, folder: Path, file: str, change: tuple[str, str] = ("", "")) -> Iterator[Front]:
    """A proxy in front of a service, with one part of its file replaced."""
    port, own = free_port(), folder / file
    text = here(service, folder, file, port)
    assert change[0] in text, f"{change[0]!r} does not stand in {file}"
    own.write_text(text.replace(*change) if change[0] else text)
    command, *rest = STARTED[file](folder, own, port)
    found = binary(command)
    assert found is not None
    home = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (
        (folder / "said.txt").open("w") as said,
        subprocess.Popen([found, *rest], env=home, stdout=said, stderr=said) as running,
    ):
        try:
            until(lambda: running.poll() is not None or listens(port), f"{file}: nobody listens")
            assert running.poll() is None, (folder / "said.txt").read_text()
            yield Front(file, port)
        finally:
            running.terminate()
            running.wait(20)
