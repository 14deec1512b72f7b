// Tests authorisation as one matrix: every endpoint, every kind of credential, three companies, all ids; nothing of one company
// reaches another.
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ROUTES } from "../../src/api/routes.ts";
import { type Credential, makeCredentials, makeNonCredentials, spoil } from "../support/credential.ts";
import { KINDS } from "../support/kind.ts";
import { createRandom, drawInteger, pick } from "../support/random.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

interface Endpoint {
  readonly method: "GET" | "POST";
  /** Below the company; `:id` stands for a document's. */
  readonly path: string;
  readonly scope: "fe.read" | "fe.write" | "dse.read" | "dse.write";
  /** Another scope that opens it as well. */
  readonly otherScope?: "dse.read";
  /** Where it exists; v1 unless it says so. */
  readonly version?: "v2";
  /** Status and, where it is not 200, code of a call that may be made; bodies are empty objects, so nothing is issued. */
  readonly allowed: readonly [status: number, code?: string];
}

/** Every endpoint, with the scope that it asks for and its answers to a caller that has it. */
const ENDPOINTS: readonly Endpoint[] = [
  { method: "GET", path: "/fe/docs", scope: "fe.read", allowed: [200] },
  { method: "GET", path: "/fe/docs/:id", scope: "fe.read", allowed: [200] },
  { method: "GET", path: "/fe/terceros", scope: "fe.read", allowed: [200] },
  { method: "GET", path: "/fe/payment-methods", scope: "fe.read", allowed: [200] },
  { method: "POST", path: "/authority/get-acquirer", scope: "fe.read", allowed: [400, "invalid_payload"] },
  { method: "POST", path: "/fe/facturas", scope: "fe.write", allowed: [400, "invalid_payload"] },
  { method: "POST", path: "/dse/documentos", scope: "dse.write", allowed: [400, "missing_idempotency_key"] },
  { method: "GET", path: "/dse/documentos/:id", scope: "dse.read", allowed: [200] },
  { method: "GET", path: "/fe/docs/:id/archivos/xml", scope: "fe.read", version: "v2", allowed: [200] },
  { method: "GET", path: "/dse/documentos/:id/archivos/xml", scope: "dse.read", version: "v2", allowed: [200] },
  { method: "GET", path: "/fe/docs/:id/archivos/respuesta", scope: "fe.read", version: "v2", allowed: [200] },
  { method: "GET", path: "/dse/documentos/:id/archivos/carta.pdf", scope: "dse.read", version: "v2", allowed: [200] },
  { method: "GET", path: "/dse/documentos", scope: "dse.read", version: "v2", allowed: [200] },
  ...(["/fe/notas-credito", "/fe/notas-debito", "/dse/notas-ajuste"] as const).map(
    (path): Endpoint => ({
      ...{ method: "POST", path, scope: path.startsWith("/fe/") ? "fe.write" : "dse.write", version: "v2" },
      allowed: [400, "missing_idempotency_key"],
    }),
  ),
  { method: "GET", path: "/cambios", scope: "fe.read", otherScope: "dse.read", version: "v2", allowed: [200] },
];

const UNAUTHORIZED =
  "La autorización Bearer falta o no es válida: envíe la cabecera Authorization: Bearer <token> con un token vigente.";
const WRONG_COMPANY = "El token no tiene acceso a la empresa solicitada.";
const WIDTH = 40;

interface Company {
  readonly tenant: Tenant;
  readonly modules: readonly string[];
  /** Ids of its documents by module. */
  readonly ids: Readonly<Record<string, readonly number[]>>;
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
  readonly body: { readonly ok: boolean; readonly error?: string; readonly code?: string };
}

const companies: Company[] = [];
const random = createRandom(env.TEST_BUDGET.seed);
let logged = "";

