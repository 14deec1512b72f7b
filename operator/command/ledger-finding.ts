// Says what is wrong with the ledger of a company, and of which rows `ledger gaps` and `ledger verify` ask.
import { eq } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { documents } from "../../src/store/base/schema.ts";
import { countOf } from "../count.ts";
import { isNoCopy, isNotLeftBehind } from "../left-behind.ts";

/** Findings, also as a cursor keeps them. */
export const FINDINGS = z.array(
  z.object({
    company: z.number(),
    what: z.enum([
      "hole",
      "twin",
      "counter",
      "missing-file",
      "changed-file",
      "swapped-file",
      "missing-row",
      "missing-digest",
      "false-verdict",
      "spoiled-row",
      "lost-journal",
      "different-journal",
      "unanswered-journal",
      "event",
    ]),
    detail: z.string(),
  }),
);
export type Finding = Readonly<z.output<typeof FINDINGS>[number]>;

/** @param right what is said where nothing was found: no more than what was looked at. */
export function conclude(
  findings: readonly Finding[],
  data: Record<string, unknown>,
  lines: readonly string[],
  right = "nothing is wrong",
) {
  const verdict = findings.length === 0 ? right : countOf(findings.length, "finding");
  return {
    data: { ...data, findings },
    text: [...lines, ...findings.map(sayFinding), verdict].join("\n"),
    verdict,
    exitCode: findings.length === 0 ? 0 : 4,
    ...(findings.length > 0 && { next: ["docs/operations.md, runbook `ledger verify`: what each finding means"] }),
  };
}

/** A finding in a line. */
export function sayFinding({ company, what, detail }: Finding): string {
  return `${what}: company ${company}, ${detail}`;
}

/** Rows of one company, or of all (null) that no move left behind. */
export function isOf(column: SQLiteColumn, companyId: number | null) {
  return companyId === null ? isNotLeftBehind(column) : eq(column, companyId);
}

/** The same of documents, older ones of which a database may keep. */
export function isDocumentOf(companyId: number | null) {
  return companyId === null ? isNoCopy(documents.companyId) : eq(documents.companyId, companyId);
}
