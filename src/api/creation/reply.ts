// Writes the replies that all creations share: refusal, conflict, object that cannot be reached, and the document's outcome.
import type * as z from "zod";
import type { NoteType } from "../../domain/kind.ts";
import { isPending, type State } from "../../domain/state.ts";
import type { Finding, Verdict } from "../../domain/verdict.ts";
import type { DocumentView, IssueResult } from "../../issuance/command.ts";
import { replyToError } from "../app/error-table.ts";
import type { ErrorReply, ReadonlyDeep, Reply } from "../app/reply.ts";
import type { verdictSchema } from "../field/verdict-schema.ts";
import { DOCUMENT } from "../message/document.ts";
import type { Naming } from "../message/naming.ts";
import { describeNoteRefusal } from "../message/note.ts";
import { describeRefusal } from "../message/refusal.ts";

/** Seconds after which a replay may find more. */
const RETRY_AFTER = { "Retry-After": "5" };
/** The header of every answer to a key that was known already. */
export const REPLAYED = { "Idempotent-Replayed": "true" };

export interface ReplyContext {
  readonly requestId: string;
  readonly naming: Naming;
  /** Of the creation of a note. */
  readonly noteType?: NoteType;
}

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

/** What the authority said; nothing while it said nothing. */
interface VerdictFacts {
  readonly authority?: ReadonlyDeep<z.infer<typeof verdictSchema>>;
  readonly notices?: readonly FoundRule<"notificacion">[];
}

interface FoundRule<Severity> {
  readonly message: string;
  readonly rule: string;
  readonly severity: Severity;
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

/** Every case of a creation, of a support document or an invoice. */
export function replyToCreation<Facts extends object, Extra extends object>(
  result: IssueResult,
  context: ReplyContext,
  wording: Wording<Facts, Extra>,
): IssuedReply<Facts, Extra> | ErrorReply {
  if (result.type !== "issued") return replyToTrouble(result, context);
  const { document } = result;
  if (document === null || isPending(document.state)) return replyToPending(result, context.requestId, wording);
  return replyToVerdict(result, document, context.requestId, wording);
}

/** The body that shows a document whose state is final. */
export function toSettledBody<Facts extends object, Extra extends object>(
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
  { requestId, naming, noteType }: ReplyContext,
): ErrorReply {
  switch (result.type) {
    case "note-refused": {
      if (noteType === undefined) throw new Error("what is no note was refused as one");
      const { facts } = result;
      return replyToError({ code: facts.code, ...describeNoteRefusal(facts, noteType, naming.noteWords) }, requestId);
    }
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

/** What the authority said: its block whole, and the notices once more, apart. */
export function toVerdict(verdict: Verdict | null): VerdictFacts {
  if (verdict === null) return {};
  return {
    authority: {
      is_valid: verdict.isValid,
      status_code: verdict.statusCode,
      status_description: verdict.statusDescription,
      status_message: verdict.statusMessage,
      rules: verdict.rules,
    },
    notices: listFindings(verdict, "notificacion"),
  };
}

/** The rules that rejected, in the form of every other error's `details`. */
function listRejections(verdict: Verdict | null): Rejection["details"] {
  return listFindings(verdict, "rechazo").map((finding) => ({ path: "", ...finding }));
}

function listFindings<Severity extends Finding["severity"]>(
  verdict: Verdict | null,
  severity: Severity,
): readonly FoundRule<Severity>[] {
  const findings = (verdict?.rules ?? []).filter((finding) => finding.severity === severity);
  return findings.map(({ code, text }) => ({ message: text, rule: code, severity }));
}
