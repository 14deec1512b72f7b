"""Pursues a creation to its final outcome with one key from beginning to end, by the retry table of the API."""
from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional, Sequence, Union

from .errors import ApiError, OutcomeUnknownError
from .transport import Answer, Request, Send, Silence


@dataclass(frozen=True)
class Verdict:
    """What to do about an answer: `settled`, `pending` (never another key), `again` (the same key) or `refused`."""

    type: str
    is_accepted: bool = False
    id: Optional[int] = None
    wait_s: float = 0.0


@dataclass(frozen=True)
class Pace:
    """How long to wait between tries, and in all."""

    #: Seconds: the last one from then on.
    delays_s: Sequence[float] = (5, 15, 30, 60)
    patience_s: float = 600
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], float] = time.monotonic

    def pick(self, tries: int) -> float:
        return self.delays_s[min(tries, len(self.delays_s) - 1)] if self.delays_s else 0


@dataclass(frozen=True)
class Settled:
    """The end of a creation; `body` is the service's last answer to the POST, whole."""

    is_accepted: bool
    id: int
    is_replay: bool
    body: Mapping[str, Any]


@dataclass(frozen=True)
class Undecided:
    """The patience is over and the authority has not decided."""

    id: int


def judge(answer: Union[Answer, Silence]) -> Verdict:
    """Reads an answer by the table "Qué hace el cliente según la respuesta" of the guide to idempotency."""
    if isinstance(answer, Silence):
        return Verdict("again")
    status, body = answer.status, answer.body
    if body is None:
        return Verdict("refused") if 300 <= status < 500 else Verdict("again", wait_s=answer.retry_after_s)
    if status in (200, 201):
        return Verdict("settled", is_accepted=True)
    if status == 422:
        return Verdict("settled")
    if status == 202 or body.get("pending") is True:
        return Verdict("pending", id=find_id(body))
    if status in (408, 429) or status >= 500:
        return Verdict("again", wait_s=answer.retry_after_s)
    return Verdict("refused")


def find_id(body: Mapping[str, Any]) -> Optional[int]:
    """The id of the document that an answer to a creation shows."""
    document = body.get("documento")
    # The answer about a note names the invoice that it corrects too.
    for found in (body.get("nota_id"), body.get("factura_id"), document.get("id") if isinstance(document, dict) else None):
        if isinstance(found, int) and not isinstance(found, bool):
            return found
    return None


def create(
    send: Send, key: str, request: Request, path_of: Callable[[int], str], pace: Pace
) -> Union[Settled, Undecided]:
    """Creates and waits for the final state.

    Raises ApiError when the service refuses, OutcomeUnknownError when it never answers.
    """
    until = pace.now() + pace.patience_s
    document_id: Optional[int] = None
    tries = 0
    while True:
        answer = send(request)
        verdict = judge(answer)
        if isinstance(answer, Answer):
            if verdict.type == "refused":
                raise ApiError(answer.status, answer.body)
            if verdict.type == "settled":
                return _settle(answer, verdict.is_accepted)
        if verdict.id is not None:
            document_id = verdict.id
        delay = max(pace.pick(tries), verdict.wait_s)
        if pace.now() + delay > until:
            break
        pace.sleep(delay)
        # Once it is final the POST is repeated a last time: its replay carries what the authority said.
        if document_id is not None:
            _wait_until_final(send, path_of(document_id), pace, until)
        if pace.now() > until:
            break
        tries += 1
    if document_id is not None:
        return Undecided(document_id)
    raise OutcomeUnknownError(key)


def _settle(answer: Answer, is_accepted: bool) -> Settled:
    body = answer.body or {}
    document_id = find_id(body)
    if document_id is None:
        raise ApiError(answer.status, answer.body)
    return Settled(is_accepted, document_id, answer.is_replay, body)


def _wait_until_final(send: Send, path: str, pace: Pace, until: float) -> None:
    """Reads the document until its state is final; a client that may not read leaves it to the replays."""
    tries = 1
    while True:
        answer = send(Request("GET", path))
        if isinstance(answer, Answer):
            if 400 <= answer.status < 500 and answer.status not in (408, 429):
                return
            if answer.status == 200 and not _is_pending(answer.body or {}):
                return
        asked = answer.retry_after_s if isinstance(answer, Answer) else 0
        delay = max(pace.pick(tries), asked)
        if pace.now() + delay > until:
            return
        pace.sleep(delay)
        tries += 1


def _is_pending(body: Mapping[str, Any]) -> bool:
    """Support documents say `pending`, invoices their state."""
    pending = body.get("pending")
    if isinstance(pending, bool):
        return pending
    document = body.get("doc")
    return not isinstance(document, dict) or document.get("estado_authority") not in ("aceptado", "rechazado")
