// What a route is: a method and path of the contract, the scope it needs, and the function that turns a call into a reply.
import type { Company, Module } from "../domain/company.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Env } from "../env.ts";
import type { Database } from "../store/db.ts";

/** Contract 5.3. */
export const SCOPES = ["fe.read", "fe.write", "dse.read", "dse.write"] as const;
export type Scope = (typeof SCOPES)[number];

/** Who is calling, once authenticated, and for which company. */
export interface Caller {
  readonly tokenId: string;
  readonly clientId: number;
  readonly company: Company;
}

/** An authenticated request; its body is not read yet. */
export interface Call {
  readonly env: Env;
  readonly db: Database;
  readonly request: Request;
  readonly requestId: string;
  readonly caller: Caller;
  /** Parameters of the path by name, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Adds to the request's one log line: codes and ids only, never personal data. */
  readonly log: (fields: Readonly<Record<string, string | number | boolean | null>>) => void;
}

/** What is answered, before the common headers. */
export interface Reply {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Stable code for the log line; absent when all is well. */
  readonly code?: string;
}

export interface Route {
  readonly method: "GET" | "POST";
  /** Below `/companies/:companyId`, in Hono's notation: `/dse/documentos/:docId`. */
  readonly path: string;
  readonly scope: Scope;
  readonly handle: (call: Call) => Promise<Reply>;
}

/** The module that a scope belongs to. */
export function moduleOf(scope: Scope): Module {
  return scope === "fe.read" || scope === "fe.write" ? "fe" : "dse";
}

/**
 * A document id out of the path: a positive integer in plain digits (design 5, path ids).
 * @throws Refusal `invalid_parameter`; `not_found` for one that no document can have.
 */
export function getDocumentId(call: Call, name = "docId"): number {
  const text = call.parameters[name] ?? "";
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  if (/^[1-9]\d*$/.test(text))
    throw new Refusal("not_found", `No existe el documento ${text.slice(0, 40)} en la empresa.`);
  const path = "doc_id";
  const message = `El parámetro \`${path}\` debe ser un entero positivo; se recibió ${JSON.stringify(text.slice(0, 40))}.`;
  throw new Refusal("invalid_parameter", message, [{ path, message }]);
}
