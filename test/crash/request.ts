// Draws operations of random clients, sends them over HTTP and reads the answers.
import type { Module } from "../../src/domain/company.ts";
import type { DemoFileCompany } from "../../stand/demo-file.ts";
import { sampleInvoice, sampleSupportDocument, sampleTicket } from "../../stand/request.ts";
import { drawInteger, pick, type Random } from "../support/random.ts";
import {
  type AnswerFacts,
  type ClientLog,
  type ClientOperation,
  isNote,
  type KindName,
  type NoteName,
} from "./client-log.ts";

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

/** Of operations that may be notes, so many are. */
const NOTE_RATE = 0.3;
const NOTES: Readonly<Record<Module, readonly NoteName[]>> = { dse: ["nas"], fe: ["nc"], dee: ["ncp", "ndp"] };
/** Where a kind is created and, followed by its id, read; v2 has the routes of notes. */
const ROUTES: Readonly<Record<KindName, readonly [version: "v1" | "v2", create: string, read: string]>> = {
  dse: ["v1", "dse/documentos", "dse/documentos"],
  fe: ["v1", "fe/facturas", "fe/docs"],
  dee: ["v2", "dee/documentos", "dee/documentos"],
  nas: ["v2", "dse/notas-ajuste", "dse/documentos"],
  nc: ["v2", "fe/notas-credito", "fe/docs"],
  ncp: ["v2", "dee/notas-credito", "dee/documentos"],
  ndp: ["v2", "dee/notas-debito", "dee/documentos"],
};

/** What a draw needs to know of a company. */
type Issuer = Pick<DemoFileCompany, "id" | "modules" | "series">;

/** What a company of the stand issues: one that has the series of notes on tickets sells with tickets. */
export function modulesOf({ modules, series }: Issuer): readonly Module[] {
  return series["94"] === undefined ? modules : [...modules, "dee"];
}

/** Where requests go. */
export interface Target {
  readonly origin: string;
  readonly companies: readonly DemoFileCompany[];
}

let nextKey = 1;

interface Drawing {
  readonly random: Random;
  readonly kinds: readonly KindName[];
  /** Names the documents that notes correct. */
  readonly clientLog: ClientLog;
  readonly run: string;
  /** Share of the documents that the authority never knows. */
  readonly lostRate: number;
}

/** A new operation of a random company and kind. */
export function drawOperation(
  { random, kinds, clientLog, run, lostRate }: Drawing,
  companies: readonly Issuer[],
): ClientOperation {
  const company = pick(random, companies);
  const modules = modulesOf(company);
  const notesOf = (module: Module) => NOTES[module].filter((note) => kinds.includes(note));
  const acceptedOf = (module: Module) => clientLog.listAccepted(company.id, module);
  // What no answer has shown yet comes first: on a slow machine a draw might never reach the rare kinds.
  const isUnseen = (kind: KindName) => kinds.includes(kind) && !clientLog.hasIssued(kind);
  const needs = (module: Module) =>
    isUnseen(module) || (notesOf(module).some(isUnseen) && acceptedOf(module).length > 0);
  const module = pickFirst(random, [modules.filter(needs), modules.filter((one) => kinds.includes(one)), modules]);
  const corrected = acceptedOf(module);
  const notes = notesOf(module);
  const unseen = notes.filter(isUnseen);
  const isCorrecting = notes.length > 0 && corrected.length > 0 && (unseen.length > 0 || random() < NOTE_RATE);
  const key = `${run}-${nextKey++}`;
  const name = pick(random, random() < lostRate ? LOST_NAMES : NAMES);
  const price = 1_000 + drawInteger(random, 900_000);
  const common = {
    companyId: company.id,
    client: random() < 0.8 ? ("all" as const) : ("second_client" as const),
    key,
  };
  if (isCorrecting) {
    const isWhole = random() < 0.2;
    const kind = pickFirst(random, [unseen, notes]);
    const write = (motive: string) => writeNote(kind, { id: pick(random, corrected), motive, isWhole });
    return { ...common, kind, payload: write(name), altered: write(`${name} otra vez`) };
  }
  return {
    ...common,
    kind: module,
    payload: writePayload(module, name, key, price),
    altered: writePayload(module, name, key, price + 1),
  };
}

/** One of the first of the lists that has any. */
function pickFirst<One>(random: Random, lists: readonly (readonly One[])[]): One {
  return pick(random, lists.find((list) => list.length > 0) ?? []);
}

