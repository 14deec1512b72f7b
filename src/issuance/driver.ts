// Takes the next step of a record again and again until it rests; one driver at a time in one instance.
import { describeError } from "../telemetry/describe-error.ts";
import type { Run } from "./change.ts";
import { project } from "./finish.ts";
import { chooseStep, type Step } from "./life.ts";
import type { IssueRecord, Ports } from "./ports.ts";
import { isAsking } from "./schedule.ts";

/** Runs steps; a call that finds it busy waits for its turn. */
export interface Driver {
  /** Drives until the caller can be answered, at most until `run.callerUntilMs`; the work goes on after that. */
  driveForCaller(run: Run): Promise<void>;
  /** Drives until the record rests. */
  driveAlone(run: Run): Promise<void>;
  /** Writes the present state of a document in hand to D1; those who ask at the same time wait for one write. */
  showPresent(): Promise<void>;
  /** Runs work that changes the document when no other such work is in hand. */
  exclusively(work: () => Promise<void>): Promise<void>;
  isDriving(): boolean;
  isDue(record: IssueRecord): boolean;
  /** Arms the alarm again when a wake left the record's next wake as it was; nothing else would. */
  armAgain(wakeAtBefore: string | null): void;
}

/** An alarm for the present instant is lost, and one that a slow clock finds early must not loop. */
const ALARM_MARGIN_MS = 1_000;
/** More than any record needs without resting: past it nothing moves, and an object that loops answers no call. */
const STEPS_MOST = 200;

/** The driver of one object; all its calls must use the same one. */
export function createDriver(ports: Ports): Driver {
  const { journal, world } = ports;
  let last: Promise<void> | undefined;
  let showing: Promise<void> | undefined;

  function exclusively(work: () => Promise<void>): Promise<void> {
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
    driveAlone: (run) => exclusively(() => drive(ports, run, () => undefined)),
    showPresent: () => {
      showing ??= showPresent(ports).finally(() => {
        showing = undefined;
      });
      return showing;
    },
    driveForCaller: (run) => answerInTime(ports, run, exclusively),
    armAgain: (wakeAtBefore) => {
      const wakeAt = journal.read()?.wakeAt ?? null;
      if (wakeAt === null || wakeAt !== wakeAtBefore) return;
      journal.arm(Math.max(Date.parse(wakeAt), world.nowMs()) + ALARM_MARGIN_MS);
    },
  };
}

async function answerInTime(
  ports: Ports,
  run: Run,
  exclusively: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { world } = ports;
  let work: Promise<void> = Promise.resolve();
  const answerable = new Promise<void>((resolve, reject) => {
    work = exclusively(() => drive(ports, run, resolve));
    work.then(resolve, reject);
  });
  world.keepRunning(work);
  const waiting = new AbortController();
  const timeIsOver = world.sleep(run.callerUntilMs - world.nowMs(), waiting.signal).then(() => "late" as const);
  try {
    if ((await Promise.race([answerable, timeIsOver])) === "late") showProgress(ports, run);
  } finally {
    waiting.abort();
  }
}

/** The caller leaves with an open document: readers must find in D1 the state that the caller was given. */
function showProgress(ports: Ports, run: Run): void {
  const record = findUnshown(ports);
  if (record !== undefined) ports.world.keepRunning(project(ports, { ...run, step: "project" }, record));
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

/** @throws Error when steps follow each other without end; the alarm's repeat, or the cron, comes back to the record. */
async function drive(ports: Ports, run: Run, onAnswerable: () => void): Promise<void> {
  for (let steps = 0; ; steps += 1) {
    const record = ports.journal.read();
    if (record === undefined) return;
    const step = look(ports, record, run.failed);
    const isAnswerable = step === undefined || step.isAfterAnswer === true;
    const waitMs = isAnswerable ? measureWait(ports, run, record) : undefined;
    if (isAnswerable && waitMs === undefined) onAnswerable();
    if (step !== undefined) {
      if (steps >= STEPS_MOST) throw new Error(`${STEPS_MOST} steps without rest, the last one "${step.name}"`);
      run.step = step.name;
      await step.run(ports, run, record);
    } else {
      if (waitMs === undefined) return;
      await ports.world.sleep(waitMs);
      run.failed.clear();
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
function measureWait({ world }: Ports, run: Run, record: IssueRecord): number | undefined {
  const { state, wakeAt } = record;
  const isWorthWaiting =
    state === "firmado" || (isAsking(state) && state !== "en_proceso_http" && state !== "send_unknown");
  if (!isWorthWaiting || wakeAt === null) return undefined;
  const wakeMs = Date.parse(wakeAt);
  return wakeMs < run.callerUntilMs ? Math.max(wakeMs - world.nowMs(), 1) : undefined;
}
