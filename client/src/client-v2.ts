// Offers version 2 of the external API as typed calls: what version 1 has, notes, and lists of both modules by cursor.
import { checkBody, writeBody } from "./body.ts";
import { type CreateOptions, create, findKey, type Outcome } from "./creation.ts";
import { directoryCalls, PAGE_SIZE } from "./directory.ts";
import { NotSentError } from "./error.ts";
import { type CursorStore, type FollowOptions, followChanges } from "./follow.ts";
import { handOverCalls, mailCalls } from "./hand-over.ts";
import {
  type ClientOptions,
  type Connection,
  connect,
  pathOfDocument,
  type Read,
  readFile,
  readTagged,
} from "./read.ts";
import type {
  AdjustmentNoteRejected,
  AdjustmentNoteRequest,
  AdjustmentNoteSettled,
  Branch,
  BranchList,
  ChangeList,
  Closing,
  CompanyState,
  CreditNoteRequest,
  DebitNoteRequest,
  DryRun,
  InvoiceDryRun,
  InvoiceList,
  InvoiceNoteRejected,
  InvoiceNoteSettled,
  InvoiceRead,
  InvoiceRejected,
  InvoiceRequest,
  InvoiceSettled,
  InvoiceSummary,
  ListedInvoiceType,
  NoteDryRun,
  SupportDocumentList,
  SupportDocumentRead,
  SupportDocumentRejected,
  SupportDocumentRequest,
  SupportDocumentSettled,
  SupportDocumentSummary,
  SupportDocumentType,
  TicketCreditNoteRequest,
  TicketDebitNoteRequest,
  TicketDryRun,
  TicketList,
  TicketNoteRejected,
  TicketNoteSettled,
  TicketRead,
  TicketRejected,
  TicketRequest,
  TicketSettled,
  TicketSummary,
  TicketType,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
} from "./schema-v2.ts";

export type { Decimal } from "./body.ts";
export type { CreateOptions, Outcome, Pending, Retry } from "./creation.ts";
// biome-ignore lint/performance/noBarrelFile: an entry of a published package.
export { ApiError, NoAnswerError, NotSentError, OutcomeUnknownError } from "./error.ts";
export type { CursorStore, FollowOptions } from "./follow.ts";
export type { MailFilter } from "./hand-over.ts";
export type { ClientOptions, DocumentFile, Tagged } from "./read.ts";
export type * from "./schema-v2.ts";
export type { Language } from "./transport.ts";
export { verifyWebhook, WebhookError, type WebhookHeaders, type WebhookMessage } from "./webhook.ts";

/** An invoice with the key that makes its retries safe: the API recommends it, this client requires it. */
export type KeyedInvoice = InvoiceRequest & { readonly draft_key: string };

/** What the lists of both modules take; days are inclusive. */
interface ListFilter {
  readonly estado?: "aprobado" | "rechazado" | "pendiente";
  readonly q?: string;
  readonly desde?: string;
  readonly hasta?: string;
  readonly orden?: "id" | "-id";
  /** Code of a branch. */
  readonly establecimiento?: string;
  readonly caja?: string;
}

export interface InvoiceFilter extends ListFilter {
  readonly tipo?: ListedInvoiceType | readonly ListedInvoiceType[];
  readonly factura_id?: number;
}

/** Files of a document; support documents and their notes have no `contenedor`. */
export type FileName =
  | "xml"
  | "respuesta"
  | "contenedor"
  | "carta.pdf"
  | "tirilla-80.pdf"
  | "tirilla-58.pdf"
  | "qr.svg"
  | "qr.png"
  | ReceiptName;

/** Bytes for a receipt printer, in the code page that it has; `cp1252` when none is named. */
export type ReceiptName =
  `tirilla-${80 | 58}.escpos${"" | `?tabla=${"cp1252" | "cp858" | "cp850" | "cp437" | "ascii"}`}`;

export interface SupportDocumentFilter extends ListFilter {
  readonly tipo?: SupportDocumentType | readonly SupportDocumentType[];
  readonly documento_id?: number;
}

export interface TicketFilter extends ListFilter {
  readonly tipo?: TicketType | readonly TicketType[];
  readonly documento_id?: number;
}

/** Days of a closing, at most 31 and inclusive, and what divides it. */
export interface ClosingFilter {
  readonly desde: string;
  readonly hasta: string;
  readonly agrupar?: "dia" | "establecimiento" | "caja";
}

const INVOICES = "/fe/facturas";
const SUPPORT_DOCUMENTS = "/dse/documentos";
const TICKETS = "/dee/documentos";
const pathOfInvoice = (id: number) => pathOfDocument("/fe/docs", id);
const pathOfSupportDocument = (id: number) => pathOfDocument(SUPPORT_DOCUMENTS, id);
const pathOfTicket = (id: number) => pathOfDocument(TICKETS, id);

