"""Pursues a creation to its final outcome with one key from beginning to end, by the retry table of the API."""
from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace
from typing import Any, Callable, Mapping, Optional, Sequence, Union

from .errors import ApiError, NoAnswerError, NotSentError, OutcomeUnknownError, explain
from .transport import Answer, Request, Send, Silence


@dataclass(frozen=True)
class Verdict:
    """What to do about an answer: `settled`, `pending` (never another key), `again` (the same key) or `refused`."""

    type: str
    is_accepted: bool = False
    id: Optional[int] = None
    wait_s: float = 0.0


@dataclass(frozen=True)
class Retry:
    """A request that is about to be sent again."""

    #: How many tries there were so far.
    attempt: int
    wait_s: float
    #: What the last one met: `Connection refused`, `HTTP 503`.
    cause: str


@dataclass(frozen=True)
class Pace:
    """How long to wait between tries, and in all."""

    #: Seconds: the last one from then on.
    delays_s: Sequence[float] = (5, 15, 30, 60)
    patience_s: float = 600
    on_retry: Optional[Callable[[Retry], object]] = None
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], float] = time.monotonic
    #: Ends the waits of a creation when it is set.
    cancel: Optional[threading.Event] = None

    def __post_init__(self) -> None:
        if not self.patience_s > 0:
            raise NotSentError(f"patience_s is {self.patience_s}")
        if not self.delays_s or not all(delay >= 0 for delay in self.delays_s):
            raise NotSentError(f"delays_s is {self.delays_s}")

    def pick(self, tries: int) -> float:
        return self.delays_s[min(tries, len(self.delays_s) - 1)]

    def limit(self, request: Request, until: float) -> Request:
        """The request, whose answer is waited for no longer than the patience lasts."""
        return replace(request, left_s=max(0.001, until - self.now()))

    def pause(self, until: float, tries: int, answer: Union[Answer, Silence]) -> bool:
        """Waits before the next try, and says so when it is for want of an answer.

        False at once when the patience would be over by then, or when it is cancelled.
        """
        verdict = judge(answer)
        delay = max(self.pick(tries), verdict.wait_s)
        if self.is_over(until - delay):
            return False
        if verdict.type == "again" and self.on_retry is not None:
            cause = explain(answer.cause) if isinstance(answer, Silence) else f"HTTP {answer.status}"
            self.on_retry(Retry(tries + 1, delay, cause))
        if self.cancel is None:
            self.sleep(delay)
        else:
            self.cancel.wait(delay)
        return True

    def is_over(self, until: float) -> bool:
        return self.now() >= until or (self.cancel is not None and self.cancel.is_set())


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
    if status in (408, 429):
        return Verdict("again", wait_s=answer.retry_after_s)
    if body is None:
        return Verdict("refused") if 300 <= status < 500 else Verdict("again", wait_s=answer.retry_after_s)
    if status in (200, 201):
        return Verdict("settled", is_accepted=True)
    if status == 422:
        return Verdict("settled")
    if status == 202 or body.get("pending") is True:
        return Verdict("pending", id=find_id(body), wait_s=answer.retry_after_s)
    if status >= 500:
        return Verdict("again", wait_s=answer.retry_after_s)
    return Verdict("refused")


def find_id(body: Mapping[str, Any]) -> Optional[int]:
    """The id of the document that an answer to a creation shows."""
    document = body.get("documento")
    # The answer about a note names the invoice that it corrects too.
    for found in (body.get("nota_id"), body.get("factura_id"), document.get("id") if isinstance(document, dict) else None):
        if isinstance(found, int) and not isinstance(found, bool) and found > 0:
            return found
    return None


#: Refusals for which the service has looked at the key or the body: nothing was issued under this key with this body.
CONCLUSIVE = (400, 409, 413, 415, 422)


def create(
    send: Send,
    key: str,
    request: Request,
    path_of: Callable[[int], str],
    pace: Pace,
    on_pending: Callable[[int], None],
) -> Union[Settled, Undecided]:
    """Creates and waits for the final state; `on_pending` is called once, as soon as the document exists undecided.

    Raises NotSentError when it is cancelled before, ApiError when the service refuses, OutcomeUnknownError when no answer settles it.
    """
    until = pace.now() + pace.patience_s
    if pace.cancel is not None and pace.cancel.is_set():
        raise NotSentError("it was cancelled before")
    document_id: Optional[int] = None
    is_uncertain = False
    cause: BaseException
    tries = 0
    while True:
        answer = send(pace.limit(request, until))
        verdict = judge(answer)
        if isinstance(answer, Answer):
            settled = find_id(answer.body or {}) if verdict.type == "settled" else None
            if settled is not None:
                return Settled(verdict.is_accepted, settled, answer.is_replay, answer.body or {})
            if verdict.type == "refused" or answer.status == 422:
                cause = ApiError(answer.status, answer.body)
                if not is_uncertain or answer.status in CONCLUSIVE:
                    raise cause
                break
        cause = answer.cause if isinstance(answer, Silence) else NoAnswerError(f"HTTP {answer.status}")
        is_uncertain = is_uncertain or isinstance(answer, Silence) or answer.status != 429
        if document_id is None and verdict.id is not None:
            document_id = verdict.id
            on_pending(document_id)
        if not pace.pause(until, tries, answer):
            break
        # Once it is final the POST is repeated a last time: its replay carries what the authority said.
        if document_id is not None:
            _wait_until_final(send, path_of(document_id), pace, until)
        if pace.is_over(until):
            break
        tries += 1
    if document_id is not None:
        return Undecided(document_id)
    raise OutcomeUnknownError(key, cause) from cause


def _wait_until_final(send: Send, path: str, pace: Pace, until: float) -> None:
    """Reads the document until its state is final; a client that may not read leaves it to the replays."""
    tries = 1
    while not pace.is_over(until):
        answer = send(pace.limit(Request("GET", path), until))
        if isinstance(answer, Answer):
            if 400 <= answer.status < 500 and answer.status not in (408, 429):
                return
            if answer.status == 200 and not _is_pending(answer.body or {}):
                return
        if not pace.pause(until, tries, answer):
            return
        tries += 1


def _is_pending(body: Mapping[str, Any]) -> bool:
    """Support documents say `pending`, invoices their state."""
    pending = body.get("pending")
    if isinstance(pending, bool):
        return pending
    document = body.get("doc")
    return not isinstance(document, dict) or document.get("estado_authority") not in ("aceptado", "rechazado")
