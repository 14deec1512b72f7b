// Makes the matrix of authorisation, every endpoint, every kind of credential, three companies, all ids, and judges its answers:
// nothing of one company reaches another.
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import type { Module } from "../../src/domain/company.ts";
import { postNote } from "../support/api.ts";
import { type Credential, makeCredentials, makeNonCredentials, SCOPES } from "../support/credential.ts";
import { FILE_NAMES, KEPT } from "../support/file-name.ts";
import { KINDS } from "../support/kind.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { issueTicket, issueTicketNote } from "../support/ticket.ts";

interface Endpoint {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below the company; `:id` stands for a document's. */
  readonly path: string;
  readonly scope: (typeof SCOPES)[number];
  /** Other scopes that open it as well. */
  readonly otherScopes?: readonly Endpoint["scope"][];
  /** Where it exists; v1 unless it says so. */
  readonly version?: "v2";
  /** Status and, where it is not 200, code of a call that may be made; bodies are empty objects, so nothing is issued. */
  readonly allowed: readonly [status: number, code?: string];
}

/** The other scopes that let a caller read what all modules have. */
const READERS = ["dse.read", "dee.read"] as const;

/** Every endpoint, with the scope that it asks for and its answers to a caller that has it. */
export const ENDPOINTS: readonly Endpoint[] = [
  { method: "GET", path: "/fe/docs", scope: "fe.read", allowed: [200] },
  { method: "GET", path: "/fe/docs/:id", scope: "fe.read", allowed: [200] },
  { method: "GET", path: "/fe/terceros", scope: "fe.read", allowed: [200] },
  { method: "GET", path: "/fe/payment-methods", scope: "fe.read", allowed: [200] },
  { method: "POST", path: "/authority/get-acquirer", scope: "fe.read", allowed: [400, "invalid_payload"] },
  { method: "POST", path: "/fe/facturas", scope: "fe.write", allowed: [400, "invalid_payload"] },
  { method: "POST", path: "/dse/documentos", scope: "dse.write", allowed: [400, "missing_idempotency_key"] },
  { method: "GET", path: "/dse/documentos/:id", scope: "dse.read", allowed: [200] },
  ...FILE_NAMES.flatMap((name): Endpoint[] => [
    { ...fileOf(`/fe/docs/:id/archivos/${name}`, "fe.read"), allowed: [200] },
    {
      ...fileOf(`/dse/documentos/:id/archivos/${name}`, "dse.read"),
      allowed: name === "contenedor" ? [404, "file_not_found"] : [200],
    },
    { ...fileOf(`/dee/documentos/:id/archivos/${name}`, "dee.read"), allowed: [200] },
  ]),
  { method: "GET", path: "/dse/documentos", scope: "dse.read", version: "v2", allowed: [200] },
  { method: "GET", path: "/dee/documentos", scope: "dee.read", version: "v2", allowed: [200] },
  { method: "GET", path: "/dee/documentos/:id", scope: "dee.read", version: "v2", allowed: [200] },
  { method: "GET", path: "/fe/resumen", scope: "fe.read", version: "v2", allowed: [400, "invalid_parameter"] },
  { method: "GET", path: "/dse/resumen", scope: "dse.read", version: "v2", allowed: [400, "invalid_parameter"] },
  { method: "GET", path: "/dee/resumen", scope: "dee.read", version: "v2", allowed: [400, "invalid_parameter"] },
  ...(
    [
      ...(["/fe/notas-credito", "/fe/notas-debito"] as const).map((path) => [path, "fe.write"] as const),
      ["/dse/notas-ajuste", "dse.write"],
      ...(["/dee/documentos", "/dee/notas-credito", "/dee/notas-debito"] as const).map(
        (path) => [path, "dee.write"] as const,
      ),
    ] as const
  ).map(
    ([path, scope]): Endpoint => ({
      method: "POST",
      path,
      scope,
      version: "v2",
      allowed: [400, "missing_idempotency_key"],
    }),
  ),
  { method: "POST", path: "/fe/docs/:id/enlace", scope: "fe.write", version: "v2", allowed: [200] },
  { method: "DELETE", path: "/fe/docs/:id/enlace", scope: "fe.write", version: "v2", allowed: [200] },
  { method: "POST", path: "/dee/documentos/:id/enlace", scope: "dee.write", version: "v2", allowed: [200] },
  { method: "DELETE", path: "/dee/documentos/:id/enlace", scope: "dee.write", version: "v2", allowed: [200] },
  {
    method: "POST",
    path: "/fe/docs/:id/envios",
    scope: "fe.write",
    version: "v2",
    allowed: [400, "missing_idempotency_key"],
  },
  { method: "GET", path: "/fe/docs/:id/envios", scope: "fe.read", version: "v2", allowed: [200] },
  {
    method: "POST",
    path: "/dee/documentos/:id/envios",
    scope: "dee.write",
    version: "v2",
    allowed: [400, "missing_idempotency_key"],
  },
  { method: "GET", path: "/dee/documentos/:id/envios", scope: "dee.read", version: "v2", allowed: [200] },
  {
    method: "GET",
    path: "/envios",
    scope: "fe.read",
    otherScopes: ["dee.read"],
    version: "v2",
    allowed: [200],
  },
  { method: "GET", path: "/cambios", scope: "fe.read", otherScopes: READERS, version: "v2", allowed: [200] },
  {
    method: "GET",
    path: "/establecimientos",
    scope: "fe.read",
    otherScopes: READERS,
    version: "v2",
    allowed: [200],
  },
  { method: "GET", path: "/webhooks", scope: "fe.read", otherScopes: READERS, version: "v2", allowed: [200] },
  {
    method: "GET",
    path: "/webhooks/whk_none/entregas",
    scope: "fe.read",
    otherScopes: READERS,
    version: "v2",
    allowed: [404, "not_found"],
  },
  {
    method: "GET",
    path: "/empresa",
    scope: "fe.read",
    version: "v2",
    allowed: [200],
    otherScopes: ["fe.write", "dse.read", "dse.write", "dee.read", "dee.write"],
  },
];

