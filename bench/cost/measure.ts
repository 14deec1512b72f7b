// Makes each kind of request on a stand of its own and reads what it cost.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { writeInvoiceBody, writeSupportBody } from "../document.ts";
import { type Answer, type BenchTenant, headersOf, type Stand, startStand } from "../http/stand.ts";
import type { Counts } from "./count.ts";
import { type Deflating, measureDeflating } from "./deflating.ts";

/** What one kind of request costs. */
export interface Cost {
  readonly what: string;
  readonly counts: Counts;
  /** Waits decide how often the authority is asked: the counts differ from run to run. */
  readonly isUncertain?: true;
}

/** Bytes that one settled document keeps, pages of the files included. */
export interface Kept {
  readonly what: string;
  readonly d1: number;
  readonly object: number;
  readonly r2: number;
}

export interface CostReport {
  readonly costs: readonly Cost[];
  readonly kept: readonly Kept[];
  /** Absent where it was not asked. */
  readonly deflating?: Deflating;
}

interface Case {
  readonly what: string;
  /** Done before, and not counted. */
  readonly prepare?: (on: Asker) => Promise<void>;
  readonly ask: (on: Asker) => Promise<Answer | undefined>;
  readonly status: number;
  /** The document is still on its way after the answer: counted until it rests. */
  readonly isUncertain?: true;
}

type Version = "v1" | "v2";

/** Of a deployment and its company: nothing is bound, the company sends none, it sends. */
export type MailState = "unbound" | "off" | "on";

interface Asker {
  readonly post: (path: string, key: string, body: string, version?: Version) => Promise<Answer>;
  readonly get: (path: string, version?: Version) => Promise<Answer>;
  readonly minute: () => Promise<Answer>;
  /** Registers a webhook for the company. */
  readonly listen: () => Promise<Answer>;
  /** Runs the object of the webhook that was woken last. */
  readonly deliver: () => Promise<Answer>;
  readonly setMail: (state: MailState) => Promise<Answer>;
}

const DSE = "/dse/documentos";
const FE = "/fe/facturas";
const DEE = "/dee/documentos";
const TODAY = dateInBogota(Date.now());
const REST_MS = 400;
/** The first question comes after 5 s, more or less a fifth. */
const UNCERTAIN_REST_MS = 10_000;

const support = (lines: number, supplier?: string) => writeSupportBody(lines, TODAY, supplier);

function invoice(lines: number, receiver: Readonly<Record<string, string>> = {}, key = ""): string {
  const body = JSON.parse(writeInvoiceBody(lines)) as { receptor: object };
  return JSON.stringify({ ...body, receptor: { ...body.receptor, ...receiver }, draft_key: key });
}

/** The same sale at a till. */
const atTill = (key: string) => JSON.stringify({ ...(JSON.parse(invoice(1, {}, key)) as object), caja: "CAJA-01" });

/** The same sale by ticket, at the only till of the company, to nobody in particular. */
function ticket(): string {
  const { items, payment } = JSON.parse(writeInvoiceBody(1)) as Readonly<Record<string, unknown>>;
  return JSON.stringify({ items, payment });
}

const NEW_RECEIVER = { tipo_doc: "13", numero_doc: "1019874563", nombre: "Ana Nueva" };

/** Of "new invoice, 1 line": a stand begins with an empty database. */
const INVOICE_ID = 7;
/** Of "new ticket, 1 line (v2)". */
const TICKET_ID = 20;