function pathOfDeliveries(id: string): string {
  const isId = typeof id === "string" && id !== "";
  if (!isId) throw new NotSentError(`the id of a webhook is a text: not ${id}`);
  return `/webhooks/${encodeURIComponent(id)}/entregas`;
}

export type Client = ReturnType<typeof createClient>;

/**
 * A client of one company.
 * @param options whose `baseUrl` ends in `/api/ext/v2`.
 * @throws NotSentError when an option cannot be right, such as an address of another version.
 */
export function createClient(options: ClientOptions) {
  const connection = connect(options, "v2");
  const { pace, read } = connection;
  return {
    supportDocuments: supportDocumentCalls(connection),
    invoices: invoiceCalls(connection),
    creditNotes: noteCalls<CreditNoteRequest, InvoiceNoteSettled, InvoiceNoteRejected>(
      connection,
      "/fe/notas-credito",
      pathOfInvoice,
    ),
    debitNotes: noteCalls<DebitNoteRequest, InvoiceNoteSettled, InvoiceNoteRejected>(
      connection,
      "/fe/notas-debito",
      pathOfInvoice,
    ),
    adjustmentNotes: noteCalls<AdjustmentNoteRequest, AdjustmentNoteSettled, AdjustmentNoteRejected>(
      connection,
      "/dse/notas-ajuste",
      pathOfSupportDocument,
    ),
    tickets: ticketCalls(connection),
    ticketCreditNotes: noteCalls<TicketCreditNoteRequest, TicketNoteSettled, TicketNoteRejected>(
      connection,
      "/dee/notas-credito",
      pathOfTicket,
    ),
    ticketDebitNotes: noteCalls<TicketDebitNoteRequest, TicketNoteSettled, TicketNoteRejected>(
      connection,
      "/dee/notas-debito",
      pathOfTicket,
    ),
    branches: {
      /** Branches of the company, which documents name by code in `establecimiento`. */
      list: async (): Promise<readonly Branch[]> =>
        (await read<BranchList>({ method: "GET", path: "/establecimientos" })).establecimientos,
    },
    changes: {
      /** One page of the feed of changes; keep its `cursor` once the page is processed. @param query `wait` in seconds. */
      read: (query: { readonly after?: string; readonly limit?: number; readonly wait?: number } = {}) =>
        read<ChangeList>({ method: "GET", path: "/cambios", query }),
      /** Every change from the stored cursor on, and those to come; the cursor is saved once a page is processed. */
      follow: (store: CursorStore, options: FollowOptions = {}) => followChanges({ read, pace }, store, options),
    },
    company: {
      /** What the company issues with, and what will soon stop it; undefined when it is still the state whose `etag` is `known`. */
      read: (known?: string) => readTagged<CompanyState>(connection, "/empresa", known),
    },
    mail: mailCalls(read),
    webhooks: webhookCalls(read),
    ...directoryCalls(read),
  };
}

function webhookCalls(read: Read) {
  return {
    /** The company's webhooks and how they fare; an operator registers them. */
    list: async (): Promise<readonly Webhook[]> =>
      (await read<WebhookList>({ method: "GET", path: "/webhooks" })).webhooks,
    /** One page of the deliveries of the last days, the oldest first; its `cursor` is the next `after`. */
    readDeliveries: async (id: string, after?: string) =>
      read<WebhookDeliveryList>({ method: "GET", path: pathOfDeliveries(id), query: { after } }),
    /** All of them to the present one. */
    deliveries: (id: string) => walkDeliveries(read, id),
  };
}

async function* walkDeliveries(read: Read, id: string): AsyncGenerator<WebhookDelivery, void, void> {
  let after: string | undefined;
  let hasMore = true;
  while (hasMore) {
    const query = { after };
    const page = await read<WebhookDeliveryList>({ method: "GET", path: pathOfDeliveries(id), query });
    yield* page.entregas;
    after = page.cursor;
    hasMore = page.hay_mas;
  }
}

function supportDocumentCalls({ send, pace, read }: Connection) {
  return {
    /** Issues a support document and waits for its final state; safe to repeat with the same key and body. */
    create: (
      key: string,
      body: SupportDocumentRequest,
      options?: CreateOptions,
    ): Promise<Outcome<SupportDocumentSettled, SupportDocumentRejected>> =>
      create(send, { key, path: SUPPORT_DOCUMENTS, pathOf: pathOfSupportDocument, body }, pace, options),
    /** Everything up to numbering; nothing is kept. */
    dryRun: (body: SupportDocumentRequest) => rehearse<DryRun>(read, SUPPORT_DOCUMENTS, body),
    /** A support document, or an adjustment note. */
    get: async (id: number) => read<SupportDocumentRead>({ method: "GET", path: pathOfSupportDocument(id) }),
    /** A file of a support document or of its note; undefined when it is still the one whose `etag` is `known`. */
    file: async (id: number, name: Exclude<FileName, "contenedor">, known?: string) =>
      readFile({ send, pace }, pathOfSupportDocument(id), name, known),
    /** Support documents and adjustment notes, as they are asked for; what is issued meanwhile moves nothing. */
    list: (filter: SupportDocumentFilter = {}) =>
      iterate<SupportDocumentSummary, SupportDocumentList>(read, SUPPORT_DOCUMENTS, filter),
    /** What was bought on some days, added up at one moment. */
    close: (filter: ClosingFilter) => read<Closing>({ method: "GET", path: "/dse/resumen", query: { ...filter } }),
  };
}