/** How an answer with an entity tag may be kept: every document is accepted, so that its files never change. Undefined for one without. */
function findCaching({ path }: Endpoint): string | undefined {
  if (path.includes("/archivos/")) return KEPT;
  return path === "/empresa" ? "private, no-cache" : undefined;
}

function fileOf(path: string, scope: "fe.read" | "dse.read" | "dee.read") {
  return { method: "GET", path, scope, version: "v2" } as const;
}

const UNAUTHORIZED =
  "La autorización Bearer falta o no es válida: envíe la cabecera Authorization: Bearer <token> con un token vigente.";
const WRONG_COMPANY = "El token no tiene acceso a la empresa solicitada.";
const WIDTH = 40;

interface Company {
  readonly tenant: Tenant;
  readonly modules: readonly string[];
  /** Ids of its documents by module. */
  readonly ids: Readonly<Record<string, readonly number[]>>;
  /** Of these, what v1 does not show: debit and adjustment notes. */
  readonly newIds: readonly number[];
  /** Texts that no other company may ever see. */
  readonly canaries: readonly string[];
  readonly credentials: readonly Credential[];
}

interface Target {
  readonly endpoint: Endpoint;
  readonly companyText: string;
  /** Empty for an endpoint without. */
  readonly idText: string;
}

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly body: { readonly ok: boolean; readonly error?: string; readonly code?: string };
}

/** The companies of the file that opened the matrix. */
export const companies: Company[] = [];

async function createCompany(modules: readonly Module[]): Promise<Company> {
  const tenant = await createTenant({ modules, scopes: SCOPES });
  const canary = `Canario${tenant.nit}`;
  const canaries = [canary, tenant.nit, `${tenant.nit}@example.com`];
  const ids: Record<string, number[]> = { fe: [], dse: [], dee: [] };
  const newIds: number[] = [];
  for (const kind of KINDS.filter(({ module }) => modules.includes(module))) {
    const answer = await kind.post(tenant, "one", kind.tagged(canary));
    expect(answer.status).toBe(201);
    const id = kind.factsOf(answer).id ?? 0;
    // Notes of one company are read, or not, by all of them.
    const notes = companies.length === 0 ? await postNotes(tenant, kind.module, id) : [];
    ids[kind.module]?.push(id, ...notes.map((note) => note.id));
    newIds.push(...notes.filter(({ typeCode }) => typeCode !== "91").map((note) => note.id));
    canaries.push(String(answer.body.cufe ?? answer.body.documento?.cuds), ...notes.map(({ fiscalId }) => fiscalId));
  }
  if (modules.includes("dee")) {
    const receptor = { tipo_doc: "13", numero_doc: "1020304050", nombre: canary };
    const ticket = await issueTicket(tenant, "ticket", { receptor });
    ids.dee?.push(ticket, await issueTicketNote(tenant, "note", ticket));
    newIds.push(...(ids.dee ?? []));
  }
  return { tenant, modules, ids, newIds, canaries, credentials: await makeCredentials(tenant) };
}

