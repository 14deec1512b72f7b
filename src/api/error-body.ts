// Writes the body that every error shares.
import { Buffer } from "node:buffer";
import { MOST_PROBLEMS } from "../domain/problem-list.ts";
import type { State } from "../domain/state.ts";
import type { ApiErrorCode, Detail, ErrorFacts } from "./error.ts";
import { describeRest } from "./message.ts";

/** Body of every error that is not a document's own answer. */
export interface ErrorBody {
  readonly ok: false;
  readonly error: string;
  readonly code: ApiErrorCode;
  readonly request_id: string;
  readonly details?: readonly AnsweredDetail[];
  /** The document that owns the key, of a conflict. */
  readonly documento?: { readonly id: number; readonly estado_authority: State };
}

type AnsweredDetail = Omit<Detail, "standsFor">;

/** Bytes of `details`, so that the whole answer stays below 64 KB for any body. */
const DETAILS_MOST_BYTES = 56 * 1024;

/** The common body; `details` lists the problems of the payload, when there are any: a hundred, and how many more. */
export function toErrorBody({ code, message, details, owner }: ErrorFacts, requestId: string): ErrorBody {
  const listed = details.length === 0 ? {} : { details: listDetails(details) };
  const owned = owner === undefined ? {} : { documento: { id: owner.id, estado_authority: owner.state } };
  return { ok: false, error: message, code, request_id: requestId, ...listed, ...owned };
}

function listDetails(details: readonly Detail[]): readonly AnsweredDetail[] {
  const listed: AnsweredDetail[] = [];
  let bytes = 0;
  let leftOut = 0;
  for (const { standsFor, ...detail } of details) {
    if (standsFor === undefined && listed.length < MOST_PROBLEMS && bytes < DETAILS_MOST_BYTES) {
      bytes += Buffer.byteLength(JSON.stringify(detail));
      if (bytes < DETAILS_MOST_BYTES) {
        listed.push(detail);
        continue;
      }
    }
    leftOut += standsFor ?? 1;
  }
  if (leftOut === 0) return listed;
  const { standsFor: _, ...rest } = describeRest(leftOut);
  return [...listed, rest];
}