/** A note that annuls a document, lowers the price of its first line, or adds interests. */
function writeNote(
  kind: NoteName,
  { id, motive, isWhole }: { readonly id: number; readonly motive: string; readonly isWhole: boolean },
): Record<string, unknown> {
  const reference = kind === "nc" ? "factura_id" : "documento_id";
  const [quantity, price] = kind === "nas" ? ["cantidad", "precio_unitario"] : ["cant", "unit"];
  if (kind === "ndp") {
    const interest = { desc: "Intereses", cant: 1, unit: 500, iva: 0 };
    return { [reference]: id, concepto: "1", items: [interest], motivo: motive };
  }
  if (isWhole) return { [reference]: id, motivo: motive };
  return { [reference]: id, concepto: "3", items: [{ linea: 1, [quantity]: 1, [price]: 100 }], motivo: motive };
}

function writePayload(kind: Module, name: string, key: string, price: number): Record<string, unknown> {
  if (kind === "dse") return sampleSupportDocument(name, price);
  const invoice = sampleInvoice(name, key);
  const items = [{ desc: "Consultoría", cant: 1, unit: price, iva: 0 }];
  if (kind === "dee") return { ...sampleTicket(), receptor: invoice.receptor, items };
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
  const [version, path] = ROUTES[kind];
  const body = JSON.stringify(operation[sent]);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (kind !== "fe") headers["idempotency-key"] = key;
  const token = tokenOf(target, companyId, client);
  const own = { version, kind, companyId, token };
  return call(target, { ...own, method: "POST", path, headers, body, ...(abort ? { abort } : {}) });
}

/** Reads a document by its id. */
export function read(
  target: Target,
  kind: KindName,
  companyId: number,
  id: number,
  token?: string,
): Promise<AnswerFacts> {
  const [version, , path] = ROUTES[kind];
  const own = { version, kind, companyId, token: token ?? tokenOf(target, companyId, "all") };
  return call(target, { ...own, method: "GET", path: `${path}/${id}` });
}

const PAGE_SIZE = 100;

/** Ids of all documents that a list shows, page by page. @throws Error when a page is not answered. */
export async function readList(target: Target, module: Module, companyId: number): Promise<number[]> {
  const ids: number[] = [];
  const headers = { authorization: `Bearer ${tokenOf(target, companyId, "all")}` };
  for (let page = 1; ; page += 1) {
    const path = `companies/${companyId}/${ROUTES[module][2]}?per_page=${PAGE_SIZE}&page=${page}`;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${target.origin}/api/ext/v2/${path}`, { headers, signal });
    if (!response.ok) throw new Error(`${path} is answered with ${response.status}`);
    const { docs } = (await response.json()) as { readonly docs: readonly Required<Pick<Wire, "id">>[] };
    const found = docs.map(({ id }) => id);
    ids.push(...found);
    if (found.length < PAGE_SIZE) return ids;
  }
}

/** A token of a company. */
export function tokenOf({ companies }: Target, companyId: number, client: ClientOperation["client"]): string {
  const company = companies.find(({ id }) => id === companyId);
  if (company === undefined) throw new Error(`there is no company ${companyId}`);
  return company.tokens[client];
}

interface Call {
  readonly version: "v1" | "v2";
  readonly kind: KindName;
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
  { version, kind, method, path, companyId, token, headers, body, abort }: Call,
): Promise<AnswerFacts> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(abort === undefined ? [] : [abort])];
  const response = await fetch(`${origin}/api/ext/${version}/companies/${companyId}/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: AbortSignal.any(signals),
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return readAnswer(kind, response.status, parse(text));
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
  readonly cude?: string | null;
  readonly cuds?: string | null;
  readonly cufe?: string | null;
}

interface Body {
  readonly code?: string;
  readonly documento?: Wire;
  readonly doc?: Wire;
  readonly factura_id?: number;
  readonly nota_id?: number;
  readonly consecutivo?: number;
  readonly estado?: string;
  readonly cufe?: string | null;
}

function readAnswer(kind: KindName, status: number, body: Body): AnswerFacts {
  const { documento, doc, code } = body;
  const wire = documento ?? doc;
  // A note names the invoice that it corrects as `factura_id`.
  const ownId = isNote(kind) ? body.nota_id : body.factura_id;
  return {
    status,
    code,
    id: wire?.id ?? ownId,
    number: wire?.consecutivo ?? body.consecutivo,
    state: wire?.estado_authority ?? body.estado,
    fiscalId: wire?.cuds ?? wire?.cude ?? wire?.cufe ?? body.cufe ?? undefined,
  };
}

/** Whether a request ended without an answer: connection broken, aborted, late. */
export function isLost(cause: unknown): boolean {
  return cause instanceof TypeError || cause instanceof DOMException;
}
