// Adds remarks about a request that do not refuse it to the `notices` of the answer.
import { Buffer } from "node:buffer";
import { MOST_PROBLEMS } from "../../domain/refusal/problem-list.ts";
import type { Detail } from "../base/error.ts";
import { UNUSED } from "../message/field.ts";

/** The most bytes of an answer, unless its own content is larger. */
const ANSWER_MOST_BYTES = 62 * 1024;
/** Bytes always left for notices: room for a few with the longest paths. */
const LEAST_BYTES = 4 * 1024;

interface RequestNotice {
  readonly path: string;
  readonly message: string;
  readonly rule: string;
  readonly severity: "notificacion";
}

/** The body with the notices after those that it has; the same body when there are none. */
export function withNotices(body: object, details: readonly Detail[]): object {
  if (details.length === 0) return body;
  const present = "notices" in body && Array.isArray(body.notices) ? body.notices : [];
  const room = Math.max(LEAST_BYTES, ANSWER_MOST_BYTES - Buffer.byteLength(JSON.stringify(body)));
  return { ...body, notices: [...present, ...listNotices(details, room)] };
}

/** As many as there is room for, a hundred at most, and how many more. */
function listNotices(details: readonly Detail[], room: number): readonly RequestNotice[] {
  const listed: RequestNotice[] = [];
  let bytes = 0;
  let leftOut = 0;
  for (const { standsFor, path, message, rule = "" } of details) {
    if (standsFor === undefined && listed.length < MOST_PROBLEMS && bytes < room) {
      const notice = { path, message, rule, severity: "notificacion" } as const;
      bytes += Buffer.byteLength(JSON.stringify(notice)) + 1;
      if (bytes < room) {
        listed.push(notice);
        continue;
      }
    }
    leftOut += standsFor ?? 1;
  }
  if (leftOut === 0) return listed;
  return [...listed, { path: "", message: UNUSED.others(leftOut), rule: "", severity: "notificacion" }];
}
