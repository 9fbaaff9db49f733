"""Rulebooks and guides as HTML."""

from __future__ import annotations

import re

from nile_site.web.prose import render
from nile_site.web.views.games import rulebook

TEXT = """# The game

Intro with NE-9.9 and NE-1.1.

## 1. Setting up

- **NE-1.1** Deal, as NE-1.2 says. <script>alert(1)</script>
- **NE-1.2** See [elsewhere](javascript:alert(1)) and [the end](#end).

| card | worth |
|---|--:|
| gold | 22 |
"""


def test_each_clause_has_one_anchor_and_mentions_lead_to_it() -> None:
    html = render(TEXT).html
    assert html.count('id="NE-1.1"') == html.count('id="NE-1.2"') == 1
    assert '<a href="#NE-1.2">NE-1.2</a>' in html
    assert '<a href="#NE-1.1">NE-1.1</a>' in html
    assert '"#NE-9.9"' not in html


def test_title_and_contents_are_taken_out() -> None:
    prose = render(TEXT)
    assert prose.title == "The game"
    assert [(h.level, h.text) for h in prose.contents] == [(2, "1. Setting up")]
    assert f'id="{prose.contents[0].anchor}"' in prose.html


def test_nothing_in_a_text_becomes_code_or_inline_style() -> None:
    html = render(TEXT).html
    assert "<script>" not in html
    assert 'href="javascript:' not in html
    assert "style=" not in html
    assert '<td class="num">22</td>' in html


def test_every_clause_of_the_rulebook_can_be_linked() -> None:
    rules = rulebook("nefertiti")
    assert rules is not None
    ids = set(re.findall(r'id="(NE-[\d.]+)"', rules.html))
    assert len(ids) > 30
    assert set(re.findall(r'href="#(NE-[\d.]+)"', rules.html)) <= ids


def test_an_empty_corner_of_a_table_is_no_heading() -> None:
    html = render("| | 3 seats |\n|---|---|\n| coins | 9 |\n").html
    assert "<th></th>" not in html
    assert "<th>3 seats</th>" in html


def test_a_cell_of_a_table_mentions_a_clause_and_never_is_one() -> None:
    html = render("| what |\n|---|\n| NE-1.1 |\n\n- **NE-1.1** Deal.\n").html
    assert '<td><a href="#NE-1.1">NE-1.1</a></td>' in html
    assert '<strong><a class="clause" id="NE-1.1"' in html


def test_links_between_files_lead_to_pages_or_nowhere() -> None:
    text = "[a](ratings.md) [b](../seeds/rules/nefertiti.md#NE-1.1) [c](../seeds/bots) [d](https://example.org/) NE-1.1"
    html = render(text).html
    assert '<a href="/docs/ratings/">a</a>' in html
    assert '<a href="/games/nefertiti/#NE-1.1">b</a>' in html
    assert "c " in html
    assert "seeds/bots" not in html
    assert '<a href="https://example.org/">d</a>' in html
