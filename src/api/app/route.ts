// Defines the declaration of an endpoint, and what its handler receives.
import type * as z from "zod";
import type { Company, Module } from "../../domain/company.ts";
import type { Env } from "../../env.ts";
import type { Database } from "../../store/base/db.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { ApiError, type Detail } from "../base/error.ts";
import type { ApiVersion, Language } from "../base/version.ts";
import { describeParameter, PARAMETER, TEXT } from "../message/request.ts";
import type { ErrorCode } from "./error-code.ts";
import type { QueryParameter } from "./query-parameter.ts";
import type { ErrorReply, Reply, ReplyOf } from "./reply.ts";

/** What a client may be allowed to do. */
export const SCOPES = ["fe.read", "fe.write", "dse.read", "dse.write", "dee.read", "dee.write"] as const;
export type Scope = (typeof SCOPES)[number];
const READ_SCOPES = ["fe.read", "dse.read", "dee.read"] as const satisfies readonly Scope[];

/** Who is calling, once authenticated, and for which company. */
export interface Caller {
  readonly tokenId: string;
  readonly clientId: number;
  readonly company: Company;
  /** Everything that the token allows. */
  readonly scopes: readonly string[];
}

/** An authenticated request; its body is not read yet. */
export interface Call {
  /** Which version of the API was called. */
  readonly version: ApiVersion;
  readonly env: Env;
  /** Where the company lives. */
  readonly db: Database;
  readonly request: Request;
  readonly requestId: string;
  readonly caller: Caller;
  /** The document that the path names, where the route reads one and the company has it. */
  readonly document: StoredDocument | undefined;
  /** Parameters of the path by name, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Of the sentences of its answer. */
  readonly language: Language;
  /** Keeps what the answer does not wait for alive. */
  readonly keepRunning: (work: Promise<unknown>) => void;
  /** Asks again whether the caller is let in, for a request that has waited. @throws ApiError. */
  readonly confirm: () => Promise<void>;
  /** Adds to the request's one log line: codes and ids only, never personal data. */
  readonly log: (fields: Readonly<Record<string, string | number | boolean | null>>) => void;
  /** Adds to the `notices` of any answer; the paths are the client's own. */
  readonly notice: (notices: readonly Detail[]) => void;
}

/** Headers that an answer of one route can have beside the common ones. */
export type AnswerHeader = "Idempotent-Replayed" | "Retry-After";

/** One answer of a route beyond the common errors. */
export interface Answer {
  readonly status: number;
  /** When it comes, in Spanish. */
  readonly description: string;
  readonly schema: z.ZodType;
  readonly headers?: readonly AnswerHeader[];
  /** Media types of the file sent in place of a JSON body; empty: the answer has no body. */
  readonly media?: readonly string[];
}

/**
 * The whole declaration of an endpoint: the app mounts it, and the reference is generated from it. Texts are Spanish,
 * descriptions Markdown.
 */
export interface Route {
  /** Where it exists; absent: in every version, with the same behaviour. */
  readonly versions?: readonly ApiVersion[];
  readonly operationId: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** Below `/companies/:companyId`, in Hono's notation: `/dse/documentos/:docId`. */
  readonly path: string;
  readonly scope: Scope;
  /** Other scopes of which any lets a caller in as well. */
  readonly otherScopes?: readonly Scope[];
  readonly tag: "FE" | "DSE" | "DEE" | "Cambios" | "Empresa";
  readonly summary: string;
  readonly description: string;
  readonly query?: readonly QueryParameter[];
  /** Module of the document that `docId` names, which is read together with the caller. */
  readonly reads?: Module;
  /** Whether a key must come, in the header alone or there or in the body; or may come (FE). */
  readonly key?: "header" | "required" | "optional";
  /** What the reference says of the body and of the answers; a request needs no schema of it, so each is loaded when asked for. */
  readonly body?: { readonly schema: () => Promise<z.ZodType>; readonly description: string };
  readonly answers: () => Promise<readonly Answer[]>;
  /** Codes of errors beside those that every route can give. */
  readonly codes: readonly ErrorCode[];
  readonly handle: (call: Call) => Promise<Reply>;
}

/** A reply that one of a route's answers describes. */
type ReplyAs<Each extends Answer> = Each extends Answer ? ReplyOf<Each["status"], Each["schema"]> : never;

interface Declaration<Answers extends readonly Answer[]> extends Route {
  readonly answers: () => Promise<Answers>;
  readonly handle: (call: Call) => Promise<ReplyAs<Answers[number]> | ErrorReply>;
}

/** Declares an endpoint; the compiler holds its handler to the statuses and schemas of its answers. */
export function declareRoute<const Answers extends readonly Answer[]>(route: Declaration<Answers>): Route {
  return route;
}

/** The scopes of which a caller needs one. */
export function listScopes({
  scope,
  otherScopes = [],
}: Pick<Route, "scope" | "otherScopes">): readonly [Scope, ...Scope[]] {
  return [scope, ...otherScopes];
}

const MODULE_OF_SCOPE: Readonly<Record<Scope, Module>> = {
  "fe.read": "fe",
  "fe.write": "fe",
  "dse.read": "dse",
  "dse.write": "dse",
  "dee.read": "dee",
  "dee.write": "dee",
};

/** The module that a scope belongs to. */
export function moduleOfScope(scope: Scope): Module {
  return MODULE_OF_SCOPE[scope];
}

/** The modules that a token reads, whether its company has them or not. */
export function listReadModules({ scopes }: Pick<Caller, "scopes">): readonly Module[] {
  return READ_SCOPES.filter((scope) => scopes.includes(scope)).map(moduleOfScope);
}

/** An id: a positive integer in plain digits; undefined for any other text. */
export function findId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/**
 * A document id out of the path: a positive integer in plain digits.
 * @throws ApiError `invalid_parameter`; `not_found` for one that no document can have.
 */
export function getDocumentId(call: Call, name = "docId"): number {
  const text = call.parameters[name] ?? "";
  const id = findId(text);
  if (id !== undefined) return id;
  if (/^[1-9]\d*$/.test(text)) throw new ApiError("not_found", TEXT.noDocument(text.slice(0, 40)));
  const detail = describeParameter("doc_id", PARAMETER.id(text));
  throw new ApiError("invalid_parameter", detail.message, [detail]);
}
