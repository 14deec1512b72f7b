// `ledger verify` re-reads every file, verdict, event and journal.
import type { Command } from "../command.ts";
import { countOf } from "../count.ts";
import { optional, toggle } from "../flag.ts";
import { printSpan } from "../moment.ts";
import { findCompanyId } from "./company.ts";
import { verifyEvents } from "./event-audit.ts";
import { JOURNAL_FLAGS, type JournalReport, orderJournalAudit } from "./journal-audit.ts";
import { FILE_FLAGS, isPartial, readScope, verifyFiles } from "./ledger-files.ts";
import { conclude, type Finding } from "./ledger-finding.ts";
import { findGaps } from "./ledger-gaps.ts";
import { findUnlistedFiles } from "./unlisted-file.ts";

const verify: Command = {
  name: "ledger verify",
  reads: (has) => !has("journals") || has("report"),
  isOfAll: true,
  about:
    "re-reads every signed file, every verdict's answer and acknowledgement, every event and its head: present, unchanged, of this document, soundly signed; names files of the archive that no row knows; with --journals, every object's memory as well",
  flags: [
    optional("company", "id of the company; all of them unless given"),
    ...FILE_FLAGS,
    toggle("journals", "let the cron ask each document's object whether its journal says what D1 says"),
    ...JOURNAL_FLAGS,
  ],
  run: async (context) => {
    const startMs = context.nowMs();
    const companyId = await findCompanyId(context);
    // Ordered first: the cron works while the files are read.
    const awaitJournals = await orderJournalAudit(context);
    const scope = await readScope(context, companyId);
    const { files, findings, signers } = await verifyFiles(context, scope);
    const listed = isPartial(scope) ? undefined : await findUnlistedFiles(context, companyId);
    findings.push(...(listed?.findings ?? []));
    const record = await verifyEvents(context, companyId);
    findings.push(...record.findings);
    const journals = await awaitJournals?.();
    findings.push(...(journals?.findings ?? []).map(toFinding));
    const { chains, heads, days, notes } = record;
    const output = conclude(findings, { files, chains, heads, days, signers, journals }, [
      `${countOf(files, "document")}: signed file, verdict and acknowledgement read`,
      listed === undefined
        ? "not all of them: files that no row knows were not looked for"
        : `${countOf(listed.files, "signed file")} of the archive compared with the rows`,
      ...Object.entries(signers).map(([signer, count]) => `${countOf(count, "acknowledgement")} signed by ${signer}`),
      `${countOf(chains, "chain")} of events ${describeWitness(heads, days)}`,
      ...notes,
      ...(journals === undefined ? [] : describeJournals(journals)),
      `it took ${printSpan(context.nowMs() - startMs)}`,
    ]);
    const isUnfinished = output.exitCode === 0 && journals !== undefined && journals.openCompanies.length > 0;
    return isUnfinished ? { ...output, exitCode: UNFINISHED } : output;
  },
};

/** Nothing is wrong so far, but not all of it was looked at. */
const UNFINISHED = 3;

function describeWitness(heads: number, days: number): string {
  if (heads + days === 0) return "read, with no head in the archive to compare them with";
  return `compared with ${countOf(heads, "head")} and those of ${countOf(days, "day")}`;
}

function toFinding({ companyId, documentId, what, detail }: JournalReport["findings"][number]): Finding {
  return { company: companyId, what: `${what}-journal`, detail: `document ${documentId}: ${detail}` };
}

function describeJournals({ asked, openCompanies, finishedAt }: JournalReport): readonly string[] {
  if (openCompanies.length === 0)
    return [`${asked} journals compared${finishedAt === null ? "" : `, until ${finishedAt}`}`];
  const companies = `not yet all of company ${openCompanies.join(", ")}`;
  return [`${asked} journals compared`, `${companies}: give it longer with --wait, or come back for --report`];
}

export const LEDGER_COMMANDS: readonly Command[] = [findGaps, verify];
