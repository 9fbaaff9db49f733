"""Rulebooks and guides: Markdown turned into HTML with a table of contents and an anchor for every clause.

A clause is named where a paragraph, a list item or a heading begins with its number, such as NE-3.2;
everywhere else the number becomes a link to that place.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

_CLAUSE = re.compile(r"\b[A-Z]{2}-\d+(?:\.\d+)*[a-z]?\b")
_GUIDE = re.compile(r"(?:\./|docs/)?([a-z0-9-]+)\.md(#.*)?")
_RULES = re.compile(r"(?:\.\./)*seeds/rules/([a-z0-9-]+)\.md(#.*)?")


@dataclass(frozen=True, slots=True)
class Heading:
    """One line of the table of contents; level is 2 or 3."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Prose:
    """A rendered text: its title (its first heading), its HTML without that heading, and its contents."""

    title: str
    html: str
    contents: tuple[Heading, ...]


def prose_from(path: Path) -> Prose | None:
    """Render the file, or return None where there is none; a file is rendered again only after it has changed."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return None
    return _rendered(path, changed)


@lru_cache(maxsize=32)
def _rendered(path: Path, changed: int) -> Prose:
    return render(path.read_text(encoding="utf-8"))


def render(text: str) -> Prose:
    """Render Markdown. Raw HTML in it is shown as text."""
    reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    tokens = reader.parse(text)
    title, tokens = _take_title(tokens)
    clauses: set[str] = set()
    contents: list[Heading] = []
    used: set[str] = set()
    for before, token in _with_opening(tokens):
        _wrap_table(token)
        if token.type == "inline":
            clause = None if before.type in {"td_open", "th_open"} else _leading_clause(token)
            if clause and clause not in clauses:
                clauses.add(clause)
                used.add(clause)
                token.meta["clause"] = clause
            if before.type == "heading_open" and before.tag in {"h2", "h3"}:
                anchor = _anchor(_plain(token), used)
                before.attrSet("id", anchor)
                contents.append(Heading(int(before.tag[1]), anchor, _plain(token)))
    for place, token in enumerate(tokens):
        if token.type == "inline":
            _lead_on_site(token)
            _link_clauses(token, clauses)
            if not token.content and tokens[place - 1].type == "th_open":
                tokens[place - 1].tag = tokens[place + 1].tag = "td"  # an empty corner heads nothing
    return Prose(title, str(reader.renderer.render(tokens, reader.options, {})), tuple(contents))


def _take_title(tokens: list[Token]) -> tuple[str, list[Token]]:
    if len(tokens) > 2 and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return _plain(tokens[1]), tokens[3:]
    return "", tokens


def _with_opening(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield each token with the one that opens it: the paragraph, heading or cell of an inline text."""
    yield from zip([Token("start", "", 0), *tokens], tokens, strict=False)


def _wrap_table(token: Token) -> None:
    """Turn the inline style of an aligned cell, which the site's policy forbids, into a class."""
    if token.type in {"th_open", "td_open"}:
        style = str(token.attrs.pop("style", ""))
        if "right" in style:
            token.attrSet("class", "num")
    elif token.type == "table_open":
        token.type, token.tag, token.content = "html_block", "", '<div class="table" tabindex="0"><table>\n'
    elif token.type == "table_close":
        token.type, token.tag, token.content = "html_block", "", "</table></div>\n"


def _plain(token: Token) -> str:
    return "".join(child.content for child in token.children or [] if child.type in {"text", "code_inline"})


def _leading_clause(token: Token) -> str | None:
    found = _CLAUSE.match(_plain(token).lstrip())
    return found.group() if found else None


def _anchor(text: str, used: set[str]) -> str:
    base = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "part"
    anchor, number = base, 2
    while anchor in used:
        anchor, number = f"{base}-{number}", number + 1
    used.add(anchor)
    return anchor


def _lead_on_site(token: Token) -> None:
    """Let links between files of the checkout lead to their pages; those to files without one become plain text."""
    is_dead = False
    for child in token.children or []:
        if child.type == "link_open":
            address = str(child.attrGet("href") or "")
            if found := _GUIDE.fullmatch(address):
                child.attrSet("href", f"/docs/{found[1]}/{found[2] or ''}")
            elif found := _RULES.fullmatch(address):
                child.attrSet("href", f"/games/{found[1]}/{found[2] or ''}")
            is_dead = not str(child.attrGet("href")).startswith(("/", "#", "http://", "https://", "mailto:"))
        if is_dead and child.type in {"link_open", "link_close"}:
            is_dead = child.type == "link_open"
            child.type, child.tag, child.content = "text", "", ""


def _link_clauses(token: Token, clauses: set[str]) -> None:
    children: list[Token] = []
    inside_link = 0
    for child in token.children or []:
        inside_link += {"link_open": 1, "link_close": -1}.get(child.type, 0)
        if child.type == "text" and not inside_link and _CLAUSE.search(child.content):
            child = _linked(child.content, clauses, token.meta)
        children.append(child)
    token.children = children


def _linked(text: str, clauses: set[str], meta: dict[Any, Any]) -> Token:
    def link(found: re.Match[str]) -> str:
        clause = found.group()
        if clause not in clauses:
            return clause
        if meta.get("clause") == clause and found.start() == len(text) - len(text.lstrip()):
            return f'<a class="clause" id="{meta.pop("clause")}" href="#{clause}">{clause}</a>'
        return f'<a href="#{clause}">{clause}</a>'

    piece = Token("html_inline", "", 0)
    piece.content = _CLAUSE.sub(link, escape(text))
    return piece
