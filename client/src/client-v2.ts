// Offers version 2 of the external API as typed calls: what version 1 has, notes, and lists of both modules by cursor.
import { createClient as createFirst } from "./client.ts";
import { type Creation, create, type Outcome, type Pace } from "./creation.ts";
import { type CursorStore, type FollowOptions, followChanges } from "./follow.ts";
import { type ClientOptions, connect, type Read, readFile } from "./read.ts";
import type {
  AdjustmentNoteRejected,
  AdjustmentNoteRequest,
  AdjustmentNoteSettled,
  ChangeList,
  CreditNoteRequest,
  DebitNoteRequest,
  DryRun,
  InvoiceDetail,
  InvoiceDryRun,
  InvoiceList,
  InvoiceNoteRejected,
  InvoiceNoteSettled,
  InvoiceRejected,
  InvoiceRequest,
  InvoiceSettled,
  InvoiceSummary,
  NoteDryRun,
  SupportDocumentList,
  SupportDocumentRead,
  SupportDocumentRejected,
  SupportDocumentRequest,
  SupportDocumentSettled,
  SupportDocumentSummary,
} from "./schema-v2.ts";
import type { Send } from "./transport.ts";

export type { Outcome } from "./creation.ts";
// biome-ignore lint/performance/noBarrelFile: an entry of a published package.
export { ApiError, NoAnswerError, OutcomeUnknownError } from "./error.ts";
export type { CursorStore, FollowOptions } from "./follow.ts";
export type { ClientOptions, DocumentFile } from "./read.ts";
export type * from "./schema-v2.ts";
export { verifyWebhook, WebhookError, type WebhookMessage } from "./webhook.ts";

/** What the lists of both modules take; days are inclusive. */
interface ListFilter {
  readonly estado?: "aprobado" | "rechazado" | "pendiente";
  readonly q?: string;
  readonly desde?: string;
  readonly hasta?: string;
  readonly orden?: "id" | "-id";
}

export interface InvoiceFilter extends ListFilter {
  readonly tipo?: "01" | "03" | "91" | "92";
  readonly factura_id?: number;
}

/** Files of a document; support documents and their notes have no `contenedor`. */
export type FileName = "xml" | "respuesta" | "contenedor" | "carta.pdf" | "tirilla-80.pdf" | "tirilla-58.pdf";

export interface SupportDocumentFilter extends ListFilter {
  readonly tipo?: "05" | "95";
  readonly documento_id?: number;
}

/** Most that the service gives in one page. */
const PAGE_SIZE = 100;
const INVOICES = "/fe/facturas";
const SUPPORT_DOCUMENTS = "/dse/documentos";
const pathOfInvoice = (id: number) => `/fe/docs/${id}`;
const pathOfSupportDocument = (id: number) => `${SUPPORT_DOCUMENTS}/${id}`;

export type Client = ReturnType<typeof createClient>;

