"""Offers version 2 of the external API as typed calls: notes, lists by cursor, files and the feed of changes."""
from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any, Iterator, Literal, Mapping, Optional, Sequence, Union, cast
from urllib.parse import parse_qsl, quote

from . import schema_v2
from .body import write_body
from .calls import HEADER_TEXT, PAGE_SIZE, Accepted, Calls, ListedState, OnPending, Pending, Pursuit, Rejected, find_key, path_of_invoice, path_of_support_document, path_of_ticket
from .creation import Retry
from .errors import ApiError, NoAnswerError, NotSentError, OutcomeUnknownError
from .follow import CursorStore, FileCursor, follow
from .schema_v2 import *
from .transport import Answer, Language, Request
from .webhook import WebhookError, WebhookMessage, verify_webhook

__all__ = [
    "Accepted",
    "ApiError",
    "Client",
    "ClosingDivision",
    "CursorStore",
    "File",
    "FileCursor",
    "FileName",
    "Language",
    "ListedState",
    "NoAnswerError",
    "NotSentError",
    "OnPending",
    "OutcomeUnknownError",
    "Pending",
    "Rejected",
    "Retry",
    "SupportDocumentFileName",
    "Tagged",
    "WebhookError",
    "WebhookMessage",
    "verify_webhook",
]
__all__ += schema_v2.__all__

#: Files of a support document or of its note.
#: `tirilla-80.escpos` has the bytes for a receipt printer; `?tabla=cp858` behind it chooses another code page than cp1252.
SupportDocumentFileName = Literal[
    "xml",
    "respuesta",
    "carta.pdf",
    "tirilla-80.pdf",
    "tirilla-58.pdf",
    "qr.svg",
    "qr.png",
    "tirilla-80.escpos",
    "tirilla-58.escpos",
    "tirilla-80.escpos?tabla=cp858",
    "tirilla-58.escpos?tabla=cp858",
    "tirilla-80.escpos?tabla=cp850",
    "tirilla-58.escpos?tabla=cp850",
    "tirilla-80.escpos?tabla=cp437",
    "tirilla-58.escpos?tabla=cp437",
    "tirilla-80.escpos?tabla=ascii",
    "tirilla-58.escpos?tabla=ascii",
]
#: Files of an invoice or of its note; `contenedor` is the ZIP that the buyer gets.
FileName = Union[SupportDocumentFileName, Literal["contenedor"]]

#: What divides a closing.
ClosingDivision = Literal["dia", "establecimiento", "caja"]

_Filter = Mapping[str, Union[str, int, None]]


@dataclass(frozen=True)
class File:
    """A file of a document, as it was archived or drawn."""

    #: As the authority's annex names it.
    name: str
    media_type: str
    #: Send it again as `known` to learn whether the file is still the same one.
    etag: str
    content: bytes


@dataclass(frozen=True)
class Tagged:
    """A company's state, kept until it changes."""

    #: Send it again as `known` to learn whether the state is still the same one.
    etag: str
    body: CompanyState