/** In this order: what an earlier one made, a later one finds. */
const CASES: readonly Case[] = [
  { what: "new support document, new supplier", status: 201, ask: (on) => on.post(DSE, "first", support(1)) },
  { what: "new support document, 1 line", status: 201, ask: (on) => on.post(DSE, "second", support(1)) },
  { what: "new support document, 10 lines", status: 201, ask: (on) => on.post(DSE, "ten", support(10)) },
  { what: "new invoice, new receiver", status: 201, ask: (on) => on.post(FE, "", invoice(1, {}, "first")) },
  { what: "new invoice, 1 line", status: 201, ask: (on) => on.post(FE, "", invoice(1, {}, "one")) },
  { what: "new invoice, 10 lines", status: 201, ask: (on) => on.post(FE, "", invoice(10, {}, "ten")) },
  { what: "new invoice, 100 lines", status: 201, ask: (on) => on.post(FE, "", invoice(100, {}, "hundred")) },
  {
    what: "new invoice, receiver under another name",
    status: 201,
    ask: (on) => on.post(FE, "", invoice(1, { nombre: "COMERCIALIZADORA ANDINA" }, "renamed")),
  },
  {
    what: "new invoice, another new receiver",
    status: 201,
    ask: (on) => on.post(FE, "", invoice(1, NEW_RECEIVER, "other")),
  },
  {
    what: "rejected support document",
    status: 422,
    ask: (on) => on.post(DSE, "rejected", support(1, "María Pérez #rechazo")),
  },
  {
    what: "credit note that annuls an invoice (v2)",
    status: 201,
    ask: (on) => on.post("/fe/notas-credito", "annul", JSON.stringify({ factura_id: INVOICE_ID }), "v2"),
  },
  {
    what: "new invoice, 1 line, no till (v2)",
    status: 201,
    // The receiver has its first name again.
    prepare: async (on) => void (await on.post(FE, "", invoice(1, {}, "again"), "v2")),
    ask: (on) => on.post(FE, "", invoice(1, {}, "untilled"), "v2"),
  },
  {
    what: "new invoice, 1 line, no till, e-mail bound and off (v2)",
    status: 201,
    prepare: async (on) => void (await on.setMail("off")),
    ask: (on) => on.post(FE, "", invoice(1, {}, "mail-off"), "v2"),
  },
  {
    what: "new invoice, 1 line, no till, e-mail on (v2)",
    status: 201,
    prepare: async (on) => void (await on.setMail("on")),
    ask: (on) => on.post(FE, "", invoice(1, {}, "mail-on"), "v2"),
  },
  {
    what: "new invoice, 1 line, at a till (v2)",
    status: 201,
    prepare: async (on) => void (await on.setMail("unbound")),
    ask: (on) => on.post(FE, "", atTill("till"), "v2"),
  },
  {
    what: "new ticket, 1 line (v2)",
    status: 201,
    prepare: async (on) => void (await on.post(DEE, "sold", ticket(), "v2")),
    ask: (on) => on.post(DEE, "ticket", ticket(), "v2"),
  },
  {
    what: "credit note that annuls a ticket (v2)",
    status: 201,
    ask: (on) => on.post("/dee/notas-credito", "annul", JSON.stringify({ documento_id: TICKET_ID }), "v2"),
  },
  { what: "changes, nothing new (v2)", status: 200, ask: (on) => on.get("/cambios?limit=1", "v2") },
  {
    what: "answer lost, found by a question",
    status: 502,
    isUncertain: true,
    ask: (on) => on.post(DSE, "lost", support(1, "María Pérez #silencio")),
  },
  { what: "replay", status: 200, ask: (on) => on.post(DSE, "second", support(1)) },
  { what: "conflict", status: 409, ask: (on) => on.post(DSE, "second", support(2)) },
  { what: "read by id", status: 200, ask: (on) => on.get(`${DSE}/1`) },
  { what: "list of invoices, first page", status: 200, ask: (on) => on.get("/fe/docs") },
  { what: "search of invoices by name", status: 200, ask: (on) => on.get("/fe/docs?q=andina") },
  { what: "refused body", status: 400, ask: (on) => on.post(DSE, "bad", "{}") },
  { what: "minute of the cron with nothing to do", status: 204, ask: (on) => on.minute() },
  {
    what: "new support document, 1 line, a webhook listens",
    status: 201,
    prepare: async (on) => {
      // The supplier has its first name again.
      await on.post(DSE, "named", support(1));
      await on.listen();
    },
    ask: (on) => on.post(DSE, "heard", support(1)),
  },
  { what: "delivery of its two changes to the webhook", status: 204, ask: (on) => on.deliver() },
];

const KEPT_DOCUMENTS = 60;

/** Counts every kind of request, then what documents keep. @param isQuick leaves out what waits decide, and the bytes kept. */
export async function measureCosts(isQuick: boolean): Promise<CostReport> {
  const costs = await withCostStand((stand) => countCases(stand, isQuick));
  if (isQuick) return { costs, kept: [] };
  const kept = [
    await measureKept("support document, 1 line", (on, n) => on.post(DSE, `kept-${n}`, support(1))),
    await measureKept("invoice, 1 line", (on, n) => on.post(FE, "", invoice(1, {}, `kept-${n}`))),
    await measureKept("invoice, 10 lines", (on, n) => on.post(FE, "", invoice(10, {}, `kept-${n}`))),
  ];
  return { costs, kept, deflating: await measureDeflating() };
}

