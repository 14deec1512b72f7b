// Watches how many answers of an isolate are faults of the service, and reports once when it is a good part of them.
import type { Env } from "../env.ts";
import { confirmStorage } from "../store/archive/files.ts";
import type { NewAlert } from "../store/watch/alerts.ts";
import { keepAlert, writeWarning } from "./alert.ts";
import { describeError } from "./describe-error.ts";

/** Answers of so long are counted together. */
export const FAULT_WINDOW_MS = 300_000;
/** Fewer faults than this are single ones. */
export const FAULTS_LEAST = 5;
/** Part of the answers. */
const FAULTS_SHARE = 0.05;

const CODE = "errors_many";
/** The authority did not answer clearly: a document that is uncertain is no fault of the service. */
const UNCERTAIN = 502;

interface Window {
  readonly beginMs: number;
  answers: number;
  faults: number;
  isRaised: boolean;
}

const windows = new WeakMap<Env["DB"], Window>();

/**
 * Counts an answer.
 * @param nowMs epoch milliseconds.
 * @param keepRunning takes the work of keeping the alert.
 */
export function countAnswer(
  env: Env,
  status: number,
  nowMs: number,
  keepRunning: (work: Promise<unknown>) => void,
): void {
  const before = windows.get(env.DB);
  const isOver = before === undefined || nowMs - before.beginMs >= FAULT_WINDOW_MS;
  const window = isOver ? { beginMs: nowMs, answers: 0, faults: 0, isRaised: false } : before;
  if (isOver) windows.set(env.DB, window);
  window.answers += 1;
  if (status < 500 || status === UNCERTAIN) return;
  window.faults += 1;
  const { answers, faults, isRaised } = window;
  if (isRaised || faults < FAULTS_LEAST || faults < answers * FAULTS_SHARE) return;
  window.isRaised = true;
  const detail = { severity: "critical", count: faults, size: answers };
  writeWarning(CODE, detail);
  // One for ten minutes, however many isolates see it.
  const subject = `http hour:${new Date(nowMs).toISOString().slice(0, 15)}`;
  keepRunning(keep(env, { code: CODE, subject, companyId: null, detail }));
}

/** Not where the faults are that the storage is another deployment's: nothing is written there. */
async function keep(env: Env, alert: NewAlert): Promise<void> {
  try {
    await confirmStorage(env);
  } catch (cause) {
    return writeWarning("alert_not_kept", { alert: alert.code, error: describeError(cause) });
  }
  await keepAlert(env, alert);
}
