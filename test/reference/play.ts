// Runs an example of the reference and returns its real answer, with fixed values for all that changes from run to run.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { EXAMPLE_REQUEST_ID } from "../../docs/openapi/error-example.ts";
import {
  type CompanyTrouble,
  EXAMPLE_DATE,
  type ExampleAnswer,
  type ExampleRequest,
  type Given,
} from "../../docs/openapi/example.ts";
import { getRoute } from "../../docs/openapi/reference.ts";
import type { ApiVersion } from "../../src/api/base/version.ts";
import { createDeliveryStore } from "../../src/delivery/storage.ts";
import type { Module } from "../../src/domain/company.ts";
import { countDaysInclusive, dateInBogota } from "../../src/domain/value/calendar.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { changeMail, listMailOfDocument } from "../../src/store/delivery/mail-deliveries.ts";
import { type Answer, type CallOptions, call, urlOf, withApiVersion } from "../support/api.ts";
import { askWithLinks } from "../support/buyer-link.ts";
import { createTenant, type Tenant, type TenantOptions } from "../support/tenant.ts";
import { addWebhook } from "../support/webhook.ts";

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
    case "in-flight":
      return { answer: await sendBeside(() => send(body), tenant), tenant };
    case "corrects": {
      const { isRepeated = false, isInFlight = false, otherwise, then } = example.given;
      const note = await fitNote(example, example.given, route, tenant);
      if (isRepeated) await send(note);
      if (otherwise !== undefined) await send(fitId(otherwise, note));
      if (then !== undefined) await trouble(tenant, then);
      return { answer: await (isInFlight ? sendBeside(() => send(note), tenant) : send(note)), tenant };
    }
    case "issued":
      return { answer: await readIssued(example, example.given, { route, tenant, body }), tenant };
    case "issued-elsewhere":
      return { answer: await send(await fitElsewhere(body, example.given.body, tenant)), tenant };
    default:
      return { answer: await send(body), tenant };
  }
}

/** The answer to a request while the same is on its way. */
async function sendBeside(send: () => Promise<Answer>, { companyId }: Tenant): Promise<Answer> {
  const before = await countDocuments(companyId);
  const first = send();
  // Only once the first one holds its number is the next one a replay.
  while ((await countDocuments(companyId)) === before) await new Promise((resolve) => setTimeout(resolve, 20));
  let answer = await send();
  while (answer.body.request_status !== "sending" && answer.status === 202) answer = await send();
  await first;
  return answer;
}

function countDocuments(companyId: number): Promise<unknown> {
  return env.DB.prepare("SELECT count(*) AS documents FROM documents WHERE company_id = ?")
    .bind(companyId)
    .first("documents");
}

/** What becomes of a company that has issued. */
const TROUBLES: Readonly<Record<CompanyTrouble, string>> = {
  suspended: "UPDATE companies SET state = 'suspended' WHERE id = ?",
  "plan-used-up": "UPDATE plans SET allowance = 50, used = 50 WHERE company_id = ?",
  "old-certificate":
    "UPDATE certificates SET not_before = '2020-01-01T00:00:00.000Z', not_after = '2022-01-01T00:00:00.000Z' WHERE company_id = ?",
};

async function trouble({ companyId }: Tenant, then: CompanyTrouble): Promise<void> {
  await env.DB.prepare(TROUBLES[then]).bind(companyId).run();
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
    const by = given.afterBy === undefined ? route : getRoute("v2", given.afterBy);
    const path = by.path.replace("{company_id}", String(tenant.companyId));
    const earlier = { ...given.after, [name]: documentId };
    const headers = { "idempotency-key": "nota-anterior" };
    const answer = await call("POST", path, earlier, { token: tenant.token, headers });
    if (given.isOfNote === true) id = answer.body.nota_id ?? answer.body.documento?.id;
  }
  if (given.hasSeries === false) {
    await env.DB.prepare("DELETE FROM series WHERE company_id = ?").bind(tenant.companyId).run();
  }
  const fitted = fitToTenant(body, tenant);
  if (typeof fitted !== "object" || fitted === null) return fitted;
  return name in fitted && Reflect.get(fitted, name) === EXAMPLE_ID ? { ...fitted, [name]: id } : fitted;
}

/** Another note on the same document. */
function fitId(other: object, note: unknown): object {
  const ids = ["factura_id", "documento_id"].filter((name) => name in other);
  return { ...other, ...Object.fromEntries(ids.map((name) => [name, Reflect.get(Object(note), name)])) };
}

/** The id of a document in the examples. */
const EXAMPLE_ID = 1042;

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
    case "branches":
      return { branches: { CEN: { prefix: null }, NOR: { prefix: "NOR" } } };
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
  const webhookId = given?.type === "webhook" ? await deliver(tenant) : "whk_ee406450-f84";
  const path = route.path
    .replace("{company_id}", String(companyId))
    .replace("{doc_id}", String(example.docId ?? ""))
    .replace("{nombre}", example.file ?? "")
    .replace("{webhook_id}", webhookId);
  const ask = given?.type === "issued" && given.isHandedOver === true ? askHandingOver : call;
  return ask(
    route.method.toUpperCase(),
    path + moveDates(example.query ?? "", EXAMPLE_DATE, dateInBogota(Date.now())),
    body,
    {
      token: given?.type === "no-token" ? null : tenant.token,
      headers: { ...(key === null ? {} : { "idempotency-key": key }), ...example.headers },
    },
  );
}

