// Writes the replies that all creations share: refusal, conflict, object that cannot be reached, and the document's outcome.
import { isPending, type State } from "../../domain/document/state.ts";
import type { Verdict } from "../../domain/document/timeline.ts";
import type { DocumentView, IssueCommand, IssueResult } from "../../issuance/contract/command.ts";
import { replyToError } from "../app/error-table.ts";
import type { ErrorReply, Reply } from "../app/reply.ts";
import type { Call } from "../app/route.ts";
import { DOCUMENT } from "../message/document.ts";
import { describeRefusal } from "../message/refusal.ts";
import { type FoundRule, listFindings, toVerdict, type VerdictFacts } from "../record/verdict.ts";
import type { Created } from "./create.ts";

/** Seconds after which a replay may find more. */
const RETRY_AFTER = { "Retry-After": "5" };
/** The header of every answer to a key that was known already. */
const REPLAYED = { "Idempotent-Replayed": "true" };

type Issued = Extract<IssueResult, { readonly type: "issued" }>;

/** What differs between the kinds of documents in these answers. */
interface Wording<Facts extends object, Extra extends object> {
  /** What the answer says of the document. */
  readonly describe: (document: DocumentView) => Facts;
  /** What the called version adds, also while there is no document yet. */
  readonly extra: Extra;
  /** What to do while the document's fate is not known. */
  readonly uncertain: string;
}

interface Flags {
  readonly pending: boolean;
  readonly idempotent: boolean;
}

interface Failure extends Flags {
  readonly ok: false;
  readonly error: string;
  readonly request_id: string;
}

interface Rejection extends Failure {
  readonly code: "document_rejected";
  readonly details: readonly (FoundRule<"rechazo"> & { readonly path: "" })[];
}

interface Uncertain extends Failure {
  readonly code: "result_uncertain";
}

interface Reserved extends Flags {
  readonly ok: true;
  readonly message: string;
  readonly request_status: State;
}

interface Answered<Status extends number, Body extends object> extends Reply {
  readonly status: Status;
  readonly body: Body;
}

type SettledBody<Facts> = Flags & { readonly ok: true } & Facts & VerdictFacts;

/** The answers of a creation that produced a document. */
type IssuedReply<Facts, Extra> =
  | Answered<200, SettledBody<Facts & Extra>>
  | Answered<201, SettledBody<Facts & Extra>>
  | Answered<202, Reserved & Partial<Facts> & Extra>
  | Answered<422, Rejection & Facts & VerdictFacts & Extra>
  | Answered<502, Uncertain & Facts & Extra>;

/** Every case of a creation. */
export function replyToCreation<Facts extends object, Extra extends object>(
  { requestId }: Pick<Call, "requestId">,
  created: Created<IssueCommand["draft"]>,
  wording: Wording<Facts, Extra>,
): IssuedReply<Facts, Extra> | ErrorReply {
  const { result, request } = created;
  if (result.type !== "issued") return replyToTrouble(result, requestId, request);
  const { document } = result;
  if (document === null || isPending(document.state)) return replyToPending(result, requestId, wording);
  return replyToVerdict(result, document, requestId, wording);
}

/** The same of a document whose rejection is shown to a replay as it is: 422 with `ok: true`. */
export function replyToRecorded<Facts extends object, Extra extends object>(
  call: Pick<Call, "requestId">,
  created: Created<IssueCommand["draft"]>,
  wording: Wording<Facts, Extra>,
): IssuedReply<Facts, Extra> | Answered<422, SettledBody<Facts & Extra>> | ErrorReply {
  const { result } = created;
  if (result.type === "issued" && result.isReplay && result.document?.state === "rechazado") {
    const body = toSettledBody(result, result.document, wording);
    return { status: 422, body, headers: REPLAYED, code: "document_rejected" };
  }
  return replyToCreation(call, created, wording);
}

/** The body that shows a document whose state is final. */
function toSettledBody<Facts extends object, Extra extends object>(
  { isReplay, verdict }: Issued,
  document: DocumentView,
  { describe, extra }: Wording<Facts, Extra>,
): SettledBody<Facts & Extra> {
  return { ok: true, pending: false, idempotent: isReplay, ...describe(document), ...toVerdict(verdict), ...extra };
}

function replyToVerdict<Facts extends object, Extra extends object>(
  issued: Issued,
  document: DocumentView,
  requestId: string,
  wording: Wording<Facts, Extra>,
): IssuedReply<Facts, Extra> {
  const { isReplay, verdict } = issued;
  const headers = isReplay ? REPLAYED : {};
  const settled = toSettledBody(issued, document, wording);
  if (document.state === "aceptado") return { status: isReplay ? 200 : 201, body: settled, headers };
  const code = "document_rejected";
  const failure = { ok: false, error: describeRejection(verdict), code, request_id: requestId } as const;
  return { status: 422, body: { ...settled, ...failure, details: listRejections(verdict) }, headers, code };
}

/** Not terminal: 502 when a new document's fate is uncertain, otherwise 202. */
function replyToPending<Facts extends object, Extra extends object>(
  { document, isReplay, isUncertain }: Issued,
  requestId: string,
  { describe, extra, uncertain }: Wording<Facts, Extra>,
): IssuedReply<Facts, Extra> {
  const flags = { pending: true, idempotent: isReplay };
  if (!isReplay && isUncertain && document !== null) {
    const code = "result_uncertain";
    const failure = { ok: false, ...flags, error: uncertain, code, request_id: requestId } as const;
    return { status: 502, body: { ...failure, ...describe(document), ...extra }, code };
  }
  const facts: Partial<Facts> = document === null ? {} : describe(document);
  const state = document?.state ?? "creating";
  const known = { ok: true, ...flags, message: DOCUMENT.pending, request_status: state } as const;
  const body = { ...known, ...facts, ...extra };
  return { status: 202, body, headers: { ...RETRY_AFTER, ...(isReplay ? REPLAYED : {}) } };
}

/** Every result that is not a document. */
function replyToTrouble(
  result: Exclude<IssueResult, { readonly type: "issued" }>,
  requestId: string,
  { naming }: Created<IssueCommand["draft"]>["request"],
): ErrorReply {
  switch (result.type) {
    case "refused":
      return replyToError(describeRefusal(result, naming), requestId);
    case "conflict": {
      const { documentId: id, number, state } = result;
      const owner = id === null || number === null ? undefined : { id, number, state };
      const message = DOCUMENT.conflict(owner);
      const conflict = { code: "idempotency_conflict", message, details: [] } as const;
      return replyToError(owner === undefined ? conflict : { ...conflict, owner }, requestId);
    }
    case "unavailable":
  }
  return replyToError({ code: "unavailable", message: DOCUMENT.unavailable, details: [] }, requestId);
}

/** One sentence for `error`: the rule that led to the rejection, else the authority's own words. */
function describeRejection(verdict: Verdict | null): string {
  if (verdict === null) return DOCUMENT.closed;
  if (verdict.isClosing === true) return DOCUMENT.closedSent;
  const rule = verdict.rules.find(({ severity }) => severity === "rechazo");
  if (rule !== undefined) return DOCUMENT.rejectedByRule(rule);
  const said = verdict.statusMessage || verdict.statusDescription;
  return said ? DOCUMENT.rejectedWith(said) : DOCUMENT.rejected;
}

/** The rules that rejected, in the form of every other error's `details`. */
function listRejections(verdict: Verdict | null): Rejection["details"] {
  return listFindings(verdict, "rechazo").map((finding) => ({ path: "", ...finding }));
}
