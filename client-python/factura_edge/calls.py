"""Makes the calls that both versions of the API share: creations to their end, reads that repeat, lists that iterate."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Generic, Iterator, Mapping, Optional, Sequence, TypeVar, Union, cast

from .creation import Pace, Undecided, create, judge
from .errors import ApiError, NoAnswerError
from .schema import Acquirer, AcquirerRequest, PaymentMethod, ThirdParty
from .transport import Answer, Request, Send, create_transport

Body = TypeVar("Body")

#: Most that the service gives in one page.
PAGE_SIZE = 100
#: A read is tried this often before its failure is reported.
READ_TRIES = 4


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


class Calls:
    """What a client of one company does in any version.

    The token is a server-side secret. `timeout_s` limits each wait of a request, `patience_s` a whole creation; `send`
    replaces the transport, in tests.
    """

    def __init__(
        self,
        base_url: str,
        company_id: int,
        token: str,
        *,
        timeout_s: float = 60,
        delays_s: Sequence[float] = (5, 15, 30, 60),
        patience_s: float = 600,
        send: Optional[Send] = None,
    ) -> None:
        self._send = send if send is not None else create_transport(base_url, company_id, token, timeout_s)
        self._pace = Pace(delays_s, patience_s)

    def list_third_parties(self, q: Optional[str] = None) -> Iterator[ThirdParty]:
        for row in self._iterate("/fe/terceros", "terceros", {"q": q}):
            yield cast(ThirdParty, row)

    def list_payment_methods(self, active_only: bool = False) -> Sequence[PaymentMethod]:
        """Also a connectivity check: it creates nothing."""
        query: Mapping[str, Union[str, int, bool, None]] = {"active": True} if active_only else {}
        return cast(Sequence[PaymentMethod], self._read(Request("GET", "/fe/payment-methods", query))["payment_methods"])

    def find_acquirer(self, body: AcquirerRequest) -> Acquirer:
        """Name and e-mail that the authority has of an acquirer."""
        request = Request("POST", "/authority/get-acquirer", body=cast(Mapping[str, Any], body))
        return cast(Acquirer, self._read(request))

    def _create(
        self, path: str, key: str, body: object, path_of: Callable[[int], str]
    ) -> Union[Accepted[Any], Rejected[Any], Pending]:
        """Issues with a key in the header, and waits for the final state."""
        headers = {"Idempotency-Key": key}
        return self._pursue(Request("POST", path, headers=headers, body=cast(Mapping[str, Any], body)), key, path_of)

    def _create_invoice(self, body: Mapping[str, Any], path_of: Callable[[int], str]) -> Union[Accepted[Any], Rejected[Any], Pending]:
        """Issues with the key of the body, which alone tells a retry from another sale."""
        key = body.get("draft_key")
        if not key:
            raise ValueError("draft_key is required: it makes retries safe")
        return self._pursue(Request("POST", "/fe/facturas", body=body), str(key), path_of)

    def _pursue(
        self, request: Request, key: str, path_of: Callable[[int], str]
    ) -> Union[Accepted[Any], Rejected[Any], Pending]:
        outcome = create(self._send, key, request, path_of, self._pace)
        if isinstance(outcome, Undecided):
            return Pending(outcome.id)
        if outcome.is_accepted:
            return Accepted(outcome.id, outcome.is_replay, outcome.body)
        return Rejected(outcome.id, outcome.is_replay, outcome.body)

    def _rehearse(self, path: str, body: object) -> Any:
        return self._read(Request("POST", path, {"dry_run": True}, {}, cast(Mapping[str, Any], body)))

    def _iterate(self, path: str, member: str, query: Mapping[str, Optional[str]]) -> Iterator[Any]:
        page = 1
        while True:
            answer = self._read(Request("GET", path, {**query, "page": page, "per_page": PAGE_SIZE}))
            yield from answer[member]
            if page >= answer.get("pages", 1):
                return
            page += 1

    def _read(self, request: Request) -> Mapping[str, Any]:
        """A JSON object from a request that creates nothing.

        Raises ApiError when the service refuses or keeps failing, NoAnswerError when it never answers.
        """
        answer = self._fetch(request, lambda one: one.status == 200 and one.body is not None)
        return answer.body or {}

    def _fetch(self, request: Request, is_right: Callable[[Answer], bool]) -> Answer:
        """The answer to a request that creates nothing, repeated while repeating can help."""
        tries = 0
        while True:
            answer = self._send(request)
            if isinstance(answer, Answer) and is_right(answer):
                return answer
            verdict = judge(answer)
            code = answer.body.get("code") if isinstance(answer, Answer) and answer.body is not None else None
            if verdict.type != "again" or code == "acquirer_not_found" or tries + 1 >= READ_TRIES:
                if isinstance(answer, Answer):
                    raise ApiError(answer.status, answer.body)
                raise NoAnswerError(f"no answer to {request.method} {request.path}") from answer.cause
            self._pace.sleep(max(self._pace.pick(tries), verdict.wait_s))
            tries += 1


def path_of_invoice(document_id: int) -> str:
    return f"/fe/docs/{document_id}"


def path_of_support_document(document_id: int) -> str:
    return f"/dse/documentos/{document_id}"
