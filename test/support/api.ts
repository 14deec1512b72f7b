// Calls the API over HTTP as a client of a tenant would.
import { exports } from "cloudflare:workers";
import type { Tenant } from "./tenant.ts";

const BASE = "https://api.test/api/ext/v1";

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as any client without types would.
  readonly body: any;
  readonly headers: Headers;
}

export interface CallOptions {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the API; `body` goes as JSON unless it already is text. */
export async function call(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
  const headers: Record<string, string> = { accept: "application/json", ...options.headers };
  if (options.token !== undefined && options.token !== null) headers.authorization ??= `Bearer ${options.token}`;
  if (body !== undefined) headers["content-type"] ??= "application/json";
  const response = await exports.default.fetch(
    new Request(`${BASE}${path}`, {
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
export function getSupportDocument(tenant: Tenant, id: number | string): Promise<Answer> {
  return call("GET", `/companies/${tenant.companyId}/dse/documentos/${id}`, undefined, { token: tenant.token });
}

/** POST of an invoice. */
export function postInvoice(tenant: Tenant, body: unknown, options: CallOptions = {}): Promise<Answer> {
  return call("POST", `/companies/${tenant.companyId}/fe/facturas`, body, { token: tenant.token, ...options });
}

/** Any GET under the tenant's company. */
export function get(tenant: Tenant, path: string): Promise<Answer> {
  return call("GET", `/companies/${tenant.companyId}${path}`, undefined, { token: tenant.token });
}
