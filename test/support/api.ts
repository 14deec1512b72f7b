// Calls the API over HTTP as a client of a tenant would.
import { exports } from "cloudflare:workers";
import { afterAll, beforeAll } from "vitest";
import { type ApiVersion, basePathOf } from "../../src/api/base/version.ts";
import type { Tenant } from "./tenant.ts";

const ORIGIN = "https://api.test";
let usualVersion: ApiVersion = "v1";

/** The calls of the tests that follow, in this file or `describe`, go to a version of the API, unless a call names another. */
export function useApiVersion(version: ApiVersion): void {
  let before: ApiVersion;
  beforeAll(() => {
    before = usualVersion;
    usualVersion = version;
  });
  // Test files share one runtime, and this module with it.
  afterAll(() => {
    usualVersion = before;
  });
}

/** Runs work whose calls go to a version of the API. */
export async function withApiVersion<Result>(version: ApiVersion, work: () => Promise<Result>): Promise<Result> {
  const before = usualVersion;
  usualVersion = version;
  try {
    return await work();
  } finally {
    usualVersion = before;
  }
}

/** The whole address of a path, in the version that calls go to. */
export function urlOf(path: string, version: ApiVersion = usualVersion): string {
  return ORIGIN + basePathOf(version) + path;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as any client without types would.
  readonly body: any;
  readonly headers: Headers;
}

export interface CallOptions {
  readonly token?: string | null;
  readonly version?: ApiVersion;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the API; `body` goes as JSON unless it already is text. */
export async function call(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
  const headers: Record<string, string> = { accept: "application/json", ...options.headers };
  if (options.token !== undefined && options.token !== null) headers.authorization ??= `Bearer ${options.token}`;
  if (body !== undefined) headers["content-type"] ??= "application/json";
  const response = await exports.default.fetch(
    new Request(urlOf(path, options.version), {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text), headers: response.headers };
}

/** POST of a support document under an idempotency key. */
export function postSupportDocument(
  tenant: Tenant,
  key: string | null,
  body: unknown,
  options: CallOptions = {},
): Promise<Answer> {
  return call("POST", `/companies/${tenant.companyId}/dse/documentos`, body, {
    token: tenant.token,
    ...options,
    headers: { ...(key === null ? {} : { "idempotency-key": key }), ...options.headers },
  });
}

/** GET of a support document. */
export function getSupportDocument(tenant: Tenant, id: number | string, options: CallOptions = {}): Promise<Answer> {
  return get(tenant, `/dse/documentos/${id}`, options);
}

/** POST of an invoice. */
export function postInvoice(tenant: Tenant, body: unknown, options: CallOptions = {}): Promise<Answer> {
  return call("POST", `/companies/${tenant.companyId}/fe/facturas`, body, { token: tenant.token, ...options });
}

/** POST of a ticket in v2. */
export function postTicket(
  tenant: Tenant,
  key: string | null,
  body: unknown,
  { query = "", ...options }: CallOptions & { readonly query?: string } = {},
): Promise<Answer> {
  return call("POST", `/companies/${tenant.companyId}/dee/documentos${query}`, body, {
    token: tenant.token,
    version: "v2",
    ...options,
    headers: { ...(key === null ? {} : { "idempotency-key": key }), ...options.headers },
  });
}

/** Any GET under the tenant's company. */
export function get(tenant: Tenant, path: string, options: CallOptions = {}): Promise<Answer> {
  return call("GET", `/companies/${tenant.companyId}${path}`, undefined, { token: tenant.token, ...options });
}

const NOTE_PATHS = {
  "91": "/fe/notas-credito",
  "92": "/fe/notas-debito",
  "93": "/dee/notas-debito",
  "94": "/dee/notas-credito",
  "95": "/dse/notas-ajuste",
} as const;

/** POST of a note in v2, by its type. */
export function postNote(
  tenant: Tenant,
  typeCode: keyof typeof NOTE_PATHS,
  key: string | null,
  body: unknown,
  { query = "", ...options }: CallOptions & { readonly query?: string } = {},
): Promise<Answer> {
  return call("POST", `/companies/${tenant.companyId}${NOTE_PATHS[typeCode]}${query}`, body, {
    token: tenant.token,
    version: "v2",
    ...options,
    headers: { ...(key === null ? {} : { "idempotency-key": key }), ...options.headers },
  });
}
