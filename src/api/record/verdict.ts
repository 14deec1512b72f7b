// Writes what the authority said of a document, as every answer about one shows it.
import type * as z from "zod";
import type { Finding, Verdict } from "../../domain/document/timeline.ts";
import type { ReadonlyDeep } from "../app/reply.ts";
import type { verdictSchema } from "../field/verdict-schema.ts";

/** What the authority said; nothing while it said nothing. */
export interface VerdictFacts {
  readonly authority?: ReadonlyDeep<z.infer<typeof verdictSchema>>;
  readonly notices?: readonly FoundRule<"notificacion">[];
}

export interface FoundRule<Severity> {
  readonly message: string;
  readonly rule: string;
  readonly severity: Severity;
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

/** The rules of a severity. */
export function listFindings<Severity extends Finding["severity"]>(
  verdict: Verdict | null,
  severity: Severity,
): readonly FoundRule<Severity>[] {
  const findings = (verdict?.rules ?? []).filter((finding) => finding.severity === severity);
  return findings.map(({ code, text }) => ({ message: text, rule: code, severity }));
}
