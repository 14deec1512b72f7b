"""Follows the feed of changes from a stored cursor on, so that a program that is restarted goes on where it was."""
from __future__ import annotations

import os
from typing import Callable, Iterator, Optional, Protocol

from .schema_v2 import Change, ChangeList

#: An empty answer that comes at once is followed by the next request after so many seconds.
PAUSE_S = 1.0


class CursorStore(Protocol):
    """Keeps the cursor of a follower: a row of your database, or a file."""

    def load(self) -> Optional[str]:
        """The last cursor that was saved; None at the first start: from the oldest change that is kept."""

    def save(self, cursor: str) -> None:
        """Called once every change of a page has been processed."""


class FileCursor:
    """Keeps a cursor in a file, which is replaced whole."""

    def __init__(self, path: str) -> None:
        self._path = path

    def load(self) -> Optional[str]:
        try:
            with open(self._path, encoding="utf-8") as file:
                return file.read().strip() or None
        except FileNotFoundError:
            return None

    def save(self, cursor: str) -> None:
        beside = f"{self._path}.new"
        with open(beside, "w", encoding="utf-8") as file:
            file.write(cursor)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self._path)


def follow(
    read: Callable[[Optional[str]], ChangeList],
    store: CursorStore,
    stop_at_end: bool,
    sleep: Callable[[float], None],
    now: Callable[[], float],
) -> Iterator[Change]:
    """Changes in their order; a change is processed once the caller asks for the next one."""
    after = store.load()
    while True:
        asked_at = now()
        page = read(after)
        yield from page["cambios"]
        if page["cursor"] != after:
            store.save(page["cursor"])
        after = page["cursor"]
        if page["hay_mas"]:
            continue
        if stop_at_end:
            return
        if not page["cambios"] and now() - asked_at < PAUSE_S:
            sleep(PAUSE_S)
