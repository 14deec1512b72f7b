// A refusal into the body that every error shares.
import { Buffer } from "node:buffer";
import { describeRest, MOST_PROBLEMS } from "../domain/problem-list.ts";
import type { Problem, Refusal, RefusalCode } from "../domain/refusal.ts";

/** Body of every error that is not a document's own answer (contract 7, with additive fields). */
export interface ErrorBody {
  readonly ok: false;
  readonly error: string;
  readonly code: RefusalCode;
  readonly request_id: string;
  readonly details?: readonly Omit<Problem, "standsFor">[];
}

/** Bytes of `details`, so that the whole answer stays below 64 KB whatever a body holds. */
const DETAILS_MOST_BYTES = 56 * 1024;

/** The common body; `details` lists the problems of the payload, when there are any: a hundred, and how many more. */
export function toErrorBody(refusal: Pick<Refusal, "code" | "message" | "problems">, requestId: string): ErrorBody {
  const { code, message, problems } = refusal;
  const details = problems.length === 0 ? {} : { details: listDetails(problems) };
  return { ok: false, error: message, code, request_id: requestId, ...details };
}

function listDetails(problems: readonly Problem[]): readonly Omit<Problem, "standsFor">[] {
  const listed: Omit<Problem, "standsFor">[] = [];
  let bytes = 0;
  let leftOut = 0;
  for (const { standsFor, ...problem } of problems) {
    if (standsFor === undefined && listed.length < MOST_PROBLEMS && bytes < DETAILS_MOST_BYTES) {
      bytes += Buffer.byteLength(JSON.stringify(problem));
      if (bytes < DETAILS_MOST_BYTES) {
        listed.push(problem);
        continue;
      }
    }
    leftOut += standsFor ?? 1;
  }
  if (leftOut === 0) return listed;
  const { standsFor: _, ...rest } = describeRest(leftOut);
  return [...listed, rest];
}
