// Offers the external API as typed calls: creations that never issue twice, reads that retry, lists that iterate.
import { type Creation, create, type Outcome, type Pace } from "./creation.ts";
import { type ClientOptions, connect, type Read } from "./read.ts";
import type {
  Acquirer,
  AcquirerRequest,
  DryRun,
  InvoiceDetail,
  InvoiceList,
  InvoiceRejected,
  InvoiceRequest,
  InvoiceSettled,
  InvoiceSummary,
  PaymentMethod,
  PaymentMethodList,
  SupportDocumentRead,
  SupportDocumentRejected,
  SupportDocumentRequest,
  SupportDocumentSettled,
  ThirdParty,
  ThirdPartyList,
} from "./schema.ts";
import type { Send } from "./transport.ts";

export type { Outcome } from "./creation.ts";
// biome-ignore lint/performance/noBarrelFile: the one entry of a published package.
export { ApiError, NoAnswerError, OutcomeUnknownError } from "./error.ts";
export type { ClientOptions } from "./read.ts";
export type * from "./schema.ts";
export { verifyWebhook, WebhookError, type WebhookMessage } from "./webhook.ts";

/** An invoice with the key that makes its retries safe: the API recommends it, this client requires it. */
export type KeyedInvoice = InvoiceRequest & { readonly draft_key: string };

export interface InvoiceFilter {
  readonly tipo?: "01" | "91";
  readonly estado?: "aprobado" | "rechazado" | "pendiente";
  readonly q?: string;
}

/** Most that the service gives in one page. */
const PAGE_SIZE = 100;

export type Client = ReturnType<typeof createClient>;

/** A client of one company. */
export function createClient(options: ClientOptions) {
  const { send, pace, read } = connect(options);
  return {
    supportDocuments: supportDocumentCalls(send, pace, read),
    invoices: invoiceCalls(send, pace, read),
    thirdParties: {
      list: (q?: string) => iterate<ThirdParty>((page) => readThirdParties(read, q, page)),
    },
    paymentMethods: {
      /** Also a connectivity check: it creates nothing. */
      list: async (isActiveOnly = false): Promise<readonly PaymentMethod[]> => {
        const query = isActiveOnly ? { active: true } : {};
        return (await read<PaymentMethodList>({ method: "GET", path: "/fe/payment-methods", query })).payment_methods;
      },
    },
    acquirers: {
      find: async (body: AcquirerRequest): Promise<Acquirer> =>
        read<Acquirer>({ method: "POST", path: "/authority/get-acquirer", body }),
    },
  };
}

function supportDocumentCalls(send: Send, pace: Pace, read: Read) {
  const path = "/dse/documentos";
  const pathOf = (id: number) => `${path}/${id}`;
  return {
    /**
     * Issues a support document and waits for its final state; safe to repeat with the same key and body.
     * @param key stable id of the operation in your system, at most 120 characters.
     */
    create: (
      key: string,
      body: SupportDocumentRequest,
    ): Promise<Outcome<SupportDocumentSettled, SupportDocumentRejected>> => {
      const request = { method: "POST", path, headers: { "idempotency-key": key }, body } as const;
      return create(send, { key, request, pathOf } satisfies Creation, pace);
    },
    /** Everything up to numbering; nothing is kept. */
    dryRun: (body: SupportDocumentRequest) => read<DryRun>({ method: "POST", path, query: { dry_run: true }, body }),
    get: (id: number) => read<SupportDocumentRead>({ method: "GET", path: pathOf(id) }),
  };
}

function invoiceCalls(send: Send, pace: Pace, read: Read) {
  const path = "/fe/facturas";
  const pathOf = (id: number) => `/fe/docs/${id}`;
  return {
    /** Issues an invoice and waits for its final state; safe to repeat with the same `draft_key` and body. */
    create: (body: KeyedInvoice): Promise<Outcome<InvoiceSettled, InvoiceRejected>> => {
      const request = { method: "POST", path, body } as const;
      return create(send, { key: body.draft_key, request, pathOf } satisfies Creation, pace);
    },
    /** Everything up to numbering; nothing is kept. */
    dryRun: (body: InvoiceRequest) => read<DryRun>({ method: "POST", path, query: { dry_run: true }, body }),
    get: async (id: number): Promise<InvoiceDetail> =>
      (await read<{ readonly doc: InvoiceDetail }>({ method: "GET", path: pathOf(id) })).doc,
    /** Newest first, page after page as they are asked for. */
    list: (filter: InvoiceFilter = {}) =>
      iterate<InvoiceSummary>(async (page) => {
        const query = { ...filter, page, per_page: PAGE_SIZE };
        const { docs, pages } = await read<InvoiceList>({ method: "GET", path: "/fe/docs", query });
        return { rows: docs, pages };
      }),
  };
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly pages: number;
}

async function readThirdParties(read: Read, q: string | undefined, page: number): Promise<Page<ThirdParty>> {
  const query = { q, page, per_page: PAGE_SIZE };
  const { terceros, pages = 1 } = await read<ThirdPartyList>({ method: "GET", path: "/fe/terceros", query });
  return { rows: terceros, pages };
}

async function* iterate<Row>(readPage: (page: number) => Promise<Page<Row>>): AsyncGenerator<Row, void, void> {
  for (let page = 1; ; page += 1) {
    const { rows, pages } = await readPage(page);
    yield* rows;
    if (page >= pages) return;
  }
}
