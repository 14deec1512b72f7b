// What creations of either kind have in common into replies: refused, conflict, out of reach, and the words for the rest.
import type { Problem } from "../../domain/refusal.ts";
import type { IssueResult, RuleFinding, Verdict } from "../../issuance/command.ts";
import { replyToRefusal } from "../errors.ts";
import type { Reply } from "../route.ts";

/** Seconds after which a replay may find more (contract 8: suggested polling backoff). */
export const RETRY_AFTER = { "Retry-After": "5" };
export const REPLAYED = { "Idempotent-Replayed": "true" };
export const PENDING_MESSAGE =
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

/** Every result that is not a document. */
export function replyToTrouble(
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
  return old === undefined || renewed === undefined ? message : message.replace(old.message, renewed.message);
}

/** One sentence for `error`: the rule that rejected, or what else the authority said. */
export function describeRejection(verdict: Verdict | null): string {
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
export function listRejections(verdict: Verdict | null): readonly object[] {
  return listFindings(verdict, "rechazo").map((finding) => ({ path: "", ...toFinding(finding) }));
}

function listFindings(verdict: Verdict | null, severity: RuleFinding["severity"]): readonly RuleFinding[] {
  return (verdict?.rules ?? []).filter((finding) => finding.severity === severity);
}

function toFinding({ code, severity, text }: RuleFinding): object {
  return { message: text, rule: code, severity };
}