async function createCompany(modules: readonly ("fe" | "dse")[]): Promise<Company> {
  const tenant = await createTenant({ modules });
  const canary = `Canario${tenant.nit}`;
  const canaries = [canary, tenant.nit, `${tenant.nit}@example.com`];
  const ids: Record<string, number[]> = { fe: [], dse: [] };
  for (const kind of KINDS.filter(({ module }) => modules.includes(module))) {
    const answer = await kind.post(tenant, "one", kind.tagged(canary));
    expect(answer.status).toBe(201);
    ids[kind.module]?.push(kind.factsOf(answer).id ?? 0);
    canaries.push(String(answer.body.cufe ?? answer.body.documento?.cuds));
  }
  return { tenant, modules, ids, canaries, credentials: await makeCredentials(tenant) };
}

beforeAll(async () => {
  for (const level of ["log", "info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((...values: unknown[]) => {
      logged += `${values.join(" ")}\n`;
    });
  }
  for (const modules of [["fe", "dse"], ["fe", "dse"], ["dse"]] as const) companies.push(await createCompany(modules));
});

async function ask({ endpoint, companyText, idText }: Target, authorization: string | null): Promise<Seen> {
  const path = `/companies/${companyText}${endpoint.path.replace(":id", idText)}`;
  const headers = new Headers({ "content-type": "application/json" });
  if (authorization !== null) headers.set("authorization", authorization);
  const { method } = endpoint;
  const init = { method, headers, ...(method === "POST" ? { body: "{}" } : {}) };
  const response = await exports.default.fetch(
    new Request(`https://api.test/api/ext/${endpoint.version ?? "v1"}${path}`, init),
  );
  const text = new TextDecoder().decode(await response.arrayBuffer());
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  return { status: response.status, text: `${head}\n${text}`, body: readBody(response, text) };
}

/** The body of an answer; a file is none. */
function readBody(response: Response, text: string): Seen["body"] {
  return response.headers.has("content-disposition") ? { ok: response.ok } : JSON.parse(text);
}

/** The expected answer to a credential at a target, in the order of the checks. */
function foresee(
  { endpoint, companyText, idText }: Target,
  grant: Credential["grant"],
): Partial<Seen["body"]> & { status: number } {
  const { scope, otherScope, path, allowed } = endpoint;
  const scopes: string[] = otherScope === undefined ? [scope] : [scope, otherScope];
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
  if (company.ids[module]?.includes(Number(idText))) return { status, ok: true };
  const kind = module === "dse" ? "documento soporte" : "documento";
  return { status: 404, error: `No existe el ${kind} ${idText} en la empresa.` };
}

/** Asks, compares with the oracle, and looks for what belongs to somebody else. */
async function check(
  target: Target,
  { authorization, grant }: Pick<Credential, "authorization" | "grant">,
): Promise<string[]> {
  const { status, text, body } = await ask(target, authorization);
  const { status: expected, ...members } = foresee(target, grant);
  const where = `${target.endpoint.method} ${target.companyText}${target.endpoint.path} ${target.idText} <- ${authorization}`;
  const wrong: string[] = [];
  if (status !== expected) wrong.push(`${where}: ${status} instead of ${expected}: ${body.error}`);
  for (const [name, value] of Object.entries(members)) {
    const came = body[name as keyof typeof body];
    if (came !== value) wrong.push(`${where}: ${name} is ${came}`);
  }
  const reader = status === 200 ? grant?.companyId : undefined;
  for (const { tenant, canaries } of companies) {
    const leaked = tenant.companyId === reader ? [] : canaries.filter((canary) => text.includes(canary));
    wrong.push(...leaked.map((canary) => `${where}: leaks ${canary}`));
  }
  return wrong;
}

