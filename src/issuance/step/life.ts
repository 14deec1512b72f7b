// Orders the steps of a document's life: the first row of the table whose condition holds is what is done next.
import { isTerminal, isUncertain } from "../../domain/document/state.ts";
import type { IssueRecord, Ports } from "../contract/ports.ts";
import type { Knowledge, Learned } from "../record/journal.ts";
import { isAsking } from "../record/schedule.ts";
import { awaitPayload } from "../repair/adoption.ts";
import { archiveAnswers, drop, file, isBundled, isUnfiled, project, stopRange } from "./finish.ts";
import { allocate, archive, sign } from "./prepare.ts";
import { ask, giveUp, presume, transmit } from "./transmit.ts";

/** What the record itself does not say. */
export interface Surroundings {
  readonly nowMs: number;
  /** Answers of the authority that the archive lacks. */
  readonly pendingFiles: number;
  /** Names of steps that failed since this driver began. */
  readonly failed: ReadonlySet<string>;
}

export interface Step {
  readonly name: string;
  readonly when: (record: IssueRecord, surroundings: Surroundings) => boolean;
  readonly run: (ports: Ports, record: IssueRecord, known: Knowledge) => Promise<Learned> | Learned;
  /** It moves what is known to where it lasts, and nothing of the document waits for it. */
  readonly isUpkeep?: true;
  /** No caller waits for it. */
  readonly isAfterAnswer?: true;
}

/** The step that shows D1 the record; it is due for two reasons. */
export const PROJECT = { name: "project", run: project, isUpkeep: true } as const;

/** The steps, in order. Rows of different states exclude each other. */
export const LIFE: readonly Step[] = [
  // Its row may be due tomorrow, and this object has lost a journal before: the cron must find it if the alarm goes too.
  { when: (record) => isAdoptedWithPayload(record) && !isProjected(record), ...PROJECT },
  { name: "stop-range", when: isRangeOpen, run: stopRange, isUpkeep: true },
  { name: "allocate", when: (record, at) => isBegun(record, "creating", at) && !isNumbered(record), run: allocate },
  {
    name: "sign",
    when: (record, at) => isBegun(record, "creating", at) && isNumbered(record) && record.document !== null,
    run: sign,
  },
  {
    // The call that found the journal lost may bring the payload itself.
    name: "await-payload",
    when: (record, at) => isTime(record, at) && record.state === "creating" && isNumbered(record) && !record.document,
    run: awaitPayload,
  },
  { name: "archive", when: (record, at) => isBegun(record, "firmado", at) && !record.isArchived, run: archive },
  {
    name: "presume-sent",
    when: (record, at) => isBegun(record, "firmado", at) && record.isArchived && record.isAdopted,
    run: presume,
  },
  {
    name: "transmit",
    when: (record, at) => isBegun(record, "firmado", at) && record.isArchived && !record.isAdopted,
    run: transmit,
  },
  { name: "give-up-waiting", when: (record, at) => record.state === "sending" && isTime(record, at), run: giveUp },
  {
    name: "ask",
    when: (record, at) => isAsking(record.state) && isTime(record, at) && isAskedForCaller(record),
    run: ask,
  },
  { when: (record) => !isProjected(record), ...PROJECT },
  // However long D1 took, the caller hears of an uncertain document at once.
  { name: "ask", when: (record, at) => isAsking(record.state) && isTime(record, at), run: ask, isAfterAnswer: true },
  {
    // The last one of a settled document is filed with its facts.
    name: "archive-answers",
    when: (record, { pendingFiles }) => pendingFiles > Number(isBundled(record)),
    run: archiveAnswers,
    isUpkeep: true,
    isAfterAnswer: true,
  },
  { name: "file", when: isUnfiled, run: file, isUpkeep: true, isAfterAnswer: true },
  { name: "drop", when: isSettled, run: drop, isUpkeep: true, isAfterAnswer: true },
];

/**
 * What is done next; undefined: rest until `record.wakeAt`. A step that failed waits for the next wake, and what comes
 * after it in the table goes on.
 */
export function chooseStep(record: IssueRecord, surroundings: Surroundings): Step | undefined {
  return LIFE.find(({ name, when }) => !surroundings.failed.has(name) && when(record, surroundings));
}

/** In the state, and its next step has not failed yet (the driver in hand goes on at once) or its time has come. */
function isBegun(record: IssueRecord, state: IssueRecord["state"], surroundings: Surroundings): boolean {
  return record.state === state && (record.pollCount === 0 || isTime(record, surroundings));
}

function isTime({ wakeAt }: IssueRecord, { nowMs }: Surroundings): boolean {
  return wakeAt !== null && Date.parse(wakeAt) <= nowMs;
}

/** Its answer says more than the caller would hear now: it is known to be there, or whose document has its number is open. */
function isAskedForCaller({ state, lastError }: IssueRecord): boolean {
  return !isUncertain(state) || lastError?.reason === "duplicate" || lastError?.reason === "number-taken";
}

function isNumbered({ documentId }: IssueRecord): boolean {
  return documentId !== null;
}

/** D1 shows the record as it is, or there is no row yet. */
function isProjected(record: IssueRecord): boolean {
  return !isNumbered(record) || record.projectedVersion >= record.version;
}

function isAdoptedWithPayload({ isAdopted, state, document }: IssueRecord): boolean {
  return isAdopted && state === "creating" && document !== null;
}

/** Its number is another system's document, and the range still gives numbers. */
function isRangeOpen({ numberTaken }: IssueRecord): boolean {
  return numberTaken?.isRangeStopped === false;
}

/** Everything is where it lasts; the journal can let go of payload and bytes, once. */
function isSettled(record: IssueRecord, { pendingFiles }: Surroundings): boolean {
  const isKept = !isUnfiled(record) && pendingFiles <= Number(isBundled(record));
  return isTerminal(record.state) && isProjected(record) && !isRangeOpen(record) && isKept && record.wakeAt !== null;
}
