// Runs an example of the reference and returns its real answer, with fixed values for all that changes from run to run.

import { env } from "cloudflare:workers";
import { EXAMPLE_REQUEST_ID } from "../../docs/openapi/error-example.ts";
import { EXAMPLE_DATE, type ExampleAnswer, type ExampleRequest, type Given } from "../../docs/openapi/example.ts";
import { getRoute } from "../../docs/openapi/reference.ts";
import type { ApiVersion } from "../../src/api/base/version.ts";
import type { Module } from "../../src/domain/company.ts";
import { countDaysInclusive, dateInBogota } from "../../src/domain/value/calendar.ts";
import { type Answer, call, withApiVersion } from "../support/api.ts";
import { createTenant, type Tenant, type TenantOptions } from "../support/tenant.ts";

const DAY_MS = 86_400_000;

interface RouteOf {
  readonly method: string;
  /** With `{company_id}` and `{doc_id}`. */
  readonly path: string;
}

/** The raw answer, and the tenant it was given to. */
interface Played {
  readonly answer: Answer;
  readonly tenant: Tenant;
}

/** Sends an example to a version of the API, after what it needs. */
export function play(example: ExampleRequest, version: ApiVersion): Promise<Played> {
  return withApiVersion(version, () => playIn(version, example));
}

async function playIn(version: ApiVersion, example: ExampleRequest): Promise<Played> {
  const route = getRoute(version, example.operationId);
  const sells = route.path.includes("/dee/") ? { modules: ["fe", "dse", "dee"] as const } : {};
  const tenant = await createTenant({ ...sells, ...wishFor(example.given) });
  const send = (body: unknown) => sendExample(example, route, tenant, body);
  const body = fitToTenant(example.body, tenant);
  switch (example.given?.type) {
    case "sent-before":
      await send(body);
      return { answer: await send(body), tenant };
    case "sent-otherwise":
      await send(fitToTenant(example.given.body, tenant));
      return { answer: await send(body), tenant };
    case "in-flight": {
      const first = send(body);
      await waitForNumber(tenant.companyId);
      let answer = await send(body);
      while (answer.body.request_status !== "sending" && answer.status === 202) answer = await send(body);
      await first;
      return { answer, tenant };
    }
    case "corrects": {
      const note = await fitNote(example, example.given, route, tenant);
      if (example.given.isRepeated === true) await send(note);
      return { answer: await send(note), tenant };
    }
    case "issued-elsewhere":
      return { answer: await send(await fitElsewhere(body, example.given.body, tenant)), tenant };
    default:
      return { answer: await send(body), tenant };
  }
}

/** The note on an invoice that the authority has accepted from this issuer, and that is not kept here. */
async function fitElsewhere(note: unknown, invoice: object, tenant: Tenant): Promise<unknown> {
  const id = await issue(tenant, invoice);
  const factura = await env.DB.prepare(
    "SELECT full_number AS numero, lower(hex(fiscal_id)) AS cufe, issue_date AS fecha FROM documents WHERE id = ?",
  )
    .bind(id)
    .first();
  await env.DB.prepare("DELETE FROM documents WHERE id = ?").bind(id).run();
  return { ...(note as object), factura };
}

/** The note, with the id of the document that it corrects, which is issued here. */
async function fitNote(
  { body }: ExampleRequest,
  given: Extract<Given, { readonly type: "corrects" }>,
  route: RouteOf,
  tenant: Tenant,
): Promise<unknown> {
  const documentId = await issue(tenant, given.body);
  const name = route.path.includes("/fe/") ? "factura_id" : "documento_id";
  let id = documentId;
  if (given.after !== undefined) {
    const path = route.path.replace("{company_id}", String(tenant.companyId));
    const earlier = { ...given.after, [name]: documentId };
    const headers = { "idempotency-key": "nota-anterior" };
    const answer = await call("POST", path, earlier, { token: tenant.token, headers });
    if (given.isOfNote === true) id = answer.body.nota_id;
  }
  if (given.hasSeries === false) {
    await env.DB.prepare("DELETE FROM series WHERE company_id = ?").bind(tenant.companyId).run();
  }
  const fitted = fitToTenant(body, tenant);
  if (typeof fitted !== "object" || fitted === null) return fitted;
  return name in fitted && Reflect.get(fitted, name) === EXAMPLE_ID ? { ...fitted, [name]: id } : fitted;
}

/** The id of a document in the examples. */
const EXAMPLE_ID = 1042;

