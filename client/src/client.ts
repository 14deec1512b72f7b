// Offers the external API as typed calls: creations that never issue twice, reads that retry, lists that iterate.
import { checkBody, writeBody } from "./body.ts";
import { type CreateOptions, create, findKey, type Outcome } from "./creation.ts";
import { directoryCalls, iterate, PAGE_SIZE } from "./directory.ts";
import { type ClientOptions, type Connection, connect, pathOfDocument } from "./read.ts";
import type {
  DryRun,
  InvoiceList,
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
} from "./schema.ts";

export type { Decimal } from "./body.ts";
export type { CreateOptions, Outcome, Pending, Retry } from "./creation.ts";
// biome-ignore lint/performance/noBarrelFile: the one entry of a published package.
export { ApiError, NoAnswerError, NotSentError, OutcomeUnknownError } from "./error.ts";
export type { ClientOptions } from "./read.ts";
export type * from "./schema.ts";
export type { Language } from "./transport.ts";
export { verifyWebhook, WebhookError, type WebhookHeaders, type WebhookMessage } from "./webhook.ts";

/** An invoice with the key that makes its retries safe: the API recommends it, this client requires it. */
export type KeyedInvoice = InvoiceRequest & { readonly draft_key: string };

export interface InvoiceFilter {
  readonly tipo?: ListedInvoiceType;
  readonly estado?: "aprobado" | "rechazado" | "pendiente";
  readonly q?: string;
}

export type Client = ReturnType<typeof createClient>;

/**
 * A client of one company.
 * @throws NotSentError when an option cannot be right, such as an address of another version.
 */
export function createClient(options: ClientOptions) {
  const connection = connect(options, "v1");
  return {
    supportDocuments: supportDocumentCalls(connection),
    invoices: invoiceCalls(connection),
    ...directoryCalls(connection.read),
  };
}

function supportDocumentCalls({ send, pace, read }: Connection) {
  const path = "/dse/documentos";
  const pathOf = (id: number) => pathOfDocument(path, id);
  return {
    /**
     * Issues a support document and waits for its final state; safe to repeat with the same key and body.
     * @param key stable id of the operation in your system, at most 120 characters.
     */
    create: (
      key: string,
      body: SupportDocumentRequest,
      options?: CreateOptions,
    ): Promise<Outcome<SupportDocumentSettled, SupportDocumentRejected>> =>
      create(send, { key, path, pathOf, body }, pace, options),
    /** Everything up to numbering; nothing is kept. */
    dryRun: async (body: SupportDocumentRequest) =>
      read<DryRun>({ method: "POST", path, query: { dry_run: true }, body: writeBody(checkBody(body)) }),
    get: async (id: number) => read<SupportDocumentRead>({ method: "GET", path: pathOf(id) }),
  };
}

function invoiceCalls({ send, pace, read }: Connection) {
  const path = "/fe/facturas";
  const pathOf = (id: number) => pathOfDocument("/fe/docs", id);
  return {
    /** Issues an invoice and waits for its final state; safe to repeat with the same `draft_key` and body. */
    create: (body: KeyedInvoice, options?: CreateOptions): Promise<Outcome<InvoiceSettled, InvoiceRejected>> =>
      create(send, { key: findKey(body), path, pathOf, body }, pace, options),
    /** Everything up to numbering; nothing is kept. */
    dryRun: async (body: InvoiceRequest) =>
      read<DryRun>({ method: "POST", path, query: { dry_run: true }, body: writeBody(checkBody(body)) }),
    /** The answer, whole: `doc`, and beside it what the authority said. */
    get: async (id: number) => read<InvoiceRead>({ method: "GET", path: pathOf(id) }),
    /** Newest first, page after page as they are asked for. */
    list: (filter: InvoiceFilter = {}) =>
      iterate<InvoiceSummary>(async (page) => {
        const query = { ...filter, page, per_page: PAGE_SIZE };
        const { docs, pages } = await read<InvoiceList>({ method: "GET", path: "/fe/docs", query });
        return { rows: docs, pages };
      }),
  };
}
