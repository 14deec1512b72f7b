// Handles a command for one idempotency key: reserves and drives a new document, replays or adopts a known one.
import { fullNumber } from "../domain/company.ts";
import type { Document } from "../domain/document.ts";
import { NoteRefusal } from "../domain/note-refusal.ts";
import { Refusal } from "../domain/refusal.ts";
import { isUnsent, type State } from "../domain/state.ts";
import { describeError } from "../telemetry/describe-error.ts";
import { beginAdopted, bringPayload, findLostTarget, lacksPayload } from "./adoption.ts";
import { areSecretsOpen, createRun, type Run, readInstant } from "./change.ts";
import type { DocumentView, IssueCommand, IssueResult } from "./command.ts";
import type { Driver } from "./driver.ts";
import { loadCorrected, type ReadFiles } from "./load-corrected.ts";
import type { Corrected, IssueRecord, LedgerRow, Ports, Priced } from "./ports.ts";
import { reserveRecord, toIso } from "./transition.ts";

/** The caller is answered within this in every case; the work goes on. */
const ANSWER_WITHIN_MS = 25_000;

/** A note before which another one was numbered waits up to twice this, and twice as long each time, until it is resolved again. */
const STALE_MS = 20;
const STALE_DOUBLINGS = 5;

/** How often, and how long each time, a request waits until another content of its key has a number. */
const NUMBER_TRIES = 100;
const NUMBER_WAIT_MS = 20;

/** A request may have left, and its outcome is unknown. */
const UNCERTAIN: readonly State[] = ["sending", "en_proceso_http", "send_unknown"];

/**
 * As `issueAtOnce`, but waits while the key is reserved for another content without a number, until that has one
 * or is given up: the key may have a document whose journal retired, and then D1 alone knows which content is its own.
 */
export async function issue(ports: Ports, driver: Driver, command: IssueCommand): Promise<IssueResult> {
  for (let tries = 0; tries < NUMBER_TRIES; tries += 1) {
    const result = await issueAtOnce(ports, driver, command);
    if (result.type !== "conflict" || result.documentId !== null) return result;
    await ports.world.sleep(NUMBER_WAIT_MS);
  }
  return { type: "unavailable" };
}

async function issueAtOnce(ports: Ports, driver: Driver, command: IssueCommand): Promise<IssueResult> {
  const untilMs = ports.world.nowMs() + ANSWER_WITHIN_MS;
  if (driver.isDriving()) await showSame(ports, driver, command);
  const known = ports.journal.read();
  if (known === undefined) return beginAfresh(ports, driver, command, untilMs);
  if (command.draft.kind !== "note" || !lacksPayload(known)) return replay(ports, driver, command, known);
  const corrected = await findLostTarget(ports, command, known);
  return replay(ports, driver, command, ports.journal.read() ?? known, corrected);
}

/** Begins the document of a key that has none, and a note again as long as other notes of the same document come between. */
async function beginAfresh(ports: Ports, driver: Driver, command: IssueCommand, untilMs: number): Promise<IssueResult> {
  const read: ReadFiles = new Map();
  for (let tries = 1; ; tries += 1) {
    const result = await begin(ports, driver, command, { untilMs, read });
    if (result !== "stale") return result;
    // Another note of the document was numbered each time, so this ends; the wait is random so that many do not meet again.
    const { nowMs, random } = readInstant(ports);
    if (nowMs >= untilMs) return { type: "unavailable" };
    await ports.world.sleep(random * STALE_MS * 2 ** Math.min(tries, STALE_DOUBLINGS));
    const earlier = ports.journal.read();
    if (earlier !== undefined) return replay(ports, driver, command, earlier);
  }
}

/** Tries once to begin it; `stale`: other notes of the same document came between. */
async function begin(
  ports: Ports,
  driver: Driver,
  command: IssueCommand,
  { untilMs, read }: { readonly untilMs: number; readonly read: ReadFiles },
): Promise<IssueResult | "stale"> {
  const { draft, company } = command;
  let corrected: Corrected | undefined;
  if (draft.kind === "note") {
    try {
      corrected = await loadCorrected(ports, draft, company, { read });
    } catch (cause) {
      return failToFind(ports, command, cause);
    }
    // Another call may have reserved meanwhile.
    const known = ports.journal.read();
    if (known !== undefined) return replay(ports, driver, command, known);
  }
  const instant = readInstant(ports);
  const priced = priceOrRefuse(ports, command, instant.nowMs, corrected);
  if ("refused" in priced) return refuse(ports, driver, command, priced.refused);
  const run = createRun(company, untilMs);
  const isOpen = await checkSecrets(ports, command, priced.document, instant.nowMs);
  if (isOpen === false) return refuse(ports, driver, command, { type: "unavailable" });
  run.hasSecrets = isOpen === true;
  // Another call may have reserved meanwhile.
  const earlier = ports.journal.read();
  if (earlier !== undefined) return replay(ports, driver, command, earlier);
  const record = reserveRecord(command, priced, ports.world.newUuid(), instant);
  if (!ports.journal.reserve(record)) throw new Error("the journal changed within one turn");
  await driver.driveForCaller(run);
  if (run.isStale) return "stale";
  return answerCaller(ports, driver, command, { run, reservationId: record.reservationId });
}

