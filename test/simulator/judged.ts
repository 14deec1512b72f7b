// Judges signed files in this process as the pretend authority's Worker does, with the samples' issuer in its register.
import { judgeDocument } from "../../simulator/judge/judge.ts";
import type { AcceptedDocument } from "../../simulator/judge/sheet.ts";
import { readTaxpayer, type Taxpayer } from "../../simulator/register.ts";
import { NIT, TAXPAYER } from "./harness.ts";

/** Everything that the authority says of a file. */
export interface Judged {
  readonly rejections: readonly string[];
  readonly notices: readonly string[];
  /** What its texts ask for and no rule refuses. */
  readonly remarks: readonly string[];
}

/** Nothing to say. */
export const CLEAN: Judged = { rejections: [], notices: [], remarks: [] };

/** While the throw-away certificates are valid. */
const NOW_MS = Date.parse("2026-11-25T15:11:12Z");
const known = readTaxpayer(NIT, TAXPAYER);

/**
 * @param accepted documents that the authority has accepted, by their keys.
 * @param taxpayer the issuer, as the register knows it.
 */
export async function judge(
  xml: string | Uint8Array,
  accepted: Readonly<Record<string, AcceptedDocument>> = {},
  taxpayer: Taxpayer = known,
): Promise<Judged> {
  const { findings, remarks } = await judgeDocument(typeof xml === "string" ? new TextEncoder().encode(xml) : xml, {
    now: NOW_MS,
    dateToleranceDays: undefined,
    testSetId: undefined,
    findTaxpayer: (nit) => (nit === NIT ? taxpayer : undefined),
    findAccepted: (key) => accepted[key],
  });
  const of = (severity: string) => findings.filter((one) => one.severity === severity).map(({ code }) => code);
  return { rejections: [...new Set(of("rejection"))], notices: [...new Set(of("notice"))], remarks };
}