/** Until the first request of a company holds its number: only then is the next one a replay. */
async function waitForNumber(companyId: number): Promise<void> {
  const count = env.DB.prepare("SELECT count(*) AS documents FROM documents WHERE company_id = ?").bind(companyId);
  while ((await count.first("documents")) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

function wishFor(given: Given | undefined): TenantOptions {
  switch (given?.type) {
    case "scopes":
      return { scopes: given.scopes };
    case "modules":
      return { modules: given.modules };
    case "suspended":
      return { state: "suspended" };
    case "plan-used-up":
      return { allowance: 50, used: 50 };
    case "no-range":
      return { hasRanges: false, ...(given.scopes && { scopes: given.scopes }) };
    case "old-range":
      return { rangeValidTo: "2025-12-31" };
    case "used-range":
      return { numbersLeft: 0 };
    case "no-large-tickets":
      return { refusesLargeTickets: true };
    case "old-certificate":
      return { certificateValidity: { notBefore: new Date("2020-01-01"), notAfter: new Date("2022-01-01") } };
    default:
      return {};
  }
}

/** Keys in the header of those creations that need one. */
const KEYS: Readonly<Record<string, string>> = {
  createSupportDocument: "compra-2026-000123",
  createCreditNote: "devolucion-2026-000045",
  createDebitNote: "cobro-2026-000045",
  createAdjustmentNote: "ajuste-2026-000045",
  createTicket: "caja1-2026-000123",
  createTicketCreditNote: "devolucion-2026-000045",
  createTicketDebitNote: "cobro-2026-000045",
};

async function sendExample(example: ExampleRequest, route: RouteOf, tenant: Tenant, body: unknown): Promise<Answer> {
  const { given, key = KEYS[example.operationId] ?? null } = example;
  const companyId = given?.type === "other-company" ? tenant.companyId + 1_000_000 : tenant.companyId;
  const docId = given?.type === "issued" ? await issueRead(tenant, given) : (example.docId ?? "");
  const path = route.path
    .replace("{company_id}", String(companyId))
    .replace("{doc_id}", String(docId))
    .replace("{nombre}", example.file ?? "")
    .replace("{webhook_id}", "whk_ee406450-f84");
  return call(
    route.method.toUpperCase(),
    path + moveDates(example.query ?? "", EXAMPLE_DATE, dateInBogota(Date.now())),
    body,
    {
      token: given?.type === "no-token" ? null : tenant.token,
      headers: { ...(key === null ? {} : { "idempotency-key": key }), ...example.headers },
    },
  );
}

/** Issues what a reading example reads: a document, or a note on it. */
async function issueRead(tenant: Tenant, { body, note }: Extract<Given, { readonly type: "issued" }>): Promise<number> {
  const id = await issue(tenant, body);
  if (note === undefined) return id;
  const module = moduleOf(body);
  const path = `/companies/${tenant.companyId}/${NOTE_PATHS[module]}`;
  const reference = module === "fe" ? "factura_id" : "documento_id";
  const noted = { ...note, [reference]: id, draft_key: "devolucion-2026-000045" };
  const answer = await call("POST", path, noted, { token: tenant.token });
  const noteId = module === "fe" ? answer.body.nota_id : answer.body.documento?.id;
  if (typeof noteId !== "number") throw new Error(`the note to read was not issued: ${JSON.stringify(answer.body)}`);
  return noteId;
}

const PATHS = { fe: "fe/facturas", dse: "dse/documentos", dee: "dee/documentos" } as const;
/** Of the notes that lower what a module issues. */
const NOTE_PATHS = { fe: "fe/notas-credito", dse: "dse/notas-ajuste", dee: "dee/notas-credito" } as const;

/** The kind of a document shows in its body. */
function moduleOf(body: object): Module {
  if ("caja" in body && typeof body.caja === "object") return "dee";
  return "receptor" in body ? "fe" : "dse";
}

/** Issues the document that a reading example reads. */
async function issue(tenant: Tenant, body: object): Promise<number> {
  const module = moduleOf(body);
  const isInvoice = module === "fe";
  const path = `/companies/${tenant.companyId}/${PATHS[module]}`;
  const headers = isInvoice ? {} : { "idempotency-key": "compra-2026-000122" };
  const answer = await call("POST", path, fitToTenant(body, tenant), { token: tenant.token, headers });
  const id = isInvoice ? answer.body.factura_id : answer.body.documento?.id;
  if (typeof id !== "number") throw new Error(`the document to read was not issued: ${JSON.stringify(answer.body)}`);
  return id;
}

/** Moves every date from the day of the examples to today, and the configured ids to the tenant's own. */
export function fitToTenant(body: object | string | undefined, tenant: Tenant): unknown {
  if (body === undefined || typeof body === "string") return body;
  const today = dateInBogota(Date.now());
  return JSON.parse(JSON.stringify(body), (name, value: unknown) => {
    if (name === "method_id") return tenant.paymentMethodIds[0];
    if (name === "cost_center_id") return tenant.costCenterId;
    return typeof value === "string" ? moveDates(value, EXAMPLE_DATE, today) : value;
  });
}

const DATE = /\b20\d\d-\d\d-\d\d\b/g;
/** Dates further off are fixed facts of the tenant, such as the end of an old range. */
const NEAR_DAYS = 120;

/** Moves the dates near `from` so that `from` becomes `to`. */
function moveDates(text: string, from: string, to: string): string {
  const distanceMs = Date.parse(to) - Date.parse(from);
  return text.replace(DATE, (date) => {
    const isNear = Math.abs(Date.parse(date) - Date.parse(from)) <= NEAR_DAYS * DAY_MS;
    return isNear ? new Date(Date.parse(date) + distanceMs).toISOString().slice(0, 10) : date;
  });
}

/** Days that the certificate of the examples is good for, and the end of a tenant's ranges. */
const CERTIFICATE_DAYS = 455;
const RANGE_ENDS = "2030-01-19";

/** What changes from run to run, and what the reference shows in its place. */
const FIXED: Readonly<Record<string, unknown>> = {
  request_id: EXAMPLE_REQUEST_ID,
  company_id: 1,
  factura_id: EXAMPLE_ID,
  nota_id: EXAMPLE_ID + 1,
  third_party_id: 17,
  cost_center_id: 3,
  vence: "2027-05-31T23:59:59.000Z",
  anio: Number(EXAMPLE_DATE.slice(0, 4)),
  track_id: "9d1d9f0e-0f0a-4c1e-8b5e-2a6c3f7d1b10",
  last_status_error: "La conexión con la autoridad se cortó antes de una respuesta completa; el servicio le pregunta.",
};

const NOTE_TYPES: readonly unknown[] = ["91", "92", "93", "94", "95"];

/** Ids by the kind of record that bears them; a line's id is its number and stays. */
function findFixedId(record: object): number | string | undefined {
  if ("tipo" in record && "documento" in record) {
    return record.tipo === "documento.creado" ? "chg_1_1772460190420" : "chg_1_1772460191000";
  }
  if ("tipo_authority" in record && NOTE_TYPES.includes(record.tipo_authority)) return EXAMPLE_ID + 1;
  if ("company_id" in record || "estado_authority" in record || "cuds" in record) return EXAMPLE_ID;
  // The document that a note corrects.
  if ("numero" in record && ("cufe" in record || "cuds" in record || "cude" in record)) return EXAMPLE_ID;
  if ("numero_documento" in record) return 17;
  if ("ambiente" in record) return 1;
  return "is_default" in record ? (record.is_default === true ? 3 : 4) : undefined;
}

const SHOWN_HEADERS = ["Idempotent-Replayed", "Retry-After", "WWW-Authenticate"];

/** An answer as the reference shows it: dates of the example's day, fixed ids and hashes. */
export function still(answer: Answer, tenant: Tenant): ExampleAnswer {
  const today = dateInBogota(Date.now());
  const text = JSON.stringify(answer.body)
    .replaceAll(tenant.nit, "900373115")
    .replaceAll(/[0-9a-f]{96}/g, "b0e6a4b6d2bf1cb0f3c0a7f1ad29d2bb".repeat(3))
    .replaceAll(/\b\d\d:\d\d:\d\d-05:00/g, "10:11:12-05:00")
    .replaceAll(/\b1876\d{10}\b/g, "18760000001")
    .replaceAll(/"dv":"\d"/g, '"dv":"3"')
    .replaceAll(tenant.prefix.dse || "\0", "SEDS")
    .replaceAll(tenant.prefix.fe || "\0", "SETP")
    .replaceAll(tenant.prefix.contingency || "\0", "CONT");
  const body = JSON.parse(text, function (this: object, name, value: unknown) {
    if (name === "id") return findFixedId(this) ?? value;
    if (name === "dias") return "vence" in this ? CERTIFICATE_DAYS : countDaysInclusive(EXAMPLE_DATE, RANGE_ENDS) - 1;
    if (name === "cursor") return "cur_mm99189k7p";
    if (name in FIXED && value !== null) return FIXED[name];
    if (name === "fetched_at") return `${EXAMPLE_DATE}T14:03:11.000Z`;
    if (name === "xml_path" && value !== null) return "1/2026/firmado.xml";
    if (typeof value !== "string") return value;
    if (name === "fecha" && value.endsWith("Z")) return `${EXAMPLE_DATE}T14:03:11.000Z`;
    if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return `${EXAMPLE_DATE} 14:03:11`;
    if (/T\d\d:\d\d:\d\d$/.test(value)) return `${EXAMPLE_DATE}T09:03:11`;
    return moveDates(value, today, EXAMPLE_DATE).replace(/año 20\d\d/, `año ${EXAMPLE_DATE.slice(0, 4)}`);
  });
  const headers = Object.fromEntries(
    SHOWN_HEADERS.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return { status: answer.status, ...(Object.keys(headers).length === 0 ? {} : { headers }), body };
}
