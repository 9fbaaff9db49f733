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
