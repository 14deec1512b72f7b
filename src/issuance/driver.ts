// Takes the next step of a record again and again until it rests; one driver at a time in one instance.
import { describeError } from "../telemetry/describe-error.ts";
import type { IssueRecord, Ports } from "./contract/ports.ts";
import { type Ending, type Knowledge, noteFailure } from "./record/journal.ts";
import { isAsking } from "./record/schedule.ts";
import { chooseStep, PROJECT, type Step } from "./step/life.ts";

/** Runs steps; a call that finds it busy waits for its turn. */
export interface Driver {
  /**
   * Drives until the caller can be answered, at most until `untilMs` (epoch milliseconds); the work goes on after that.
   * @returns how the reservation ended, when it ended without a number.
   */
  driveForCaller(known: Knowledge, untilMs: number): Promise<Ending | undefined>;
  /** Drives until the record rests. */
  driveAlone(known?: Knowledge): Promise<void>;
  /** Writes the present state of a document in hand to D1; those who ask at the same time wait for one write. */
  showPresent(): Promise<void>;
  /** Runs work that changes the document when no other such work is in hand. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
  isDriving(): boolean;
  isDue(record: IssueRecord): boolean;
  /** Arms the alarm again when a wake left the record's next wake as it was; nothing else would. */
  armAgain(wakeAtBefore: string | null): void;
}

/** An alarm for the present instant is lost, and one that a slow clock finds early must not loop. */
const ALARM_MARGIN_MS = 1_000;
/** A sending takes about this long; with less left, the caller would leave while it is under way, and hear that it is uncertain. */
const SENDING_MS = 3_000;
/** More than any record needs without resting: past it nothing moves, and an object that loops answers no call. */
const STEPS_MOST = 200;

/** The driver of one object; all its calls must use the same one. */
export function createDriver(ports: Ports): Driver {
  const { journal, world } = ports;
  let last: Promise<unknown> | undefined;
  let showing: Promise<void> | undefined;

  function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = last === undefined ? work() : last.then(work, work);
    last = mine;
    const release = () => {
      if (last === mine) last = undefined;
    };
    mine.then(release, release);
    return mine;
  }

  const isDue = (record: IssueRecord) => look(ports, record, new Set()) !== undefined;

  return {
    exclusively,
    isDue,
    isDriving: () => last !== undefined,
    driveAlone: async (known = {}) => {
      await exclusively(() => drive(ports, { known, untilMs: 0, onAnswerable: () => undefined }));
    },
    showPresent: () => {
      showing ??= showPresent(ports).finally(() => {
        showing = undefined;
      });
      return showing;
    },
    driveForCaller: (known, untilMs) => driveInTime(ports, { known, untilMs }, exclusively),
    armAgain: (wakeAtBefore) => {
      const wakeAt = journal.read()?.wakeAt ?? null;
      if (wakeAt === null || wakeAt !== wakeAtBefore) return;
      journal.arm(Math.max(Date.parse(wakeAt), world.nowMs()) + ALARM_MARGIN_MS);
    },
  };
}

/** One drive: what is known at its start, until when a caller waits (epoch milliseconds; 0: none does), and what tells that it may be answered. */
interface Drive {
  readonly known: Knowledge;
  readonly untilMs: number;
  readonly onAnswerable: () => void;
}

async function driveInTime(
  ports: Ports,
  { known, untilMs }: Omit<Drive, "onAnswerable">,
  exclusively: Driver["exclusively"],
): Promise<Ending | undefined> {
  const { world } = ports;
  const waiting = new AbortController();
  const answerable = new Promise<Ending | undefined>((resolve, reject) => {
    const work = exclusively(() => drive(ports, { known, untilMs, onAnswerable: () => resolve(undefined) }));
    work.then(resolve, reject);
    world.keepRunning(work);
  });
  const timeIsOver = world.sleep(untilMs - world.nowMs(), waiting.signal).then(() => "late" as const);
  try {
    const first = await Promise.race([answerable, timeIsOver]);
    if (first !== "late") return first;
    world.keepRunning(showProgress(ports));
    return undefined;
  } finally {
    waiting.abort();
  }
}

/** The caller leaves with an open document: readers must find in D1 the state that the caller was given. */
async function showProgress(ports: Ports): Promise<void> {
  const record = findUnshown(ports);
  if (record === undefined) return;
  const { failure } = await PROJECT.run(ports, record);
  if (failure !== undefined) noteFailure(ports, PROJECT, failure.cause);
}

/** The same for those who ask meanwhile. That it is shown is not noted: a request may be leaving, and its gate must not wait. */
async function showPresent(ports: Ports): Promise<void> {
  const record = findUnshown(ports);
  if (record === undefined) return;
  try {
    await ports.ledger.project(record);
  } catch (cause) {
    const { companyId, documentId } = record;
    ports.world.alert("issuance_step_failed", { step: "project", error: describeError(cause), companyId, documentId });
  }
}

/** A numbered document of which D1 shows an older state. */
function findUnshown({ journal }: Ports): IssueRecord | undefined {
  const record = journal.read();
  const isShown = record === undefined || record.documentId === null || record.projectedVersion >= record.version;
  return isShown ? undefined : record;
}

/**
 * Reads the record before each step, because other calls change it meanwhile.
 * @returns how the reservation ended, when it ended without a number.
 * @throws Error when steps follow each other without end; the alarm's repeat, or the cron, comes back to the record.
 */
async function drive(ports: Ports, { known: before, untilMs, onAnswerable }: Drive): Promise<Ending | undefined> {
  let known = before;
  const failed = new Set<string>();
  for (let steps = 0; ; steps += 1) {
    const record = ports.journal.read();
    if (record === undefined) return undefined;
    const step = look(ports, record, failed);
    const isAnswerable = step === undefined || step.isAfterAnswer === true;
    const waitMs = isAnswerable ? measureWait(ports, record, untilMs) : undefined;
    if (isAnswerable && waitMs === undefined) onAnswerable();
    if (step !== undefined) {
      if (steps >= STEPS_MOST) throw new Error(`${STEPS_MOST} steps without rest, the last one "${step.name}"`);
      const { ending, failure, ...learned } = await step.run(ports, record, known);
      if (ending !== undefined) return ending;
      known = { ...known, ...learned };
      if (failure !== undefined) failed.add(step.name);
      if (failure?.cause !== undefined) noteFailure(ports, step, failure.cause);
    } else {
      if (waitMs === undefined) return undefined;
      await ports.world.sleep(waitMs);
      failed.clear();
      steps = 0;
    }
  }
}

function look({ journal, world }: Ports, record: IssueRecord, failed: ReadonlySet<string>): Step | undefined {
  return chooseStep(record, { nowMs: world.nowMs(), pendingFiles: journal.countPendingFiles(), failed });
}

/**
 * Milliseconds that the caller waits for the document's next step; undefined: the caller is answered now. Acknowledged, in
 * process, or refused before processing, the document is worth waiting for within the caller's time; uncertain, it is not.
 */
function measureWait({ world }: Ports, record: IssueRecord, untilMs: number): number | undefined {
  const { state, wakeAt } = record;
  const isWorthWaiting =
    state === "firmado" || (isAsking(state) && state !== "en_proceso_http" && state !== "send_unknown");
  if (!isWorthWaiting || wakeAt === null) return undefined;
  const wakeMs = Date.parse(wakeAt);
  const leastMs = state === "firmado" ? SENDING_MS : 0;
  return wakeMs + leastMs < untilMs ? Math.max(wakeMs - world.nowMs(), 1) : undefined;
}
