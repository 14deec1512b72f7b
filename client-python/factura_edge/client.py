"""Offers version 1 of the external API of one company as typed calls."""
from __future__ import annotations

import threading
from typing import Iterator, Optional, Union, cast

from .calls import Accepted, Calls, ListedState, OnPending, Pending, Pursuit, Rejected, find_key, path_of_invoice, path_of_support_document
from .schema import (
    DryRun,
    InvoiceRead,
    InvoiceRejected,
    InvoiceRequest,
    InvoiceSettled,
    InvoiceSummary,
    ListedInvoiceType,
    SupportDocumentRead,
    SupportDocumentRejected,
    SupportDocumentRequest,
    SupportDocumentSettled,
)
from .transport import Request


class Client(Calls):
    """A client of one company, whose `base_url` ends in `/api/ext/v1`."""

    _version = "v1"

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

    def create_support_document(
        self,
        key: str,
        body: SupportDocumentRequest,
        *,
        patience_s: Optional[float] = None,
        on_pending: Optional[OnPending] = None,
        cancel: Optional[threading.Event] = None,
    ) -> Union[Accepted[SupportDocumentSettled], Rejected[SupportDocumentRejected], Pending]:
        """Issues a support document and waits for its final state; safe to repeat with the same key and body.

        `key` is a stable id of the operation in your system, at most 120 characters.
        """
        return self._create("/dse/documentos", key, body, path_of_support_document, Pursuit(patience_s, on_pending, cancel))

    def dry_run_invoice(self, body: InvoiceRequest) -> DryRun:
        """Everything up to numbering; nothing is kept."""
        return cast(DryRun, self._rehearse("/fe/facturas", body))

    def dry_run_support_document(self, body: SupportDocumentRequest) -> DryRun:
        """Everything up to numbering; nothing is kept."""
        return cast(DryRun, self._rehearse("/dse/documentos", body))

    def get_invoice(self, document_id: int) -> InvoiceRead:
        """The answer, whole: `doc`, and beside it what the authority said."""
        return cast(InvoiceRead, self._read(Request("GET", path_of_invoice(document_id))))

    def get_support_document(self, document_id: int) -> SupportDocumentRead:
        return cast(SupportDocumentRead, self._read(Request("GET", path_of_support_document(document_id))))

    def list_invoices(
        self, *, tipo: Optional[ListedInvoiceType] = None, estado: Optional[ListedState] = None, q: Optional[str] = None
    ) -> Iterator[InvoiceSummary]:
        """Newest first, page after page as they are asked for."""
        for row in self._iterate("/fe/docs", "docs", {"tipo": tipo, "estado": estado, "q": q}):
            yield cast(InvoiceSummary, row)
