// Checks what makes an invoice one of an export (type 02).
import type { DocumentLine, Party } from "../document/document.ts";
import type { InvoiceDraft } from "../draft/draft.ts";
import { COLOMBIA, ISSUED_ABROAD } from "../party/party.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { treatmentOf } from "./invoice-line.ts";

/** The buyer is abroad, every item exempt, and nothing of it belongs to domestic sales. */
export function checkExport(
  draft: InvoiceDraft,
  counterpart: Party,
  lines: readonly DocumentLine[],
  problems: ProblemList,
): void {
  if (draft.type !== "02") return;
  const country = counterpart.address?.countryCode ?? null;
  const isAbroad = country === null ? ISSUED_ABROAD.includes(counterpart.identificationType) : country !== COLOMBIA;
  if (!isAbroad) {
    const facts = { country: country ?? COLOMBIA, type: counterpart.identificationType };
    problems.add({ field: ["receiver"], reason: "export-to-resident", ...facts });
  }
  const added = lines.length - draft.lines.length;
  lines.forEach((line, index) => {
    const treatment = treatmentOf(line);
    if (treatment === "exento") return;
    problems.add({ field: ["lines", index - added, "treatment"], reason: "export-taxed", treatment });
  });
  if (draft.isContingency) problems.add({ field: ["type"], reason: "not-exported", other: ["isContingency"] });
  if (draft.aiu !== null) problems.add({ field: ["type"], reason: "not-exported", other: ["aiu"] });
}
