"""The built site, as a browser sees it: no link is broken, and nothing is fetched from elsewhere."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

_FETCHED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}
"""The attributes that make a browser fetch a resource, by element."""
_BESIDE = {"/schema"}
"""Addresses of the service that serves the site."""
_NAMED_ONLY = {"canonical", "prev", "next", "alternate"}
"""Relations of `link` that browsers do not follow."""


class Page(HTMLParser):
    """The anchors of a page, and the addresses that it links to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors, self.links, self.fetched = {"", "__top"}, set[str](), set[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the element's anchor and address."""
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.add(found["href"])
        if (source := found.get(_FETCHED.get(tag, ""))) and found.get("rel") not in _NAMED_ONLY:
            self.fetched.add(source)


def faults(site: Path) -> list[str]:
    """The errors of a site's pages: a line for each broken link, and for each resource from elsewhere."""
    pages = {path.relative_to(site).as_posix(): Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    return [f"{name}: {fault}" for name, page in pages.items() for fault in _faults(name, page, pages, files)]


def _faults(name: str, page: Page, pages: dict[str, Page], files: set[str]) -> Iterable[str]:
    yield from (f"fetches {source}" for source in sorted(page.fetched) if _foreign(source))
    for link in sorted(page.links | page.fetched):
        if link not in _BESIDE and not _foreign(link) and (lost := _lost(name, link, pages, files)):
            yield f"{lost} {link}"


def _foreign(link: str) -> bool:
    parts = urlsplit(link)
    return bool(parts.scheme or parts.netloc) and parts.scheme != "data"


def _lost(name: str, link: str, pages: dict[str, Page], files: set[str]) -> str:
    """Why a link is broken; empty if it is not."""
    parts = urlsplit(link)
    if parts.scheme == "data" or name == "404.html":
        return ""
    target = _target(name, unquote(parts.path))
    if target not in files:
        return "no page"
    known = target not in pages or unquote(parts.fragment) in pages[target].anchors
    return "" if known else "no anchor"


def _target(name: str, path: str) -> str:
    """The file that a path on a page leads to; for a folder, its index page."""
    if not path:
        return name
    found = posixpath.normpath(str(PurePosixPath(name).parent / path))
    return posixpath.normpath(f"{found}/index.html") if path.endswith(("/", ".")) else found