/** A caller that gets the state and the fiscal id of a document in hand may read them at once. */
async function showSame(ports: Ports, driver: Driver, command: IssueCommand): Promise<void> {
  if (ports.journal.read()?.fingerprint === command.fingerprint) await driver.showPresent();
}

/**
 * Whether the secrets of a new document open: asked before the reservation, so that one that does not leaves the key free.
 * @returns undefined when D1 does not say; the allocation asks again.
 */
async function checkSecrets(
  ports: Ports,
  { company }: IssueCommand,
  document: Document,
  nowMs: number,
): Promise<boolean | undefined> {
  try {
    return await areSecretsOpen(ports, { company, document, reservedAt: toIso(nowMs), numbering: null });
  } catch (cause) {
    ports.world.alert("ledger_unreachable", { companyId: company.id, error: describeError(cause) });
    return undefined;
  }
}

function failToFind(ports: Ports, { companyId }: IssueCommand, cause: unknown): IssueResult {
  ports.world.alert("ledger_unreachable", { companyId, error: describeError(cause) });
  return { type: "unavailable" };
}

/** The answer to the caller of a new reservation, after its run or at its 25 s. */
function answerCaller(
  ports: Ports,
  driver: Driver,
  command: IssueCommand,
  { run, reservationId }: { readonly run: Run; readonly reservationId: string },
): IssueResult {
  if (run.refusal !== undefined) return run.refusal;
  if (run.retired !== undefined) return replay(ports, driver, command, run.retired);
  const record = ports.journal.read();
  if (record === undefined) return { type: "unavailable" };
  if (record.reservationId !== reservationId) return replay(ports, driver, command, record);
  return record.documentId === null ? { type: "unavailable" } : toResult(record, false);
}

function priceOrRefuse(
  ports: Ports,
  command: IssueCommand,
  nowMs: number,
  corrected: Corrected | undefined,
): Priced | { readonly refused: IssueResult } {
  try {
    return ports.price(command, nowMs, corrected);
  } catch (cause) {
    if (cause instanceof Refusal) return { refused: toRefused(cause) };
    if (cause instanceof NoteRefusal) return { refused: { type: "note-refused", facts: cause.facts } };
    throw cause;
  }
}

/** Today's rules, or a secret, refuse it; but the key may have a document of another day whose journal is lost. */
async function refuse(ports: Ports, driver: Driver, command: IssueCommand, refused: IssueResult): Promise<IssueResult> {
  if (command.key !== null) {
    let row: LedgerRow | undefined;
    try {
      row = await ports.ledger.findByName(command.name);
    } catch (cause) {
      return failToFind(ports, command, cause);
    }
    // Another call may have reserved while D1 answered.
    const record = ports.journal.read() ?? (row === undefined ? undefined : beginAdopted(ports, command.name, row));
    if (record !== undefined) return replay(ports, driver, command, record);
  }
  return refused;
}

function toRefused({ code, why, problems }: Refusal): IssueResult {
  return { type: "refused", code, why, problems };
}

/** Same key: the document's present state if the payload is the same; the steps that are due go on meanwhile. */
function replay(
  ports: Ports,
  driver: Driver,
  command: IssueCommand,
  known: IssueRecord,
  corrected?: Corrected,
): IssueResult {
  const isSame = known.fingerprint === command.fingerprint;
  const record = (isSame ? bringPayload(ports, command, known, corrected) : undefined) ?? known;
  if (!driver.isDriving() && driver.isDue(record)) {
    ports.world.keepRunning(driver.driveAlone(createRun(command.company, 0)));
  }
  return isSame ? toResult(record, true) : toConflict(record);
}

function toConflict({ documentId, numbering, state }: IssueRecord): IssueResult {
  return { type: "conflict", documentId, number: numbering === null ? null : fullNumber(numbering), state };
}

/** The answer about a record; a replay shows the state as it is now. */
export function toResult(record: IssueRecord, isReplay: boolean): IssueResult {
  return {
    type: "issued",
    isReplay,
    document: toView(record),
    metadata: record.metadata ?? null,
    verdict: record.verdict,
    isUncertain: UNCERTAIN.includes(record.state),
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