/** Issues a note of each type on a document; the one that annuls it comes last. */
async function postNotes(tenant: Tenant, module: "fe" | "dse", id: number) {
  const items = [{ desc: "Intereses por mora", cant: 1, unit: 10000, iva: 0 }];
  const debit = ["92", { factura_id: id, concepto: "1", items }] as const;
  const credit = ["91", { factura_id: id }] as const;
  const adjustment = ["95", { documento_id: id }] as const;
  const made: { readonly typeCode: string; readonly id: number; readonly fiscalId: string }[] = [];
  for (const [typeCode, body] of module === "fe" ? [debit, credit] : [adjustment]) {
    const answer = await postNote(tenant, typeCode, `note ${typeCode}`, body);
    expect(answer.status).toBe(201);
    const { nota_id, cude, documento } = answer.body;
    made.push({ typeCode, id: Number(nota_id ?? documento.id), fiscalId: String(cude ?? documento.cuds) });
  }
  return made;
}

/** Makes the companies, their documents and their credentials. */
export async function openMatrix(): Promise<void> {
  companies.length = 0;
  for (const modules of [["fe", "dse", "dee"], ["fe", "dse", "dee"], ["dse"]] as const)
    companies.push(await createCompany(modules));
}

/** Makes a call, with the entity tag `known` if there is one. */
export async function ask(
  { endpoint, companyText, idText }: Target,
  authorization: string | null,
  known?: string,
): Promise<Seen> {
  const path = `/companies/${companyText}${endpoint.path.replace(":id", idText)}`;
  const headers = new Headers({ "content-type": "application/json" });
  if (authorization !== null) headers.set("authorization", authorization);
  if (known !== undefined) headers.set("if-none-match", known);
  const { method } = endpoint;
  const init = { method, headers, ...(method === "POST" ? { body: "{}" } : {}) };
  const response = await exports.default.fetch(
    new Request(`https://api.test/api/ext/${endpoint.version ?? "v1"}${path}`, init),
  );
  const text = new TextDecoder().decode(await response.arrayBuffer());
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  return {
    status: response.status,
    text: `${head}\n${text}`,
    headers: response.headers,
    body: readBody(response, text),
  };
}

/** The body of an answer; a file is none. */
function readBody(response: Response, text: string): Seen["body"] {
  return response.headers.has("content-disposition") || response.status === 304
    ? { ok: response.ok }
    : JSON.parse(text);
}

/** Among what a document is looked for, by module: it may be of another one, of which the answer says nothing. */
const SEARCHED: Readonly<Record<string, string>> = {
  fe: "las facturas y notas",
  dse: "los documentos soporte y notas",
  dee: "los tiquetes y notas",
};

/** The expected answer to a credential at a target, in the order of the checks. */
function foresee(
  { endpoint, companyText, idText }: Target,
  grant: Credential["grant"],
): Partial<Seen["body"]> & { status: number } {
  const { scope, otherScopes = [], path, allowed, version } = endpoint;
  const scopes: string[] = [scope, ...otherScopes];
  if (grant === null) return { status: 401, error: UNAUTHORIZED };
  const company = companies.find(({ tenant }) => tenant.companyId === grant.companyId);
  if (company === undefined || String(grant.companyId) !== companyText) return { status: 403, error: WRONG_COMPANY };
  const held = scopes.filter((one) => grant.scopes.includes(one)).map((one) => one.split(".")[0] ?? "");
  if (held.length === 0) return { status: 403, error: `Scopes insuficientes. Faltan: ${scopes.join(" o ")}` };
  const [module = ""] = held;
  if (!held.some((one) => company.modules.includes(one))) {
    return { status: 403, error: `La empresa no tiene contratado el módulo ${module.toUpperCase()}.` };
  }
  const [status, code] = allowed;
  if (!path.includes(":id")) return { status, ok: status === 200, ...(code === undefined ? {} : { code }) };
  const shown = JSON.stringify(decodeURIComponent(idText));
  if (!/^[1-9]\d*$/.test(idText)) {
    return { status: 400, error: `El parámetro \`doc_id\` debe ser un entero positivo; se recibió ${shown}.` };
  }
  const isShown = version === "v2" || !company.newIds.includes(Number(idText));
  if (isShown && company.ids[module]?.includes(Number(idText))) {
    return { status, ok: status === 200, ...(code === undefined ? {} : { code }) };
  }
  return { status: 404, error: `No existe el documento ${idText} entre ${SEARCHED[module]} de esta ruta.` };
}

