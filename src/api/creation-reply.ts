// What creations of either kind have in common into replies: refused, conflict, out of reach, and the words for the rest.
import type * as z from "zod";
import type { Problem } from "../domain/refusal.ts";
import { isPending, type State } from "../domain/state.ts";
import type { DocumentView, IssueResult, RuleFinding, Verdict } from "../issuance/command.ts";
import { replyToRefusal } from "./errors.ts";
import type { ErrorReply, ReadonlyDeep, Reply } from "./reply.ts";
import type { verdictSchema } from "./verdict-schema.ts";

/** Seconds after which a replay may find more (contract 8: suggested polling backoff). */
const RETRY_AFTER = { "Retry-After": "5" };
export const REPLAYED = { "Idempotent-Replayed": "true" };
const PENDING_MESSAGE =
  "El documento está reservado y aún no tiene un resultado final; consulte por id o repita con la misma clave y el mismo contenido.";
const CONFLICT_MESSAGE =
  "La clave de idempotencia ya se usó con un contenido distinto; use otra clave para otra operación.";
const CLOSED_MESSAGE =
  "El documento se cerró sin enviarse a la autoridad: su número es de otro documento de la empresa. Expídalo de nuevo con otra clave.";
const UNAVAILABLE_MESSAGE =
  "El servicio no alcanza su almacenamiento en este momento; repita con la misma clave y el mismo contenido.";

export interface ReplyContext {
  readonly requestId: string;
  /** Problems come in canonical names; the client used its own. */
  readonly respell: (problem: Problem) => Problem;
}

type Issued = Extract<IssueResult, { readonly type: "issued" }>;

/** How one kind of document words the same answers. */
export interface Wording<Facts extends object> {
  /** What the answer says of the document. */
  readonly describe: (document: DocumentView) => Facts;
  /** What to do while nobody knows the document's fate. */
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
export interface VerdictFacts {
  readonly authority?: ReadonlyDeep<z.infer<typeof verdictSchema>>;
  readonly notices?: readonly Finding<"notificacion">[];
}

interface Finding<Severity> {
  readonly message: string;
  readonly rule: string;
  readonly severity: Severity;
}

interface Rejection extends Failure {
  readonly code: "document_rejected";
  readonly details: readonly (Finding<"rechazo"> & { readonly path: "" })[];
}

interface Uncertain extends Failure {
  readonly code: "result_uncertain";
}

interface Reserved extends Flags {
  readonly ok: true;
  readonly message: string;
  readonly request_status: State;
}

interface Told<Status extends number, Body extends object> extends Reply {
  readonly status: Status;
  readonly body: Body;
}

export type SettledBody<Facts> = Flags & { readonly ok: true } & Facts & VerdictFacts;

/** The answers of a creation whose document came into being. */
type IssuedReply<Facts> =
  | Told<200, SettledBody<Facts>>
  | Told<201, SettledBody<Facts>>
  | Told<202, Reserved & Partial<Facts>>
  | Told<422, Rejection & Facts & VerdictFacts>
  | Told<502, Uncertain & Facts>;

/** Every case of a creation: the table of contract 4.7, which invoices share (design 5). */
export function replyToCreation<Facts extends object>(
  result: IssueResult,
  context: ReplyContext,
  wording: Wording<Facts>,
): IssuedReply<Facts> | ErrorReply {
  if (result.type !== "issued") return replyToTrouble(result, context);
  const { document } = result;
  if (document === null || isPending(document.state)) return replyToPending(result, context.requestId, wording);
  return replyToVerdict(result, document, context.requestId, wording);
}

/** The body that shows a document whose state is final. */
export function toSettledBody<Facts extends object>(
  { isReplay, verdict }: Issued,
  document: DocumentView,
  wording: Wording<Facts>,
): SettledBody<Facts> {
  return { ok: true, pending: false, idempotent: isReplay, ...wording.describe(document), ...toVerdict(verdict) };
}

function replyToVerdict<Facts extends object>(
  issued: Issued,
  document: DocumentView,
  requestId: string,
  wording: Wording<Facts>,
): IssuedReply<Facts> {
  const { isReplay, verdict } = issued;
  const headers = isReplay ? REPLAYED : {};
  const settled = toSettledBody(issued, document, wording);
  if (document.state === "aceptado") return { status: isReplay ? 200 : 201, body: settled, headers };
  const code = "document_rejected";
  const failure = { ok: false, error: describeRejection(verdict), code, request_id: requestId } as const;
  return { status: 422, body: { ...settled, ...failure, details: listRejections(verdict) }, headers, code };
}

/** Not terminal: 502 when a new document's fate is uncertain, otherwise 202. */
function replyToPending<Facts extends object>(
  { document, isReplay, isUncertain }: Issued,
  requestId: string,
  wording: Wording<Facts>,
): IssuedReply<Facts> {
  const flags = { pending: true, idempotent: isReplay };
  if (!isReplay && isUncertain && document !== null) {
    const code = "result_uncertain";
    const failure = { ok: false, ...flags, error: wording.uncertain, code, request_id: requestId } as const;
    return { status: 502, body: { ...failure, ...wording.describe(document) }, code };
  }
  const facts: Partial<Facts> = document === null ? {} : wording.describe(document);
  const state = document?.state ?? "creating";
  const body = { ok: true, ...flags, message: PENDING_MESSAGE, request_status: state, ...facts } as const;
  return { status: 202, body, headers: { ...RETRY_AFTER, ...(isReplay ? REPLAYED : {}) } };
}

/** Every result that is not a document. */
function replyToTrouble(
  result: Exclude<IssueResult, { readonly type: "issued" }>,
  { requestId, respell }: ReplyContext,
): ErrorReply {
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
  if (verdict === null) return CLOSED_MESSAGE;
  const rule = verdict.rules.find(({ severity }) => severity === "rechazo");
  if (rule !== undefined)
    return `La autoridad rechazó el documento: regla ${rule.code}, ${rule.text}${explainRule(rule)}`;
  const said = verdict.statusMessage || verdict.statusDescription;
  return said ? `La autoridad rechazó el documento: ${said}` : "La autoridad rechazó el documento.";
}

/** Alone, rule 90 speaks of another document: whoever reads only its words would take this one for processed. */
function explainRule({ code }: RuleFinding): string {
  return code === "90" ? " El número es de otro documento; este no fue procesado." : "";
}

/** What the authority said: its block whole (contract 2.16), and the notices once more, apart. */
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

function listFindings<Severity extends RuleFinding["severity"]>(
  verdict: Verdict | null,
  severity: Severity,
): readonly Finding<Severity>[] {
  const findings = (verdict?.rules ?? []).filter((finding) => finding.severity === severity);
  return findings.map(({ code, text }) => ({ message: text, rule: code, severity }));
}
