// Answers for the document that a key has already: its present state to the same payload, a conflict to any other.
import { fullNumber } from "../domain/company.ts";
import { isUncertain, isUnsent } from "../domain/document/state.ts";
import type { DocumentView, IssueCommand, IssueResult } from "./contract/command.ts";
import type { Corrected, IssueRecord, Ports } from "./contract/ports.ts";
import type { Driver } from "./driver.ts";
import { bringPayload, findLostTarget } from "./repair/adoption.ts";

/**
 * Answers for the document in the journal. A caller that gets the state and the fiscal id of a document in hand may read them
 * at once: D1 shows them first.
 * @returns undefined when the journal lost it meanwhile, or as `answerKnown`: the caller looks at the key again.
 */
export async function replay(ports: Ports, driver: Driver, command: IssueCommand): Promise<IssueResult | undefined> {
  const isSame = ports.journal.read()?.fingerprint === command.fingerprint;
  if (isSame && driver.isDriving()) await driver.showPresent();
  const corrected = await findLostTarget(ports, command);
  const record = ports.journal.read();
  return record && answerKnown(ports, driver, command, record, corrected);
}

/**
 * The document's present state if the payload is the same; the steps that are due go on meanwhile.
 * @returns undefined while the key is reserved for another content without a number; `unavailable` where D1 knows more than the
 *   journal, in a file that is lost. The key may have a document whose journal
 *   retired, and then D1 alone knows, at the allocation, which content is its own.
 */
export function answerKnown(
  ports: Ports,
  driver: Driver,
  command: IssueCommand,
  known: IssueRecord,
  corrected?: Corrected,
): IssueResult | undefined {
  const isSame = known.fingerprint === command.fingerprint;
  const record = (isSame ? bringPayload(ports, command, known, corrected) : undefined) ?? known;
  if (!driver.isDriving() && driver.isDue(record)) {
    ports.world.keepRunning(driver.driveAlone({ company: command.company }));
  }
  if (record.lastError?.reason === "file-lost") return { type: "unavailable" };
  return isSame ? toResult(record, true) : toConflict(record);
}

function toConflict({ documentId, numbering, state }: IssueRecord): IssueResult | undefined {
  const number = numbering === null ? null : fullNumber(numbering);
  return documentId === null ? undefined : { type: "conflict", documentId, number, state };
}

/** The answer about a record; a replay shows the state as it is now. */
export function toResult(record: IssueRecord, isReplay: boolean): IssueResult {
  return {
    type: "issued",
    isReplay,
    document: toView(record),
    metadata: record.metadata ?? null,
    pointOfSale: { establishment: record.establishment ?? null, till: record.till ?? null },
    verdict: record.verdict,
    isUncertain: isUncertain(record.state),
  };
}

/** The document as answers show it; null while it has no number. */
export function toView(record: IssueRecord): DocumentView | null {
  const { documentId, numbering, summary, companyId, module, environment, fiscalId, zipKey, state } = record;
  if (documentId === null || numbering === null || summary === null) return null;
  const { prefix, number } = numbering;
  // A sending that was refused before processing leaves the document as if it had not been sent.
  // One that two people closed has no verdict, and never left.
  const wasSent = !isUnsent(state) && (state !== "rechazado" || record.verdict !== null);
  return {
    ...summary,
    id: documentId,
    companyId,
    module,
    environment,
    prefix,
    number,
    fiscalId,
    zipKey,
    state,
    wasSent,
  };
}
