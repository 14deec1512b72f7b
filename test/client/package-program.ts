// Holds a program of a project that has installed the client: compilers read it under each way of finding types.

export const PROGRAM = `
import { type ApiError, createClient, type InvoiceItem, NotSentError, type Pending } from "factura-edge-client";
import { type Change, createClient as createSecond, type InvoiceRequest, type KeyedInvoice, verifyWebhook } from "factura-edge-client/v2";

const items: readonly InvoiceItem[] = Object.freeze([{ desc: "Café", cant: 1, unit: 21_600, iva: 8 }]);
const receptor = { tipo_doc: "13", numero_doc: "1020304050", nombre: "María", email: "maria@example.com" } as const;

async function sell(signal: AbortSignal): Promise<string | undefined> {
  const client = createClient({ baseUrl: "https://service.example/api/ext/v1", companyId: 1, token: "fed_1" });
  const onPending = ({ id }: Pending): void => console.log(id);
  const sale = { draft_key: "venta-1", receptor, items };
  const outcome = await client.invoices.create(sale, { signal, patienceMs: 60_000, onPending });
  return outcome.type === "pending" ? (await client.invoices.get(outcome.id)).doc.estado_authority : undefined;
}

async function sellKept(kept: KeyedInvoice, keyless: InvoiceRequest): Promise<string> {
  const client = createSecond({ baseUrl: "https://service.example/api/ext/v2", companyId: 1, token: "fed_1" });
  // @ts-expect-error: it may have no key.
  client.invoices.create(keyless);
  await client.invoices.dryRun(keyless);
  return (await client.invoices.create(kept)).type;
}

async function print(id: number): Promise<string | undefined> {
  const client = createSecond({ baseUrl: "https://service.example/api/ext/v2", companyId: 1, token: "fed_1" });
  const { representacion } = await client.invoices.get(id);
  // @ts-expect-error: it is null before the document is signed.
  representacion.numero;
  return representacion?.numero;
}

async function receive(headers: Headers | Record<string, string>, body: string): Promise<Change> {
  return (await verifyWebhook(headers, body, "whsec_")).data;
}

const findOwner = (error: ApiError): number | undefined => error.body?.documento?.id;
const isUnsent = (error: unknown): boolean => error instanceof NotSentError;
console.log(sell, sellKept, print, receive, findOwner, isUnsent);
`;
