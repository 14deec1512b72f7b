// What creations of either kind have in common into replies: refused, conflict, out of reach, and the words for the rest.
import type { Problem } from "../domain/refusal.ts";
import { isPending } from "../domain/state.ts";
import type { DocumentView, IssueResult, RuleFinding, Verdict } from "../issuance/command.ts";
import { replyToRefusal } from "./errors.ts";
import type { Reply } from "./route.ts";

/** Seconds after which a replay may find more (contract 8: suggested polling backoff). */
const RETRY_AFTER = { "Retry-After": "5" };
const REPLAYED = { "Idempotent-Replayed": "true" };
const PENDING_MESSAGE =
  "El documento está reservado y aún no tiene un resultado final; consulte por id o repita con la misma clave y el mismo contenido.";
const CONFLICT_MESSAGE =
  "La clave de idempotencia ya se usó con un contenido distinto; use otra clave para otra operación.";
const UNAVAILABLE_MESSAGE =
  "El servicio no alcanza su almacenamiento en este momento; repita con la misma clave y el mismo contenido.";

export interface ReplyContext {
  readonly requestId: string;
  /** Problems come in canonical names; the client used its own. */
  readonly respell: (problem: Problem) => Problem;
}

type Issued = Extract<IssueResult, { readonly type: "issued" }>;

/** How one kind of document words the same answers. */
export interface Wording {
  /** What the answer says of the document. */
  readonly describe: (document: DocumentView) => object;
  /** What to do while nobody knows the document's fate. */
  readonly uncertain: string;
  /** Contract 4.7 gives the replay of a rejected support document `ok:true`. */
  readonly isReplayedRejectionOk: boolean;
}

/** Every case of a creation: the table of contract 4.7, which invoices share (design 5). */
export function replyToCreation(result: IssueResult, context: ReplyContext, wording: Wording): Reply {
  if (result.type !== "issued") return replyToTrouble(result, context);
  const { document } = result;
  if (document === null || isPending(document.state)) return replyToPending(result, context.requestId, wording);
  return replyToVerdict(result, document, context.requestId, wording);
}

function replyToVerdict(issued: Issued, document: DocumentView, requestId: string, wording: Wording): Reply {
  const { isReplay, verdict } = issued;
  const facts = { pending: false, idempotent: isReplay, ...wording.describe(document), ...toVerdict(verdict) };
  const headers = isReplay ? REPLAYED : {};
  if (document.state === "aceptado") return { status: isReplay ? 200 : 201, body: { ok: true, ...facts }, headers };
  const code = "document_rejected";
  if (isReplay && wording.isReplayedRejectionOk) return { status: 422, body: { ok: true, ...facts }, headers, code };
  const error = describeRejection(verdict);
  const body = { ok: false, error, code, request_id: requestId, ...facts, details: listRejections(verdict) };
  return { status: 422, body, headers, code };
}

/** Not terminal: 502 when a new document's fate is uncertain, otherwise 202. */
function replyToPending({ document, isReplay, isUncertain }: Issued, requestId: string, wording: Wording): Reply {
  const flags = { pending: true, idempotent: isReplay };
  const facts = document === null ? {} : wording.describe(document);
  if (!isReplay && isUncertain && document !== null) {
    const code = "result_uncertain";
    const body = { ok: false, ...flags, error: wording.uncertain, code, request_id: requestId, ...facts };
    return { status: 502, body, code };
  }
  const state = document?.state ?? "creating";
  const body = { ok: true, ...flags, message: PENDING_MESSAGE, request_status: state, ...facts };
  return { status: 202, body, headers: { ...RETRY_AFTER, ...(isReplay ? REPLAYED : {}) } };
}

/** Every result that is not a document. */
function replyToTrouble(
  result: Exclude<IssueResult, { readonly type: "issued" }>,
  { requestId, respell }: ReplyContext,
): Reply {
  switch (result.type) {
    case "refused": {
      const problems = result.problems.map(respell);
      const message = respellMessage(result.message, result.problems, problems);
      return replyToRefusal({ ...result, message, problems }, requestId);
    }
    case "conflict":
      return replyToRefusal({ code: "idempotency_conflict", message: CONFLICT_MESSAGE, problems: [] }, requestId);
    case "unavailable":
      return replyToRefusal({ code: "unavailable", message: UNAVAILABLE_MESSAGE, problems: [] }, requestId);
  }
}

/** The sentence of a refusal opens with its first problem: it follows that one's new spelling. */
function respellMessage(message: string, before: readonly Problem[], after: readonly Problem[]): string {
  const [old] = before;
  const [renewed] = after;
  return old === undefined || renewed === undefined ? message : message.replace(old.message, () => renewed.message);
}

/** One sentence for `error`: the rule that rejected, or what else the authority said. */
function describeRejection(verdict: Verdict | null): string {
  const rule = verdict?.rules.find(({ severity }) => severity === "rechazo");
  if (rule !== undefined) return `La autoridad rechazó el documento: regla ${rule.code}, ${rule.text}`;
  const said = verdict?.statusMessage || verdict?.statusDescription;
  return said ? `La autoridad rechazó el documento: ${said}` : "La autoridad rechazó el documento.";
}

/** What the authority said: its block whole (contract 2.16), and the notices once more, apart. */
export function toVerdict(verdict: Verdict | null): object {
  if (verdict === null) return {};
  return {
    authority: {
      is_valid: verdict.isValid,
      status_code: verdict.statusCode,
      status_description: verdict.statusDescription,
      status_message: verdict.statusMessage,
      rules: verdict.rules,
    },
    notices: listFindings(verdict, "notificacion").map(toFinding),
  };
}

/** The rules that rejected, in the form of every other error's `details`. */
function listRejections(verdict: Verdict | null): readonly object[] {
  return listFindings(verdict, "rechazo").map((finding) => ({ path: "", ...toFinding(finding) }));
}

function listFindings(verdict: Verdict | null, severity: RuleFinding["severity"]): readonly RuleFinding[] {
  return (verdict?.rules ?? []).filter((finding) => finding.severity === severity);
}

function toFinding({ code, severity, text }: RuleFinding): object {
  return { message: text, rule: code, severity };
}