class Client(Calls):
    """A client of one company, whose `base_url` ends in `/api/ext/v2`."""

    _version = "v2"

    def create_invoice(
        self,
        body: InvoiceRequest,
        *,
        patience_s: Optional[float] = None,
        on_pending: Optional[OnPending] = None,
        cancel: Optional[threading.Event] = None,
    ) -> Union[Accepted[InvoiceSettled], Rejected[InvoiceRejected], Pending]:
        """Issues an invoice and waits for its final state; safe to repeat with the same `draft_key` and body.

        Raises NotSentError without a `draft_key`, which alone distinguishes a retry from another sale.
        """
        return self._create("/fe/facturas", find_key(body), body, path_of_invoice, Pursuit(patience_s, on_pending, cancel))

    def create_credit_note(
        self,
        key: str,
        body: CreditNoteRequest,
        *,
        patience_s: Optional[float] = None,
        on_pending: Optional[OnPending] = None,
        cancel: Optional[threading.Event] = None,
    ) -> Union[Accepted[InvoiceNoteSettled], Rejected[InvoiceNoteRejected], Pending]:
        """Issues a credit note and waits for its final state; safe to repeat with the same key and body.

        `key` is a stable id of the operation in your system, at most 120 characters.
        """
        return self._create("/fe/notas-credito", key, body, path_of_invoice, Pursuit(patience_s, on_pending, cancel))

    def create_debit_note(
        self,
        key: str,
        body: DebitNoteRequest,
        *,
        patience_s: Optional[float] = None,
        on_pending: Optional[OnPending] = None,
        cancel: Optional[threading.Event] = None,
    ) -> Union[Accepted[InvoiceNoteSettled], Rejected[InvoiceNoteRejected], Pending]:
        """Issues a debit note and waits for its final state; safe to repeat with the same key and body."""
        return self._create("/fe/notas-debito", key, body, path_of_invoice, Pursuit(patience_s, on_pending, cancel))

    def create_support_document(
        self,
        key: str,
        body: SupportDocumentRequest,
        *,
        patience_s: Optional[float] = None,
        on_pending: Optional[OnPending] = None,
        cancel: Optional[threading.Event] = None,
    ) -> Union[Accepted[SupportDocumentSettled], Rejected[SupportDocumentRejected], Pending]:
        """Issues a support document and waits for its final state; safe to repeat with the same key and body."""
        return self._create("/dse/documentos", key, body, path_of_support_document, Pursuit(patience_s, on_pending, cancel))

    def create_adjustment_note(
        self,
        key: str,
        body: AdjustmentNoteRequest,
        *,
        patience_s: Optional[float] = None,
        on_pending: Optional[OnPending] = None,
        cancel: Optional[threading.Event] = None,
    ) -> Union[Accepted[AdjustmentNoteSettled], Rejected[AdjustmentNoteRejected], Pending]:
        """Issues an adjustment note on a support document; safe to repeat with the same key and body."""
        return self._create("/dse/notas-ajuste", key, body, path_of_support_document, Pursuit(patience_s, on_pending, cancel))

    def create_ticket(
        self,
        key: str,
        body: TicketRequest,
        *,
        patience_s: Optional[float] = None,
        on_pending: Optional[OnPending] = None,
        cancel: Optional[threading.Event] = None,
    ) -> Union[Accepted[TicketSettled], Rejected[TicketRejected], Pending]:
        """Sells with a ticket and waits for its final state; safe to repeat with the same key and body."""
        return self._create("/dee/documentos", key, body, path_of_ticket, Pursuit(patience_s, on_pending, cancel))

    def create_ticket_credit_note(
        self,
        key: str,
        body: TicketCreditNoteRequest,
        *,
        patience_s: Optional[float] = None,
        on_pending: Optional[OnPending] = None,
        cancel: Optional[threading.Event] = None,
    ) -> Union[Accepted[TicketNoteSettled], Rejected[TicketNoteRejected], Pending]:
        """Issues a credit note on a ticket; safe to repeat with the same key and body."""
        return self._create("/dee/notas-credito", key, body, path_of_ticket, Pursuit(patience_s, on_pending, cancel))

    def create_ticket_debit_note(
        self,
        key: str,
        body: TicketDebitNoteRequest,
        *,
        patience_s: Optional[float] = None,
        on_pending: Optional[OnPending] = None,
        cancel: Optional[threading.Event] = None,
    ) -> Union[Accepted[TicketNoteSettled], Rejected[TicketNoteRejected], Pending]:
        """Issues a debit note on a ticket; safe to repeat with the same key and body."""
        return self._create("/dee/notas-debito", key, body, path_of_ticket, Pursuit(patience_s, on_pending, cancel))

    def dry_run_invoice(self, body: InvoiceRequest) -> InvoiceDryRun:
        """Everything up to numbering; nothing is kept."""
        return cast(InvoiceDryRun, self._rehearse("/fe/facturas", body))

    def dry_run_credit_note(self, body: CreditNoteRequest) -> NoteDryRun:
        """Everything up to numbering; nothing is kept."""
        return cast(NoteDryRun, self._rehearse("/fe/notas-credito", body))

    def dry_run_debit_note(self, body: DebitNoteRequest) -> NoteDryRun:
        """Everything up to numbering; nothing is kept."""
        return cast(NoteDryRun, self._rehearse("/fe/notas-debito", body))

    def dry_run_support_document(self, body: SupportDocumentRequest) -> DryRun:
        """Everything up to numbering; nothing is kept."""
        return cast(DryRun, self._rehearse("/dse/documentos", body))

    def dry_run_adjustment_note(self, body: AdjustmentNoteRequest) -> NoteDryRun:
        """Everything up to numbering; nothing is kept."""
        return cast(NoteDryRun, self._rehearse("/dse/notas-ajuste", body))

    def dry_run_ticket(self, body: TicketRequest) -> TicketDryRun:
        """Everything up to numbering; nothing is kept."""
        return cast(TicketDryRun, self._rehearse("/dee/documentos", body))

    def dry_run_ticket_credit_note(self, body: TicketCreditNoteRequest) -> NoteDryRun:
        """Everything up to numbering; nothing is kept."""
        return cast(NoteDryRun, self._rehearse("/dee/notas-credito", body))

    def dry_run_ticket_debit_note(self, body: TicketDebitNoteRequest) -> NoteDryRun:
        """Everything up to numbering; nothing is kept."""
        return cast(NoteDryRun, self._rehearse("/dee/notas-debito", body))

    def get_invoice(self, document_id: int) -> InvoiceRead:
        """The answer about an invoice, or a note on one, whole: `doc`, and beside it what is printed."""
        return cast(InvoiceRead, self._read(Request("GET", path_of_invoice(document_id))))

    def get_support_document(self, document_id: int) -> SupportDocumentRead:
        """A support document, or an adjustment note."""
        return cast(SupportDocumentRead, self._read(Request("GET", path_of_support_document(document_id))))

    def get_ticket(self, document_id: int) -> TicketRead:
        """A ticket, or a note on one."""
        return cast(TicketRead, self._read(Request("GET", path_of_ticket(document_id))))

    def get_invoice_file(self, document_id: int, name: FileName, known: Optional[str] = None) -> Optional[File]:
        """A file of an invoice or of its note.

        None when it is still the one whose `etag` is `known`. Raises ApiError (`not_ready`) before the document has it.
        """
        return self._get_file(path_of_invoice(document_id), name, known)

    def get_support_document_file(self, document_id: int, name: SupportDocumentFileName, known: Optional[str] = None) -> Optional[File]:
        """A file of a support document or of an adjustment note; they have no `contenedor`."""
        return self._get_file(path_of_support_document(document_id), name, known)

    def get_ticket_file(self, document_id: int, name: FileName, known: Optional[str] = None) -> Optional[File]:
        """A file of a ticket or of its note."""
        return self._get_file(path_of_ticket(document_id), name, known)

    def list_invoices(
        self,
        *,
        tipo: Union[ListedInvoiceType, Sequence[ListedInvoiceType], None] = None,
        estado: Optional[ListedState] = None,
        q: Optional[str] = None,
        desde: Optional[str] = None,
        hasta: Optional[str] = None,
        orden: Optional[Literal["id", "-id"]] = None,
        establecimiento: Optional[str] = None,
        caja: Optional[str] = None,
        factura_id: Optional[int] = None,
    ) -> Iterator[InvoiceSummary]:
        """Invoices and their notes, as they are asked for; what is issued meanwhile moves nothing. Days are inclusive."""
        query: _Filter = {
            **{"tipo": _join(tipo), "estado": estado, "q": q, "desde": desde, "hasta": hasta, "orden": orden},
            **{"establecimiento": establecimiento, "caja": caja},
        }
        for row in self._walk("/fe/docs", {**query, "factura_id": factura_id}):
            yield cast(InvoiceSummary, row)

    def list_support_documents(
        self,
        *,
        tipo: Union[SupportDocumentType, Sequence[SupportDocumentType], None] = None,
        estado: Optional[ListedState] = None,
        q: Optional[str] = None,
        desde: Optional[str] = None,
        hasta: Optional[str] = None,
        orden: Optional[Literal["id", "-id"]] = None,
        establecimiento: Optional[str] = None,
        caja: Optional[str] = None,
        documento_id: Optional[int] = None,
    ) -> Iterator[SupportDocumentSummary]:
        """Support documents and adjustment notes, as they are asked for. Days are inclusive."""
        query: _Filter = {
            **{"tipo": _join(tipo), "estado": estado, "q": q, "desde": desde, "hasta": hasta, "orden": orden},
            **{"establecimiento": establecimiento, "caja": caja},
        }
        for row in self._walk("/dse/documentos", {**query, "documento_id": documento_id}):
            yield cast(SupportDocumentSummary, row)

    def list_tickets(
        self,
        *,
        tipo: Union[TicketType, Sequence[TicketType], None] = None,
        estado: Optional[ListedState] = None,
        q: Optional[str] = None,
        desde: Optional[str] = None,
        hasta: Optional[str] = None,
        orden: Optional[Literal["id", "-id"]] = None,
        establecimiento: Optional[str] = None,
        caja: Optional[str] = None,
        documento_id: Optional[int] = None,
    ) -> Iterator[TicketSummary]:
        """Tickets and their notes, as they are asked for; `caja` is the plate of the till. Days are inclusive."""
        query: _Filter = {
            **{"tipo": _join(tipo), "estado": estado, "q": q, "desde": desde, "hasta": hasta, "orden": orden},
            **{"establecimiento": establecimiento, "caja": caja},
        }
        for row in self._walk("/dee/documentos", {**query, "documento_id": documento_id}):
            yield cast(TicketSummary, row)

    def close_invoices(self, desde: str, hasta: str, *, agrupar: Optional[ClosingDivision] = None) -> Closing:
        """What was invoiced on some days, notes counted against, added up at one moment; at most 31 days, inclusive."""
        query: _Filter = {"desde": desde, "hasta": hasta, "agrupar": agrupar}
        return cast(Closing, self._read(Request("GET", "/fe/resumen", query)))

    def close_support_documents(self, desde: str, hasta: str, *, agrupar: Optional[ClosingDivision] = None) -> Closing:
        """What was bought on some days, added up at one moment; at most 31 days, inclusive."""
        query: _Filter = {"desde": desde, "hasta": hasta, "agrupar": agrupar}
        return cast(Closing, self._read(Request("GET", "/dse/resumen", query)))

    def close_tickets(self, desde: str, hasta: str, *, agrupar: Optional[ClosingDivision] = None) -> Closing:
        """What was sold with tickets on some days, notes counted against; at most 31 days, inclusive."""
        query: _Filter = {"desde": desde, "hasta": hasta, "agrupar": agrupar}
        return cast(Closing, self._read(Request("GET", "/dee/resumen", query)))

    def give_invoice_link(self, document_id: int, body: Optional[LinkRequest] = None) -> LinkAnswer:
        """The link that opens an invoice for its buyer, without a token; `renovar` ends all earlier ones."""
        return cast(LinkAnswer, self._read(Request("POST", f"{path_of_invoice(document_id)}/enlace", body=write_body(body or {}))))

    def end_invoice_links(self, document_id: int) -> LinkAnswer:
        """Ends all links of an invoice, until another is asked for."""
        return cast(LinkAnswer, self._read(Request("DELETE", f"{path_of_invoice(document_id)}/enlace")))

    def send_invoice_mail(self, document_id: int, key: str, body: MailOrderRequest) -> Envio:
        """Sends an accepted invoice by e-mail once more; with the same key and body it is sent once.

        `key` is a stable id of the sending in your system: ASCII, at most 120 characters. Raises ApiError, such as `mail_disabled`;
        `envio_limit` is not waited for.
        """
        return self._order_mail(path_of_invoice(document_id), key, body)

    def list_invoice_mail(self, document_id: int) -> Sequence[Envio]:
        """The e-mails of an invoice, the newest first."""
        return cast(DocumentMailList, self._read(Request("GET", f"{path_of_invoice(document_id)}/envios")))["envios"]

    def give_ticket_link(self, document_id: int, body: Optional[LinkRequest] = None) -> LinkAnswer:
        """The link that opens a ticket for its buyer, without a token; `renovar` ends all earlier ones."""
        return cast(LinkAnswer, self._read(Request("POST", f"{path_of_ticket(document_id)}/enlace", body=write_body(body or {}))))

    def end_ticket_links(self, document_id: int) -> LinkAnswer:
        """Ends all links of a ticket, until another is asked for."""
        return cast(LinkAnswer, self._read(Request("DELETE", f"{path_of_ticket(document_id)}/enlace")))

    def send_ticket_mail(self, document_id: int, key: str, body: MailOrderRequest) -> Envio:
        """Sends an accepted ticket by e-mail once more; with the same key and body it is sent once.

        `key` is a stable id of the sending in your system: ASCII, at most 120 characters. Raises ApiError, such as `mail_disabled`;
        `envio_limit` is not waited for.
        """
        return self._order_mail(path_of_ticket(document_id), key, body)

    def list_ticket_mail(self, document_id: int) -> Sequence[Envio]:
        """The e-mails of a ticket, the newest first."""
        return cast(DocumentMailList, self._read(Request("GET", f"{path_of_ticket(document_id)}/envios")))["envios"]

    def list_mail(
        self, *, estado: Optional[MailState] = None, desde: Optional[str] = None, hasta: Optional[str] = None
    ) -> Iterator[Envio]:
        """The e-mails of all documents, the newest first, as they are asked for. Days are inclusive."""
        after: Optional[str] = None
        while True:
            query: _Filter = {"estado": estado, "desde": desde, "hasta": hasta, "after": after}
            page = cast(CompanyMailList, self._read(Request("GET", "/envios", query)))
            yield from page["envios"]
            after = page["cursor"]
            if after is None:
                return

    def list_branches(self) -> Sequence[Branch]:
        """Branches of the company, which documents name by code in `establecimiento`."""
        return cast(Sequence[Branch], self._read(Request("GET", "/establecimientos"))["establecimientos"])

    def read_changes(
        self, after: Optional[str] = None, *, limit: Optional[int] = None, wait: Optional[int] = None
    ) -> ChangeList:
        """One page of the feed of changes; keep its `cursor` once the page is processed. `wait` in seconds, at most 20."""
        query: _Filter = {"after": after, "limit": limit, "wait": wait}
        return cast(ChangeList, self._read(Request("GET", "/cambios", query)))

    def follow_changes(
        self, store: CursorStore, *, limit: int = 100, wait: int = 20, stop_at_end: bool = False
    ) -> Iterator[Change]:
        """Every change from the stored cursor on, and those to come; the cursor is saved once a page is processed.

        A program that stops within a page gets that page again, so process a change by its `id`. `stop_at_end` ends where
        there is no further change; `wait` is below the client's `timeout_s` and `patience_s`. Raises ApiError (`cursor_expired` after
        400 days).
        """

        def read(after: Optional[str]) -> ChangeList:
            return self.read_changes(after, limit=limit, wait=None if stop_at_end else wait)

        return follow(read, store, stop_at_end, self._pace.sleep, time.monotonic)

    def get_company(self, known: Optional[str] = None) -> Optional[Tagged]:
        """What the company issues with, and what will soon stop it; None when it is still the state whose `etag` is `known`."""
        headers = {} if known is None else {"If-None-Match": known}
        answer = self._fetch(Request("GET", "/empresa", headers=headers), _is_tagged)
        if answer.status == 304:
            return None
        return Tagged(answer.headers.get("etag", ""), cast(CompanyState, answer.body))

    def list_webhooks(self) -> Sequence[Webhook]:
        """The company's webhooks and how they fare; an operator registers them."""
        return cast(WebhookList, self._read(Request("GET", "/webhooks")))["webhooks"]

    def read_webhook_deliveries(self, webhook_id: str, after: Optional[str] = None) -> WebhookDeliveryList:
        """One page of the deliveries of the last days, the oldest first; its `cursor` is the next `after`."""
        query: _Filter = {"after": after}
        path = f"/webhooks/{quote(webhook_id, safe='')}/entregas"
        return cast(WebhookDeliveryList, self._read(Request("GET", path, query)))

    def list_webhook_deliveries(self, webhook_id: str) -> Iterator[WebhookDelivery]:
        """All of them to the present one."""
        after: Optional[str] = None
        while True:
            page = self.read_webhook_deliveries(webhook_id, after)
            yield from page["entregas"]
            after = page["cursor"]
            if not page["hay_mas"]:
                return

    def _walk(self, path: str, query: _Filter) -> Iterator[Any]:
        after: Optional[str] = None
        while True:
            page = self._read(Request("GET", path, {**query, "per_page": PAGE_SIZE, "after": after}))
            yield from page["docs"]
            after = page["cursor"]
            if after is None:
                return

    def _order_mail(self, path: str, key: str, body: MailOrderRequest) -> Envio:
        if not isinstance(key, str) or not key.strip() or HEADER_TEXT.fullmatch(key) is None:
            raise NotSentError("a sending needs a key in ASCII, which makes its retries safe")
        request = Request("POST", f"{path}/envios", headers={"Idempotency-Key": key}, body=write_body(body))
        return cast(MailOrdered, self._read(request))["envio"]

    def _get_file(self, path: str, name: str, known: Optional[str]) -> Optional[File]:
        headers = {"Accept": "*/*", **({} if known is None else {"If-None-Match": known})}
        file, _, query = name.partition("?")
        request = Request("GET", f"{path}/archivos/{quote(file, safe='')}", dict(parse_qsl(query)), headers)
        answer = self._fetch(request, _is_file)
        if answer.status == 304:
            return None
        head = answer.headers
        file_name = head.get("content-disposition", "").partition('filename="')[2].partition('"')[0]
        return File(file_name or name, head.get("content-type", ""), head.get("etag", ""), answer.content)


def _join(types: Union[str, Sequence[str], None]) -> Optional[str]:
    return types if types is None or isinstance(types, str) else ",".join(types)


def _is_tagged(answer: Answer) -> bool:
    return answer.status == 304 or (answer.status == 200 and answer.body is not None)


def _is_file(answer: Answer) -> bool:
    return answer.status in (200, 304) and "etag" in answer.headers
