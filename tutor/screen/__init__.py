"""Everything that draws. `Screen` is the door; the other modules turn one kind of thing into lines.

`Screen` is imported when it is first asked for: it brings the types of all it can draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tutor.screen.screen import Screen

__all__ = ["Screen"]


def __getattr__(name: str) -> Any:
    if name == "Screen":
        from tutor.screen.screen import Screen

        return Screen
    raise AttributeError(name)
