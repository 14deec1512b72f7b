"""Makes the calls that both versions of the API share: creations to their end, reads that repeat, lists that iterate."""
from __future__ import annotations

import re
import threading
from dataclasses import dataclass, replace
from typing import Any, Callable, ClassVar, Generic, Iterator, Literal, Mapping, Optional, Sequence, TypeVar, Union, cast

from .body import write_body
from .creation import Pace, Retry, Undecided, create, judge
from .errors import ApiError, NoAnswerError, NotSentError, explain
from .schema import Acquirer, AcquirerRequest, PaymentMethod, ThirdParty
from .transport import Answer, Language, Request, Send, create_transport

Body = TypeVar("Body")

#: Most that the service gives in one page.
PAGE_SIZE = 100
#: A read is tried this often before its failure is reported.
READ_TRIES = 4
#: Refusals that waiting does not mend, or not for hours.
FINAL_CODES = ("acquirer_not_found", "envio_limit")


@dataclass(frozen=True)
class Accepted(Generic[Body]):
    """The authority accepted the document; `body` is the service's answer, whole."""

    id: int
    is_replay: bool
    body: Body


@dataclass(frozen=True)
class Rejected(Generic[Body]):
    """The authority rejected the document: correct it, and issue another with another key."""

    id: int
    is_replay: bool
    body: Body


@dataclass(frozen=True)
class Pending:
    """The patience is over and the authority has not decided: keep the id, read it later."""

    id: int


#: How the lists call the states of documents.
ListedState = Literal["aprobado", "rechazado", "pendiente"]
#: Called with what exists and is not decided.
OnPending = Callable[[Pending], object]


@dataclass(frozen=True)
class Pursuit:
    """How one creation is pursued."""

    #: Instead of the client's own.
    patience_s: Optional[float]
    on_pending: Optional[OnPending]
    cancel: Optional[threading.Event]


#: A header holds ASCII alone on its way; any other key goes in the body, where every creation reads `draft_key`.
HEADER_TEXT = re.compile("[ -~]+")