/** A client of one company. @param options whose `baseUrl` ends in `/api/ext/v2`. */
export function createClient(options: ClientOptions) {
  const { send, pace, read } = connect(options);
  const { thirdParties, paymentMethods, acquirers } = createFirst(options);
  return {
    supportDocuments: {
      /** Issues a support document and waits for its final state; safe to repeat with the same key and body. */
      create: (key: string, body: SupportDocumentRequest) =>
        createKeyed<SupportDocumentSettled, SupportDocumentRejected>(send, pace, {
          ...{ key, path: SUPPORT_DOCUMENTS, pathOf: pathOfSupportDocument, body },
        }),
      /** Everything up to numbering; nothing is kept. */
      dryRun: (body: SupportDocumentRequest) => rehearse<DryRun>(read, SUPPORT_DOCUMENTS, body),
      get: (id: number) => read<SupportDocumentRead>({ method: "GET", path: pathOfSupportDocument(id) }),
      /** A file of a support document or of its note; undefined when it is still the one whose `etag` is `known`. */
      file: (id: number, name: Exclude<FileName, "contenedor">, known?: string) =>
        readFile({ send, pace }, `${pathOfSupportDocument(id)}/archivos/${name}`, known),
      /** Support documents and adjustment notes, as they are asked for; what is issued meanwhile moves nothing. */
      list: (filter: SupportDocumentFilter = {}) =>
        iterate<SupportDocumentSummary, SupportDocumentList>(read, SUPPORT_DOCUMENTS, { ...filter }),
    },
    invoices: {
      /** Issues an invoice and waits for its final state; safe to repeat with the same `draft_key` and body. */
      create: (body: InvoiceRequest & { readonly draft_key: string }) => {
        const request = { method: "POST", path: INVOICES, body } as const;
        const creation: Creation = { key: body.draft_key, request, pathOf: pathOfInvoice };
        return create<InvoiceSettled, InvoiceRejected>(send, creation, pace);
      },
      /** Everything up to numbering; nothing is kept. */
      dryRun: (body: InvoiceRequest) => rehearse<InvoiceDryRun>(read, INVOICES, body),
      /** An invoice, or a note on one. */
      get: async (id: number): Promise<InvoiceDetail> =>
        (await read<{ readonly doc: InvoiceDetail }>({ method: "GET", path: pathOfInvoice(id) })).doc,
      /** A file of an invoice or of its note; undefined when it is still the one whose `etag` is `known`. */
      file: (id: number, name: FileName, known?: string) =>
        readFile({ send, pace }, `${pathOfInvoice(id)}/archivos/${name}`, known),
      /** Invoices and their notes, as they are asked for; what is issued meanwhile moves nothing. */
      list: (filter: InvoiceFilter = {}) => iterate<InvoiceSummary, InvoiceList>(read, "/fe/docs", { ...filter }),
    },
    creditNotes: noteCalls<CreditNoteRequest, InvoiceNoteSettled, InvoiceNoteRejected>(
      { send, pace, read },
      "/fe/notas-credito",
      pathOfInvoice,
    ),
    debitNotes: noteCalls<DebitNoteRequest, InvoiceNoteSettled, InvoiceNoteRejected>(
      { send, pace, read },
      "/fe/notas-debito",
      pathOfInvoice,
    ),
    adjustmentNotes: noteCalls<AdjustmentNoteRequest, AdjustmentNoteSettled, AdjustmentNoteRejected>(
      { send, pace, read },
      "/dse/notas-ajuste",
      pathOfSupportDocument,
    ),
    changes: {
      /** One page of the feed of changes; keep its `cursor` once the page is processed. @param query `wait` in seconds. */
      read: (query: { readonly after?: string; readonly limit?: number; readonly wait?: number } = {}) =>
        read<ChangeList>({ method: "GET", path: "/cambios", query }),
      /** Every change from the stored cursor on, and those to come; the cursor is saved once a page is processed. */
      follow: (store: CursorStore, options: FollowOptions = {}) => followChanges({ read, pace }, store, options),
    },
    ...{ thirdParties, paymentMethods, acquirers },
  };
}

interface Calls {
  readonly send: Send;
  readonly pace: Pace;
  readonly read: Read;
}

function noteCalls<Request extends object, Settled, Rejected>(
  { send, pace, read }: Calls,
  path: string,
  pathOf: Creation["pathOf"],
) {
  return {
    /**
     * Issues a note and waits for its final state; safe to repeat with the same key and body.
     * @param key stable id of the operation in your system, at most 120 characters.
     */
    create: (key: string, body: Request) => createKeyed<Settled, Rejected>(send, pace, { key, path, pathOf, body }),
    /** Everything up to numbering; nothing is kept. */
    dryRun: (body: Request) => rehearse<NoteDryRun>(read, path, body),
  };
}

function createKeyed<Settled, Rejected>(
  send: Send,
  pace: Pace,
  { key, path, pathOf, body }: Pick<Creation, "key" | "pathOf"> & { readonly path: string; readonly body: object },
): Promise<Outcome<Settled, Rejected>> {
  const request = { method: "POST", path, headers: { "idempotency-key": key }, body } as const;
  return create(send, { key, request, pathOf }, pace);
}

function rehearse<Priced>(read: Read, path: string, body: object): Promise<Priced> {
  return read<Priced>({ method: "POST", path, query: { dry_run: true }, body });
}

interface CursorPage<Row> {
  readonly docs: readonly Row[];
  readonly cursor: string | null;
}

async function* iterate<Row, Page extends CursorPage<Row>>(
  read: Read,
  path: string,
  filter: Readonly<Record<string, string | number | undefined>>,
): AsyncGenerator<Row, void, void> {
  let after: string | undefined;
  do {
    const query = { ...filter, per_page: PAGE_SIZE, after };
    const { docs, cursor } = await read<Page>({ method: "GET", path, query });
    yield* docs;
    after = cursor ?? undefined;
  } while (after !== undefined);
}
