"""Everything that draws. `Screen` is the door; the other modules turn one kind of thing into lines."""

from tutor.screen.screen import Screen

__all__ = ["Screen"]
