"""Dataclasses of which a class of students has a hundred thousand."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as bulk_record
else:

    def bulk_record(*, frozen: bool, slots: bool):
        """`dataclass`, frozen for the type checker alone: to guard it at run time would make each four times as slow
        to make."""
        return dataclasses.dataclass(slots=slots, unsafe_hash=frozen)


__all__ = ["bulk_record"]
