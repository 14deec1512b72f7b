"""Offers the external API of one company as typed calls."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Iterator, Mapping, Optional, Sequence, TypeVar, Union, cast

from .creation import Pace, Undecided, create, judge
from .errors import ApiError, NoAnswerError
from .schema import (
    Acquirer,
    AcquirerRequest,
    DryRun,
    InvoiceDetail,
    InvoiceRejected,
    InvoiceRequest,
    InvoiceSettled,
    InvoiceSummary,
    PaymentMethod,
    SupportDocumentRead,
    SupportDocumentRejected,
    SupportDocumentRequest,
    SupportDocumentSettled,
    ThirdParty,
)
from .transport import Answer, Request, Send, create_transport

Body = TypeVar("Body")
Other = TypeVar("Other")

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


class Client:
    """A client of one company.

    `base_url` ends in `/api/ext/v1`; the token is a server-side secret. `timeout_s` limits each wait of a request,
    `patience_s` a whole creation; `send` replaces the transport, in tests.
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

    def create_invoice(self, body: InvoiceRequest) -> Union[Accepted[InvoiceSettled], Rejected[InvoiceRejected], Pending]:
        """Issues an invoice and waits for its final state; safe to repeat with the same `draft_key` and body.

        Raises ValueError without a `draft_key`, which alone tells a retry from another sale.
        """
        key = body.get("draft_key")
        if not key:
            raise ValueError("draft_key is required: it makes retries safe")
        outcome = create(self._send, key, Request("POST", "/fe/facturas", body=cast(Mapping[str, Any], body)), _invoice_path, self._pace)
        if isinstance(outcome, Undecided):
            return Pending(outcome.id)
        if outcome.is_accepted:
            return Accepted(outcome.id, outcome.is_replay, cast(InvoiceSettled, outcome.body))
        return Rejected(outcome.id, outcome.is_replay, cast(InvoiceRejected, outcome.body))

    def create_support_document(
        self, key: str, body: SupportDocumentRequest
    ) -> Union[Accepted[SupportDocumentSettled], Rejected[SupportDocumentRejected], Pending]:
        """Issues a support document and waits for its final state; safe to repeat with the same key and body.

        `key` is a stable id of the operation in your system, at most 120 characters.
        """
        request = Request("POST", "/dse/documentos", headers={"Idempotency-Key": key}, body=cast(Mapping[str, Any], body))
        outcome = create(self._send, key, request, _support_document_path, self._pace)
        if isinstance(outcome, Undecided):
            return Pending(outcome.id)
        if outcome.is_accepted:
            return Accepted(outcome.id, outcome.is_replay, cast(SupportDocumentSettled, outcome.body))
        return Rejected(outcome.id, outcome.is_replay, cast(SupportDocumentRejected, outcome.body))

    def dry_run_invoice(self, body: InvoiceRequest) -> DryRun:
        """Everything up to numbering; nothing is kept."""
        return cast(DryRun, self._read(Request("POST", "/fe/facturas", {"dry_run": True}, {}, cast(Mapping[str, Any], body))))

    def dry_run_support_document(self, body: SupportDocumentRequest) -> DryRun:
        """Everything up to numbering; nothing is kept."""
        return cast(DryRun, self._read(Request("POST", "/dse/documentos", {"dry_run": True}, {}, cast(Mapping[str, Any], body))))

    def get_invoice(self, document_id: int) -> InvoiceDetail:
        return cast(InvoiceDetail, self._read(Request("GET", _invoice_path(document_id)))["doc"])

    def get_support_document(self, document_id: int) -> SupportDocumentRead:
        return cast(SupportDocumentRead, self._read(Request("GET", _support_document_path(document_id))))

    def list_invoices(
        self, *, tipo: Optional[str] = None, estado: Optional[str] = None, q: Optional[str] = None
    ) -> Iterator[InvoiceSummary]:
        """Newest first, page after page as they are asked for."""
        for row in self._iterate("/fe/docs", "docs", {"tipo": tipo, "estado": estado, "q": q}):
            yield cast(InvoiceSummary, row)

    def list_third_parties(self, q: Optional[str] = None) -> Iterator[ThirdParty]:
        for row in self._iterate("/fe/terceros", "terceros", {"q": q}):
            yield cast(ThirdParty, row)

    def list_payment_methods(self, active_only: bool = False) -> Sequence[PaymentMethod]:
        """Also a connectivity check: it creates nothing."""
        query: Mapping[str, Union[str, int, bool, None]] = {"active": True} if active_only else {}
        return cast(Sequence[PaymentMethod], self._read(Request("GET", "/fe/payment-methods", query))["payment_methods"])

    def find_acquirer(self, body: AcquirerRequest) -> Acquirer:
        request = Request("POST", "/authority/get-acquirer", body=cast(Mapping[str, Any], body))
        return cast(Acquirer, self._read(request))

    def _iterate(self, path: str, member: str, query: Mapping[str, Optional[str]]) -> Iterator[Any]:
        page = 1
        while True:
            answer = self._read(Request("GET", path, {**query, "page": page, "per_page": PAGE_SIZE}))
            yield from answer[member]
            if page >= answer.get("pages", 1):
                return
            page += 1

    def _read(self, request: Request) -> Mapping[str, Any]:
        """A request that creates nothing, repeated while repeating can help.

        Raises ApiError when the service refuses or keeps failing, NoAnswerError when it never answers.
        """
        tries = 0
        while True:
            answer = self._send(request)
            if isinstance(answer, Answer) and answer.status == 200 and answer.body is not None:
                return answer.body
            verdict = judge(answer)
            code = answer.body.get("code") if isinstance(answer, Answer) and answer.body is not None else None
            if verdict.type != "again" or code == "acquirer_not_found" or tries + 1 >= READ_TRIES:
                if isinstance(answer, Answer):
                    raise ApiError(answer.status, answer.body)
                raise NoAnswerError(f"no answer to {request.method} {request.path}") from answer.cause
            self._pace.sleep(max(self._pace.pick(tries), verdict.wait_s))
            tries += 1


def _invoice_path(document_id: int) -> str:
    return f"/fe/docs/{document_id}"


def _support_document_path(document_id: int) -> str:
    return f"/dse/documentos/{document_id}"