async function countCases(stand: Stand, isQuick: boolean): Promise<readonly Cost[]> {
  const on = await createAsker(stand);
  // The first request of an isolate reads secrets and marks the token as used today.
  await on.post(DSE, "warm-up", support(1, "Otro Proveedor"));
  await on.post(FE, "", invoice(1, { numero_doc: "860002964", nombre: "BANCO DE PRUEBA" }, "warm-up"));
  await rest(REST_MS);
  await readCounts(stand);
  const costs: Cost[] = [];
  for (const { what, prepare, ask, status, isUncertain } of CASES) {
    if (isUncertain && isQuick) continue;
    if (prepare !== undefined) {
      await prepare(on);
      await rest(REST_MS);
      await readCounts(stand);
    }
    const answer = await ask(on);
    if (answer !== undefined && answer.status !== status) {
      throw new Error(`${what}: expected ${status}, got ${answer.status}: ${answer.text.slice(0, 300)}`);
    }
    await rest(isUncertain ? UNCERTAIN_REST_MS : REST_MS);
    costs.push({ what, counts: await readCounts(stand), ...(isUncertain ? { isUncertain } : {}) });
  }
  return costs;
}

async function measureKept(what: string, issue: (on: Asker, n: number) => Promise<Answer>): Promise<Kept> {
  return withCostStand(async (stand) => {
    const on = await createAsker(stand);
    const issueMany = async (from: number) => {
      for (let n = from; n < from + KEPT_DOCUMENTS; n += 1) {
        const { status, text } = await issue(on, n);
        if (status !== 201) throw new Error(`${what}: ${status} ${text.slice(0, 300)}`);
      }
      await rest(REST_MS);
    };
    await issueMany(0);
    const before = measureFiles(stand);
    await readCounts(stand);
    await issueMany(KEPT_DOCUMENTS);
    const after = measureFiles(stand);
    const { r2Bytes } = await readCounts(stand);
    const each = (bytes: number) => Math.round(bytes / KEPT_DOCUMENTS);
    return { what, d1: each(after.d1 - before.d1), object: each(after.objects - before.objects), r2: each(r2Bytes) };
  });
}

/** Bytes of the pages in use. */
function measureFiles({ stack: { storage } }: Stand): { readonly d1: number; readonly objects: number } {
  let d1 = 0;
  let objects = 0;
  for (const entry of readdirSync(storage, { recursive: true, encoding: "utf8" })) {
    if (!entry.endsWith(".sqlite") || entry.endsWith("metadata.sqlite")) continue;
    const path = join(storage, entry);
    if (entry.startsWith("d1")) d1 += measurePages(path);
    else if (entry.includes("Issuance")) objects += measurePages(path);
  }
  return { d1, objects };
}

function measurePages(path: string): number {
  if (statSync(path).size === 0) return 0;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const read = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
    return (read("page_count") - read("freelist_count")) * read("page_size");
  } finally {
    database.close();
  }
}

async function withCostStand<Result>(work: (stand: Stand) => Promise<Result>): Promise<Result> {
  const stand = await startStand("simulator", "bench/cost/product.ts", {
    WEBHOOKS: "WebhookEndpoint",
    MAILERS: "Mailer",
  });
  try {
    return await work(stand);
  } finally {
    await stand.stop();
  }
}

async function createAsker(stand: Stand): Promise<Asker> {
  const tenant = JSON.parse((await stand.call("product", "/cost/tenant")).text) as BenchTenant;
  const baseOf = (version: Version = "v1") => `/api/ext/${version}/companies/${tenant.companyId}`;
  return {
    post: (path, key, body, version) => {
      const { "idempotency-key": header, ...headers } = headersOf(tenant, key);
      const all = key === "" ? headers : { ...headers, "idempotency-key": header ?? "" };
      return stand.call("product", `${baseOf(version)}${path}`, { method: "POST", headers: all, body });
    },
    get: (path, version) => stand.call("product", `${baseOf(version)}${path}`, { headers: headersOf(tenant, "") }),
    minute: () => stand.call("product", "/cost/minute"),
    listen: () => stand.call("product", "/cost/webhook", { method: "POST", body: JSON.stringify(tenant) }),
    deliver: () => stand.call("product", "/cost/deliver"),
    setMail: (state) => {
      const body = JSON.stringify({ companyId: tenant.companyId, state });
      return stand.call("product", "/cost/mail", { method: "POST", body });
    },
  };
}

async function readCounts(stand: Stand): Promise<Counts> {
  return JSON.parse((await stand.call("product", "/cost/counts")).text) as Counts;
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