async function checkAll(
  cases: readonly (readonly [Target, Pick<Credential, "authorization" | "grant">])[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (let start = 0; start < cases.length; start += WIDTH) {
    const some = cases.slice(start, start + WIDTH).map(([target, credential]) => check(target, credential));
    wrong.push(...(await Promise.all(some)).flat());
  }
  return wrong;
}

function listTargets(): Target[] {
  const idTexts = companies.flatMap(({ ids }) => [...(ids.fe ?? []), ...(ids.dse ?? [])]).map(String);
  const odd = ["999999999", "0", "-1", "1.0", "abc"];
  return ENDPOINTS.flatMap((endpoint) =>
    companies.flatMap(({ tenant }) =>
      (endpoint.path.includes(":id") ? [...idTexts, ...odd] : [""]).map((idText) => ({
        endpoint,
        companyText: String(tenant.companyId),
        idText,
      })),
    ),
  );
}

describe("the authorisation matrix", () => {
  it("has every endpoint of both versions", () => {
    const written = ENDPOINTS.map(
      ({ method, path }) => `${method} ${path.replace(/archivos\/.*/, "archivos/:nombre")}`,
    );
    const declared = ROUTES.map(({ method, path }) => `${method} ${path.replace(":docId", ":id")}`);
    expect([...new Set(written)].sort()).toEqual([...new Set(declared)].sort());
  });

  it("answers every credential at every endpoint with its status and its sentence, and leaks nothing", {
    timeout: 300_000,
  }, async () => {
    const credentials = companies.flatMap((company) => company.credentials);
    const [first] = companies;
    if (first !== undefined) credentials.push(...makeNonCredentials(first.tenant));
    const cases = listTargets().flatMap((target) => credentials.map((one) => [target, one] as const));
    expect(cases.length).toBeGreaterThanOrEqual(1_500);
    expect(await checkAll(cases)).toEqual([]);
  });

  it("refuses the path's company however else it is written", async () => {
    const [{ tenant, credentials } = { tenant: undefined, credentials: [] }] = companies;
    const [right] = credentials;
    if (tenant === undefined || right === undefined) throw new Error("no company");
    const id = tenant.companyId;
    const texts = [
      `0${id}`,
      `+${id}`,
      `${id}.0`,
      `${id}e0`,
      `%20${id}`,
      `${id}%20`,
      `-${id}`,
      "0",
      "null",
      "999999999",
      "*",
    ];
    const targets = ENDPOINTS.flatMap((endpoint) =>
      texts.map((companyText) => ({ endpoint, companyText, idText: endpoint.path.includes(":id") ? "1" : "" })),
    );
    expect(await checkAll(targets.map((target) => [target, right] as const))).toEqual([]);
  });

  it("agrees with the oracle on random tokens, paths and ids", { timeout: 3_600_000 }, async () => {
    const known = companies.flatMap(({ credentials }) => credentials);
    const most = Math.max(...companies.flatMap(({ ids }) => Object.values(ids).flat())) + 3;
    const draw = () => {
      const credential = pick(random, known);
      const isSpoilt = random() < 0.2;
      const authorization = isSpoilt ? spoil(credential.authorization ?? "") : credential.authorization;
      const endpoint = pick(random, ENDPOINTS);
      const companyText = String(
        random() < 0.9 ? pick(random, companies).tenant.companyId : drawInteger(random, 1_000) + 100,
      );
      const idText = endpoint.path.includes(":id") ? String(drawInteger(random, most)) : "";
      return [
        { endpoint, companyText, idText },
        { authorization, grant: isSpoilt ? null : credential.grant },
      ] as const;
    };
    expect(await checkAll(Array.from({ length: env.TEST_BUDGET.triples }, draw))).toEqual([]);
  });

  it("puts neither a token nor a person into the logs", () => {
    const secrets = companies.flatMap(({ credentials, canaries }) => [
      ...credentials.map(({ authorization }) => authorization?.split("_")[3] ?? ""),
      ...canaries.slice(0, 1),
    ]);
    expect(logged.length).toBeGreaterThan(1_000);
    expect(secrets.filter((secret) => secret !== "" && logged.includes(secret))).toEqual([]);
  });
});
