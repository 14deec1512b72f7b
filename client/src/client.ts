// Offers the external API as typed calls: creations that never issue twice, reads that retry, lists that iterate.
import { type Creation, create, judge, type Outcome, type Pace, pickDelay } from "./creation.ts";
import { ApiError, NoAnswerError } from "./error.ts";
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
import { type ClientRequest, createTransport, type Send, type TransportOptions } from "./transport.ts";

export type { Outcome } from "./creation.ts";
// biome-ignore lint/performance/noBarrelFile: the one entry of a published package.
export { ApiError, NoAnswerError, OutcomeUnknownError } from "./error.ts";
export type * from "./schema.ts";

export interface ClientOptions extends TransportOptions {
  /** Waits between tries, the last one from then on. Default 5, 15, 30, 60 s. */
  readonly delaysMs?: readonly number[];
  /** How long a creation is pursued before it is handed back as pending. Default 10 minutes. */
  readonly patienceMs?: number;
}

/** An invoice with the key that makes its retries safe: the API recommends it, this client requires it. */
export type KeyedInvoice = InvoiceRequest & { readonly draft_key: string };

export interface InvoiceFilter {
  readonly tipo?: "01" | "91";
  readonly estado?: "aprobado" | "rechazado" | "pendiente";
  readonly q?: string;
}

/** Most that the service gives in one page. */
const PAGE_SIZE = 100;
/** A read is tried this often before its failure is reported. */
const READ_TRIES = 4;

export type Client = ReturnType<typeof createClient>;

/** A client of one company. */
export function createClient(options: ClientOptions) {
  const send = createTransport(options);
  const pace: Pace = {
    delaysMs: options.delaysMs ?? [5_000, 15_000, 30_000, 60_000],
    patienceMs: options.patienceMs ?? 600_000,
    sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    now: () => Date.now(),
  };
  const read = <Body>(request: ClientRequest) => readPatiently<Body>(send, request, pace);
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

type Read = <Body>(request: ClientRequest) => Promise<Body>;

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

/**
 * A request that creates nothing, repeated while repeating can help.
 * @throws ApiError when the service refuses or keeps failing; NoAnswerError when it never answers.
 */
async function readPatiently<Body>(send: Send, request: ClientRequest, pace: Pace): Promise<Body> {
  for (let tries = 0; ; tries += 1) {
    const answer = await send(request);
    if ("body" in answer && answer.status === 200 && answer.body !== undefined) return answer.body as Body;
    const verdict = judge(answer);
    const isFinal = "body" in answer && answer.body?.code === "acquirer_not_found";
    if (verdict.type !== "again" || isFinal || tries + 1 >= READ_TRIES) {
      if ("cause" in answer) throw new NoAnswerError(`no answer to ${request.method} ${request.path}`, answer.cause);
      throw new ApiError(answer);
    }
    await pace.sleep(Math.max(pickDelay(pace, tries), verdict.waitMs));
  }
}