/** The platform's binding: nothing here sends. */
const EMAIL: SendEmail = { send: () => Promise.reject(new Error("nothing is sent by a request")) };

/** Calls the API where documents are handed over. */
async function askHandingOver(method: string, path: string, body: unknown, options: CallOptions): Promise<Answer> {
  const headers = { ...options.headers, authorization: `Bearer ${options.token}`, "content-type": "application/json" };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await askWithLinks(new Request(urlOf(path), init), { EMAIL });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

interface Reading {
  readonly route: RouteOf;
  readonly tenant: Tenant;
  readonly body: unknown;
}

/** The answer about a document that is issued here. */
async function readIssued(
  example: ExampleRequest,
  given: Extract<Given, { readonly type: "issued" }>,
  { route, tenant, body }: Reading,
): Promise<Answer> {
  const id = await issueRead(tenant, given);
  const named = { ...example, docId: id };
  if (given.isHandedOver === true) await turnMailOn(tenant);
  if (given.mailed !== undefined) await mail(tenant, id, given);
  if (given.isRepeated === true) await sendExample(named, route, tenant, body);
  if (given.otherwise !== undefined) await sendExample(named, route, tenant, given.otherwise);
  return sendExample(named, route, tenant, body);
}

async function turnMailOn({ companyId }: Tenant): Promise<void> {
  const settings = { sender: null, replyTo: null, isAutomatic: false, testAddresses: [] };
  await env.DB.prepare("UPDATE companies SET mail = ? WHERE id = ?").bind(JSON.stringify(settings), companyId).run();
}

/** An e-mail that was ordered, and has arrived. */
async function mail(
  { companyId, token }: Tenant,
  documentId: number,
  { body, mailed }: Extract<Given, { readonly type: "issued" }>,
): Promise<void> {
  const folder = moduleOf(body) === "dee" ? "dee/documentos" : "fe/docs";
  const options = { token, headers: { "idempotency-key": "envio-2026-000122" } };
  await askHandingOver("POST", `/companies/${companyId}/${folder}/${documentId}/envios`, mailed, options);
  const db = openDatabase(env.DB);
  const [known] = await listMailOfDocument(db, companyId, documentId, 1);
  if (known === undefined) throw new Error("no e-mail was ordered");
  const now = new Date().toISOString();
  await changeMail(db, known, { state: "entregado", attempts: 1, sentAt: now, deliveredAt: now, dueAt: null });
}

/** A webhook that has received a change. @returns its id. */
async function deliver(tenant: Tenant): Promise<string> {
  const id = await addWebhook(tenant, "https://erp.example.com/cambios");
  const now = new Date().toISOString();
  await env.DB.prepare("UPDATE webhooks SET last_success_at = ? WHERE id = ?").bind(now, id).run();
  await runInDurableObject(env.WEBHOOKS.getByName(id), (_, { storage }) => {
    const delivery = { changeId: "chg_1_1772460191000", tries: 1, atMs: Date.now(), durationMs: 87 };
    createDeliveryStore(storage).note({ ...delivery, status: 204, failure: null });
  });
  return id;
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
  documento_id: EXAMPLE_ID,
  nota_id: EXAMPLE_ID + 1,
  third_party_id: 17,
  cost_center_id: 3,
  vence: "2027-05-31T23:59:59.000Z",
  anio: Number(EXAMPLE_DATE.slice(0, 4)),
  track_id: "9d1d9f0e-0f0a-4c1e-8b5e-2a6c3f7d1b10",
  last_status_error: "La conexión con la autoridad se cortó antes de una respuesta completa; el servicio le pregunta.",
};

/** A year of the example's day. */
const LINK_ENDS = "2027-03-02";

/** A link's last day: some days or a year away. */
function moveEnd(day: string, today: string): string {
  const moved = moveDates(day, today, EXAMPLE_DATE);
  return moved === day ? LINK_ENDS : moved;
}

/** When an e-mail was ordered, sent and received, and a webhook last heard. */
const MAILED: Readonly<Record<string, string>> = {
  creado: `${EXAMPLE_DATE}T14:03:12.000Z`,
  proximo_intento: `${EXAMPLE_DATE}T14:03:12.000Z`,
  enviado: `${EXAMPLE_DATE}T14:03:13.000Z`,
  entregado: `${EXAMPLE_DATE}T14:03:19.000Z`,
  ultimo_exito: `${EXAMPLE_DATE}T14:03:11.000Z`,
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
    .replaceAll(/\/d\/[\w-]{20,}/g, "/d/AQHgBwDgoQFmYWN0dXJhLWVkZ2UtbGluaw")
    .replaceAll(/ent_\d+_\d+_/g, `ent_1_${EXAMPLE_ID}_`)
    .replaceAll(/whk_[\w-]{12}/g, "whk_ee406450-f84")
    .replaceAll(tenant.prefix.dse || "\0", "SEDS")
    .replaceAll(tenant.prefix.fe || "\0", "SETP")
    .replaceAll(tenant.prefix.contingency || "\0", "CONT");
  const body = JSON.parse(text, function (this: object, name, value: unknown) {
    if (name === "id") return findFixedId(this) ?? value;
    if (name === "dias") return "vence" in this ? CERTIFICATE_DAYS : countDaysInclusive(EXAMPLE_DATE, RANGE_ENDS) - 1;
    if (name === "cursor" && value !== null) return "cur_mm99189k7p";
    if (name === "vence" && "enlace" in this && typeof value === "string") return moveEnd(value, today);
    if (typeof value === "string" && name in MAILED) return MAILED[name];
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
