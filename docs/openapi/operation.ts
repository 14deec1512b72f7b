// What the page says of one route: its words, its parameters, its answers by status, and the codes of its errors.
import type { z } from "@hono/zod-openapi";
import type { Scope } from "../../src/api/route.ts";
import type { ErrorCode } from "./error-schema.ts";
import type { HeaderName, QueryParameter, RequestParameters } from "./parameter.ts";

/** One way in which a route answers that is not just a code of the table of errors. */
export interface OperationAnswer {
  readonly status: number;
  /** When it comes, in Spanish. */
  readonly description: string;
  readonly schema: z.ZodType;
  readonly headers?: readonly HeaderName[];
}

export interface Operation extends RequestParameters {
  readonly operationId: string;
  readonly method: "get" | "post";
  /** Below `/companies/{company_id}`. */
  readonly path: string;
  readonly scope: Scope;
  readonly tag: "FE" | "DSE";
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly body?: { readonly schema: z.ZodType; readonly description: string };
  readonly answers: readonly OperationAnswer[];
  /** Beside the common ones. */
  readonly codes: readonly ErrorCode[];
}

/** `?dry_run=true` of both creations. */
export const DRY_RUN_PARAMETER: QueryParameter = {
  name: "dry_run",
  description:
    "`true`: ensayo. Hace todo hasta la numeración y responde 200 con totales, impuestos y avisos; no consume número ni plan, no deja rastro y no exige clave.",
  schema: { type: "boolean", default: false },
  example: true,
};