function invoiceCalls({ send, pace, read }: Connection) {
  return {
    /** Issues an invoice and waits for its final state; safe to repeat with the same `draft_key` and body. */
    create: (body: KeyedInvoice, options?: CreateOptions): Promise<Outcome<InvoiceSettled, InvoiceRejected>> =>
      create(send, { key: findKey(body), path: INVOICES, pathOf: pathOfInvoice, body }, pace, options),
    /** Everything up to numbering; nothing is kept. */
    dryRun: (body: InvoiceRequest) => rehearse<InvoiceDryRun>(read, INVOICES, body),
    /** The answer about an invoice, or a note on one, whole: `doc`, and beside it what is printed. */
    get: async (id: number) => read<InvoiceRead>({ method: "GET", path: pathOfInvoice(id) }),
    /** A file of an invoice or of its note; undefined when it is still the one whose `etag` is `known`. */
    file: async (id: number, name: FileName, known?: string) =>
      readFile({ send, pace }, pathOfInvoice(id), name, known),
    /** Invoices and their notes, as they are asked for; what is issued meanwhile moves nothing. */
    list: (filter: InvoiceFilter = {}) => iterate<InvoiceSummary, InvoiceList>(read, "/fe/docs", filter),
    /** What was invoiced on some days, notes counted against, added up at one moment. */
    close: (filter: ClosingFilter) => read<Closing>({ method: "GET", path: "/fe/resumen", query: { ...filter } }),
    ...handOverCalls(read, pathOfInvoice),
  };
}

function ticketCalls({ send, pace, read }: Connection) {
  return {
    /** Sells with a ticket and waits for its final state; safe to repeat with the same key and body. */
    create: (
      key: string,
      body: TicketRequest,
      options?: CreateOptions,
    ): Promise<Outcome<TicketSettled, TicketRejected>> =>
      create(send, { key, path: TICKETS, pathOf: pathOfTicket, body }, pace, options),
    /** Everything up to numbering; nothing is kept. */
    dryRun: (body: TicketRequest) => rehearse<TicketDryRun>(read, TICKETS, body),
    /** A ticket, or a note on one. */
    get: async (id: number) => read<TicketRead>({ method: "GET", path: pathOfTicket(id) }),
    /** A file of a ticket or of its note; undefined when it is still the one whose `etag` is `known`. */
    file: async (id: number, name: FileName, known?: string) => readFile({ send, pace }, pathOfTicket(id), name, known),
    /** Tickets and their notes, as they are asked for; what is issued meanwhile moves nothing. */
    list: (filter: TicketFilter = {}) => iterate<TicketSummary, TicketList>(read, TICKETS, filter),
    /** What was sold with tickets on some days, notes counted against, added up at one moment. */
    close: (filter: ClosingFilter) => read<Closing>({ method: "GET", path: "/dee/resumen", query: { ...filter } }),
    ...handOverCalls(read, pathOfTicket),
  };
}

function noteCalls<Request extends object, Settled, Rejected>(
  { send, pace, read }: Connection,
  path: string,
  pathOf: (id: number) => string,
) {
  return {
    /**
     * Issues a note and waits for its final state; safe to repeat with the same key and body.
     * @param key stable id of the operation in your system, at most 120 characters.
     */
    create: (key: string, body: Request, options?: CreateOptions): Promise<Outcome<Settled, Rejected>> =>
      create(send, { key, path, pathOf, body }, pace, options),
    /** Everything up to numbering; nothing is kept. */
    dryRun: (body: Request) => rehearse<NoteDryRun>(read, path, body),
  };
}

async function rehearse<Priced>(read: Read, path: string, body: object): Promise<Priced> {
  return read<Priced>({ method: "POST", path, query: { dry_run: true }, body: writeBody(checkBody(body)) });
}

interface CursorPage<Row> {
  readonly docs: readonly Row[];
  readonly cursor: string | null;
}

async function* iterate<Row, Page extends CursorPage<Row>>(
  read: Read,
  path: string,
  { tipo, ...filter }: InvoiceFilter | SupportDocumentFilter | TicketFilter,
): AsyncGenerator<Row, void, void> {
  let after: string | undefined;
  do {
    const query = {
      ...filter,
      tipo: tipo === undefined ? undefined : [tipo].flat().join(","),
      per_page: PAGE_SIZE,
      after,
    };
    const { docs, cursor } = await read<Page>({ method: "GET", path, query });
    yield* docs;
    after = cursor ?? undefined;
  } while (after !== undefined);
}
