// Recognises the numbered paper of a contingency however its number is spelled, and says when it is late.

import type { InvoiceDraft } from "../draft/draft.ts";
import type { Problem } from "../refusal/problem.ts";
import { countDaysInclusive, dateInBogota } from "../value/calendar.ts";

/** Within how many hours a paper must be transcribed. */
const TRANSCRIBED_WITHIN_HOURS = 48;
const DAY_HOURS = 24;

/** Prefix in capitals and number without zeros before it: `ct-0045` and `CT 45` are one paper. */
export function readPaperNumber(spelling: string): string {
  const text = spelling.replace(/[\s.\p{Pd}]/gu, "").toUpperCase();
  const [, prefix = "", number = ""] = /^(.*?\D|)0*(\d+)$/.exec(text) ?? [];
  return number === "" ? text : `${prefix}${number}`;
}

/**
 * A contingency whose paper was certainly written more than 48 hours ago; the client says the day only, so that its last hour
 * counts. @param nowMs epoch milliseconds.
 */
export function findPaperDoubts({ isContingency, issueDate }: InvoiceDraft, nowMs: number): readonly Problem[] {
  const today = dateInBogota(nowMs);
  if (!isContingency || issueDate === null || issueDate > today) return [];
  const days = countDaysInclusive(issueDate, today) - 1;
  if ((days - 1) * DAY_HOURS < TRANSCRIBED_WITHIN_HOURS) return [];
  const facts = { value: issueDate, days, hours: TRANSCRIBED_WITHIN_HOURS, rule: "FAI05" };
  return [{ field: ["issueDate"], reason: "paper-late", ...facts }];
}
