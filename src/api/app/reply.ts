// Defines what a handler returns: status, body and headers, typed by the schemas of its route.
import type * as z from "zod";
import type { State } from "../../domain/document/state.ts";
import type { ApiErrorCode, Detail } from "../base/error.ts";

/** What is answered, before the common headers. */
export interface Reply {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** A file sent in place of a JSON body, with the headers as given; null: an empty answer. */
  readonly file?: ReadableStream | Uint8Array | null;
  /** Stable code for the log line; absent when all is well. */
  readonly code?: string;
}

/** Body of every error that is not a document's own answer. */
export interface ErrorBody {
  readonly ok: false;
  readonly error: string;
  readonly code: ApiErrorCode;
  readonly request_id: string;
  readonly details?: readonly AnsweredDetail[];
  /** The document that owns the key, of a conflict. */
  readonly documento?: { readonly id: number; readonly numero: string; readonly estado_authority: State };
}

export type AnsweredDetail = Omit<Detail, "standsFor">;

/** An error as it is answered; its status is that of its code in the table of errors. */
export interface ErrorReply extends Reply {
  readonly body: ErrorBody;
  readonly code: ApiErrorCode;
}

export type ReadonlyDeep<Value> = Value extends object
  ? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> }
  : Value;

/** A reply with one status whose body is what a schema of the reference says. */
export type ReplyOf<Status extends number, Schema extends z.ZodType> = Reply & {
  readonly status: Status;
  readonly body: ReadonlyDeep<z.infer<Schema>>;
};