class Calls:
    """What a client of one company does in any version.

    The token is a server-side secret. `timeout_s` limits one request, `patience_s` any call with all its tries. `language` is that
    of the service's sentences. `on_retry` is called before each wait for the same request again. `send` replaces the transport, in
    tests. Raises NotSentError when an option cannot be right, such as an address of another version.

    Every creation takes `patience_s` instead of the client's own, `on_pending`, which is called once, as soon as the document
    exists and the authority has not decided, and `cancel`, an event that ends the pursuit between two requests: the outcome is
    then pending, or an OutcomeUnknownError while no id is known. It takes nothing back; the same key and body find the document.
    """

    #: As the address ends.
    _version: ClassVar[str]

    def __init__(
        self,
        base_url: str,
        company_id: int,
        token: str,
        *,
        timeout_s: float = 60,
        delays_s: Sequence[float] = (5, 15, 30, 60),
        patience_s: float = 600,
        language: Language = "es",
        on_retry: Optional[Callable[[Retry], object]] = None,
        send: Optional[Send] = None,
    ) -> None:
        self._send = send if send is not None else create_transport(base_url, company_id, token, timeout_s, self._version, language)
        self._pace = Pace(delays_s, patience_s, on_retry)

    def list_third_parties(self, q: Optional[str] = None) -> Iterator[ThirdParty]:
        for row in self._iterate("/fe/terceros", "terceros", {"q": q}):
            yield cast(ThirdParty, row)

    def list_payment_methods(self, active_only: bool = False) -> Sequence[PaymentMethod]:
        """Also a connectivity check: it creates nothing."""
        query: Mapping[str, Union[str, int, bool, None]] = {"active": True} if active_only else {}
        return cast(Sequence[PaymentMethod], self._read(Request("GET", "/fe/payment-methods", query))["payment_methods"])

    def find_acquirer(self, body: AcquirerRequest) -> Acquirer:
        """Name and e-mail that the authority has of an acquirer."""
        request = Request("POST", "/authority/get-acquirer", body=write_body(body))
        return cast(Acquirer, self._read(request))

    def _create(
        self,
        path: str,
        key: object,
        body: object,
        path_of: Callable[[int], str],
        pursuit: Pursuit,
    ) -> Union[Accepted[Any], Rejected[Any], Pending]:
        """Issues with one key, and waits for the final state."""
        members = check_body(body)
        if not isinstance(key, str) or not key.strip():
            raise NotSentError("a creation needs a key, as text, which makes its retries safe: that of an invoice is its draft_key")
        request = _write_request(path, key, members)
        pace = replace(self._pace, cancel=pursuit.cancel)
        if pursuit.patience_s is not None:
            pace = replace(pace, patience_s=pursuit.patience_s)

        def announce(document_id: int) -> None:
            if pursuit.on_pending is not None:
                pursuit.on_pending(Pending(document_id))

        outcome = create(self._send, key, request, path_of, pace, announce)
        if isinstance(outcome, Undecided):
            return Pending(outcome.id)
        if outcome.is_accepted:
            return Accepted(outcome.id, outcome.is_replay, outcome.body)
        return Rejected(outcome.id, outcome.is_replay, outcome.body)

    def _rehearse(self, path: str, body: object) -> Any:
        return self._read(Request("POST", path, {"dry_run": True}, {}, write_body(check_body(body))))

    def _iterate(self, path: str, member: str, query: Mapping[str, Optional[str]]) -> Iterator[Any]:
        page = 1
        while True:
            answer = self._read(Request("GET", path, {**query, "page": page, "per_page": PAGE_SIZE}))
            yield from answer[member]
            if page >= answer.get("pages", 1):
                return
            page += 1

    def _read(self, request: Request) -> Mapping[str, Any]:
        """A JSON object from a request that issues nothing.

        Raises ApiError when the service refuses or keeps failing, NoAnswerError when it never answers.
        """
        answer = self._fetch(request, lambda one: one.status in (200, 202) and one.body is not None)
        return answer.body or {}

    def _fetch(self, request: Request, is_right: Callable[[Answer], bool]) -> Answer:
        """The answer to a request that issues nothing, repeated while repeating can help."""
        until = self._pace.now() + self._pace.patience_s
        tries = 0
        while True:
            answer = self._send(self._pace.limit(request, until))
            if isinstance(answer, Answer) and is_right(answer):
                return answer
            verdict = judge(answer)
            code = answer.body.get("code") if isinstance(answer, Answer) and answer.body is not None else None
            is_useful = verdict.type == "again" and code not in FINAL_CODES and tries + 1 < READ_TRIES
            if is_useful and self._pace.pause(until, tries, answer):
                tries += 1
                continue
            if isinstance(answer, Answer):
                raise ApiError(answer.status, answer.body)
            raise NoAnswerError(f"no answer to {request.method} {request.path}: {explain(answer.cause)}") from answer.cause


def find_key(body: object) -> object:
    """The key that an invoice carries; None of what is no object, which `check_body` refuses."""
    return body.get("draft_key") if isinstance(body, Mapping) else None


def check_body(body: object) -> Mapping[str, Any]:
    """The body; raises NotSentError for what is no object, such as JSON text."""
    if not isinstance(body, Mapping):
        raise NotSentError(f"the body is no object: it is of the type {type(body).__name__}")
    return body


def _write_request(path: str, key: str, body: Mapping[str, Any]) -> Request:
    # The service takes None and an empty text for no key.
    own = body.get("draft_key") or None
    if own is not None and own != key:
        raise NotSentError(f"draft_key is not the key {key}")
    if own is not None:
        return Request("POST", path, body=write_body(body))
    if HEADER_TEXT.fullmatch(key) is None:
        return Request("POST", path, body=write_body({**body, "draft_key": key}))
    return Request("POST", path, headers={"Idempotency-Key": key}, body=write_body(body))


def path_of_invoice(document_id: int) -> str:
    return _path_of("/fe/docs", document_id)


def path_of_support_document(document_id: int) -> str:
    return _path_of("/dse/documentos", document_id)


def path_of_ticket(document_id: int) -> str:
    return _path_of("/dee/documentos", document_id)


def _path_of(path: str, document_id: int) -> str:
    """None, of a creation that came to nothing, would be asked for as if it were a document."""
    if re.fullmatch("[1-9][0-9]*", str(document_id)) is None:
        raise NotSentError(f"the id of a document is a number from 1 on: not {document_id!r}")
    return f"{path}/{document_id}"
