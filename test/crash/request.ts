// Draws operations of random clients, sends them over HTTP and reads the answers.
import type { DemoFileCompany } from "../../stand/demo-file.ts";
import { sampleInvoice, sampleSupportDocument } from "../../stand/request.ts";
import { drawInteger, pick, type Random } from "../support/random.ts";
import type { AnswerFacts, ClientOperation, KindName } from "./client-log.ts";

const TIMEOUT_MS = 40_000;

/** Behaviours of the pretend authority, as often as they stand here; most documents are simply judged. All come to an end. */
const NAMES: readonly string[] = [
  ...Array(12).fill("Ana Torres"),
  ...["#aviso", "#rechazo", "#proceso", "#silencio", "#tarde", "#duplicado", "#cortado", "#fault"].map(
    (tag) => `Ana Torres ${tag}`,
  ),
];
/** Two that the authority never knows, however often they are sent: each is asked about for ever, so there are few. */
const LOST_NAMES: readonly string[] = ["#html", "#perdido"].map((tag) => `Ana Torres ${tag}`);

/** Where requests go. */
export interface Target {
  readonly origin: string;
  readonly companies: readonly DemoFileCompany[];
}

let nextKey = 1;

interface Drawing {
  readonly random: Random;
  readonly kinds: readonly KindName[];
  readonly run: string;
  /** Share of the documents that the authority never knows. */
  readonly lostRate: number;
}

/** A new operation of a random company and kind. */
export function drawOperation(
  { random, kinds, run, lostRate }: Drawing,
  companies: readonly DemoFileCompany[],
): ClientOperation {
  const company = pick(random, companies);
  const shared = company.modules.filter((module) => kinds.includes(module));
  const kind = pick(random, shared.length > 0 ? shared : company.modules);
  const key = `${run}-${nextKey++}`;
  const name = pick(random, random() < lostRate ? LOST_NAMES : NAMES);
  const price = 1_000 + drawInteger(random, 900_000);
  return {
    kind,
    companyId: company.id,
    client: random() < 0.8 ? "all" : "second_client",
    key,
    payload: writePayload(kind, name, key, price),
    altered: writePayload(kind, name, key, price + 1),
  };
}

function writePayload(kind: KindName, name: string, key: string, price: number): Record<string, unknown> {
  if (kind === "dse") return sampleSupportDocument(name, price);
  const invoice = sampleInvoice(name, key);
  const items = [{ desc: "Consultoría", cant: 1, unit: price, iva: 0 }];
  return { ...invoice, items, subtotal: price, impuestos: 0, total: price };
}

/** POSTs one of the operation's payloads. @throws TypeError or DOMException when no answer comes. */
export async function post(
  target: Target,
  operation: ClientOperation,
  sent: "payload" | "altered",
  abort?: AbortSignal,
): Promise<AnswerFacts> {
  const { kind, companyId, client, key } = operation;
  const path = kind === "dse" ? "dse/documentos" : "fe/facturas";
  const body = JSON.stringify(operation[sent]);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (kind === "dse") headers["idempotency-key"] = key;
  const token = tokenOf(target, companyId, client);
  return call(target, { method: "POST", path, companyId, token, headers, body, ...(abort ? { abort } : {}) });
}

/** Reads a document by its id. */
export function read(
  target: Target,
  kind: KindName,
  companyId: number,
  id: number,
  token?: string,
): Promise<AnswerFacts> {
  const path = kind === "dse" ? `dse/documentos/${id}` : `fe/docs/${id}`;
  return call(target, { method: "GET", path, companyId, token: token ?? tokenOf(target, companyId, "all") });
}

/** A token of a company. */
export function tokenOf({ companies }: Target, companyId: number, client: ClientOperation["client"]): string {
  const company = companies.find(({ id }) => id === companyId);
  if (company === undefined) throw new Error(`there is no company ${companyId}`);
  return company.tokens[client];
}

interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly companyId: number;
  readonly token: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly abort?: AbortSignal;
}

async function call(
  { origin }: Target,
  { method, path, companyId, token, headers, body, abort }: Call,
): Promise<AnswerFacts> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(abort === undefined ? [] : [abort])];
  const response = await fetch(`${origin}/api/ext/v1/companies/${companyId}/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: AbortSignal.any(signals),
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return readAnswer(response.status, parse(text));
}

/** An answer that is no JSON still counts: its status is judged. */
function parse(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return { code: `not JSON: ${text.slice(0, 60)}` };
  }
}

interface Wire {
  readonly id?: number;
  readonly consecutivo?: number;
  readonly estado_authority?: string;
  readonly cuds?: string | null;
  readonly cufe?: string | null;
}

interface Body {
  readonly code?: string;
  readonly documento?: Wire;
  readonly doc?: Wire;
  readonly factura_id?: number;
  readonly consecutivo?: number;
  readonly estado?: string;
  readonly cufe?: string | null;
}

function readAnswer(status: number, body: Body): AnswerFacts {
  const { documento, doc, code } = body;
  const wire = documento ?? doc;
  return {
    status,
    code,
    id: wire?.id ?? body.factura_id,
    number: wire?.consecutivo ?? body.consecutivo,
    state: wire?.estado_authority ?? body.estado,
    fiscalId: wire?.cuds ?? wire?.cufe ?? body.cufe ?? undefined,
  };
}

/** Whether a request ended without an answer: connection broken, aborted, late. */
export function isLost(cause: unknown): boolean {
  return cause instanceof TypeError || cause instanceof DOMException;
}