/** Asks, compares with the oracle, and looks for what belongs to somebody else. */
async function check(
  target: Target,
  { authorization, grant }: Pick<Credential, "authorization" | "grant">,
): Promise<string[]> {
  const { status, text, headers, body } = await ask(target, authorization);
  const { status: expected, ...members } = foresee(target, grant);
  const where = `${target.endpoint.method} ${target.companyText}${target.endpoint.path} ${target.idText} <- ${authorization}`;
  const wrong: string[] = [];
  if (status !== expected) wrong.push(`${where}: ${status} instead of ${expected}: ${body.error}`);
  for (const [name, value] of Object.entries(members)) {
    const came = body[name as keyof typeof body];
    if (came !== value) wrong.push(`${where}: ${name} is ${came}`);
  }
  const [caching, tag] = [headers.get("cache-control"), headers.get("etag")];
  const kept = status === 200 ? findCaching(target.endpoint) : undefined;
  if (caching !== (kept ?? "no-store")) wrong.push(`${where}: cache-control is ${caching}`);
  if ((tag !== null) !== (kept !== undefined)) wrong.push(`${where}: etag is ${tag}`);
  const reader = status === 200 ? grant?.companyId : undefined;
  for (const { tenant, canaries } of companies) {
    const leaked = tenant.companyId === reader ? [] : canaries.filter((canary) => text.includes(canary));
    wrong.push(...leaked.map((canary) => `${where}: leaks ${canary}`));
  }
  return wrong;
}

/** @returns what is wrong with the answers. */
export async function checkAll(
  cases: readonly (readonly [Target, Pick<Credential, "authorization" | "grant">])[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (let start = 0; start < cases.length; start += WIDTH) {
    const some = cases.slice(start, start + WIDTH).map(([target, credential]) => check(target, credential));
    wrong.push(...(await Promise.all(some)).flat());
  }
  return wrong;
}

/** The other files of a route: until the name is looked at, all are answered as the first one, `xml`. */
function isOtherName({ path }: Endpoint): boolean {
  return /\/archivos\/(?!xml$)/.test(path);
}

/** For another file of a route, or another id: one token a company that may read it, and one that lacks nothing but its scope. */
function concerns(credential: Credential, { scope }: Endpoint): boolean {
  const { grant } = credential;
  if (companies.some(({ credentials: [whole] }) => credential === whole)) return true;
  return grant !== null && grant.scopes.length === SCOPES.length - 1 && !grant.scopes.includes(scope);
}

function listTargets(): Target[] {
  const idsOf = ({ fe = [], dse = [], dee = [] }: Company["ids"]) => [fe, dse, dee];
  const idTexts = companies.flatMap(({ ids }) => idsOf(ids).flat()).map(String);
  /** One of the endpoint's module and each company. */
  const someIds = ({ scope }: Endpoint) =>
    companies.flatMap(({ ids }) => ids[scope.split(".")[0] ?? ""]?.slice(0, 1) ?? []).map(String);
  const odd = ["999999999", "0", "-1", "1.0", "abc"];
  return ENDPOINTS.flatMap((endpoint) =>
    companies.flatMap(({ tenant }) =>
      (endpoint.path.includes(":id") ? (isOtherName(endpoint) ? someIds(endpoint) : [...idTexts, ...odd]) : [""]).map(
        (idText) => ({
          endpoint,
          companyText: String(tenant.companyId),
          idText,
        }),
      ),
    ),
  );
}

/** Whether an id is the first company's first of the module, or none. */
function isUsual({ scope }: Endpoint, idText: string): boolean {
  return ["", String(companies[0]?.ids[scope.split(".")[0] ?? ""]?.[0]), "abc"].includes(idText);
}

/** A call of the matrix. */
type Case = readonly [Target, Credential];

/** Every call: of the other ids a credential that is none hears no more than of the usual ones. */
export function listCases(): readonly Case[] {
  const credentials = companies.flatMap((company) => company.credentials);
  const [first] = companies;
  if (first !== undefined) credentials.push(...makeNonCredentials(first.tenant));
  return listTargets().flatMap((target) => {
    const { endpoint } = target;
    const isEverybodys = !isOtherName(endpoint) && isUsual(endpoint, target.idText);
    const isFirst = target.companyText === String(first?.tenant.companyId);
    // What is no credential hears the same of every company.
    const some = credentials.filter((one) => (isEverybodys ? one.grant !== null || isFirst : concerns(one, endpoint)));
    return some.map((one) => [target, one] as const);
  });
}

/**
 * Whether a call is of those that every change needs: each credential at its own company or at none, and at another one those that
 * lack nothing, or one scope.
 */
export function isEssential([{ endpoint, companyText, idText }, credential]: Case): boolean {
  const isOwn = credential.grant === null || String(credential.grant.companyId) === companyText;
  return (isOwn || concerns(credential, endpoint)) && (isOtherName(endpoint) || isUsual(endpoint, idText));
}
