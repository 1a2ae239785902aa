"""Whatever a page says can be read: text against what is behind it passes WCAG 2.2, AA (1.4.3: 4.5 to 1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources

import pytest

from tutor.publishing import feedback

SOURCE = resources.files("tutor.publishing").joinpath("report.html.j2").read_text(encoding="utf-8")
SHEET = re.findall(
    r"<style>(.*?)</style>",
    resources.files("tutor.handout").joinpath("sheet.html.j2").read_text(encoding="utf-8"),
    re.S,
)[0]
KINDS = ("bien", "arrastre", "redondeo", "mal", "blanco", "leer", "mano")
PAIRS = [
    *((ink, paper) for ink in ("ink", "soft", "accent") for paper in ("paper", "card")),
    ("ink", "alert"),
    ("soft", "alert"),
    *((f"on-{kind}", kind) for kind in KINDS),
]


def palettes() -> Iterator[tuple[str, dict[str, str]]]:
    """The colours of the page by name: light, dark, and as printed."""
    found = [
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})", block))
        for block in re.findall(r":root \{(.*?)\}", SOURCE, re.S)
    ]
    light, dark, printed = found
    yield from (("light", light), ("dark", light | dark), ("print", light | printed))


def luminance(colour: str) -> float:
    """Relative luminance by WCAG 2.2."""
    digits = colour[1:] if len(colour) == 7 else "".join(c * 2 for c in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("name", "palette"), list(palettes()), ids=["light", "dark", "print"])
@pytest.mark.parametrize(("ink", "paper"), PAIRS, ids=lambda value: value)
def test_text_can_be_read(ink: str, paper: str, name: str, palette: dict[str, str]) -> None:
    """In the light, in the dark and on paper."""
    assert contrast(palette[ink], palette[paper]) >= 4.5


@pytest.mark.parametrize("page", ["tutor.publishing:report.html.j2", "tutor.handout:sheet.html.j2"])
def test_no_text_is_made_paler(page: str) -> None:
    """A colour that passes would not through `opacity`."""
    package, name = page.split(":")
    source = resources.files(package).joinpath(name).read_text(encoding="utf-8")
    assert not [value for value in re.findall(r"opacity: ([\d.]+)", source) if float(value) < 1]


@pytest.mark.parametrize("style", [feedback._STYLE, SHEET], ids=["feedback", "sheet"])
def test_other_pages_have_the_readers_own_colours(style: str) -> None:
    """Text and paper are the browser's, which pass in the light and in the dark; behind code there is hardly any."""
    assert "color-scheme:light dark" in style.replace(": ", ":")
    assert not re.findall(r"(?<![-\w])color:", style)
    assert re.findall(r"background(?:-color)?:\s*([^;}]+)", style) in ([], ["#8882"])


def test_a_page_of_feedback_loads_and_runs_nothing() -> None:
    """The policy of the report, without the script that feedback has not."""
    assert re.findall(r'Policy" content="([^"]*)"', feedback._HEAD) == ["default-src 'none'; style-src 'unsafe-inline'"]
    assert "default-src 'none'; style-src 'unsafe-inline'" in SOURCE
