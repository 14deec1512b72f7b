// Answers what an Issuance object can be asked: to issue the document of its key, to wake, to retire, to resend or close by order.
import { describeError } from "../telemetry/describe-error.ts";
import type { CloseResult, IssueCommand, IssueResult, OrderCommand, ResendResult } from "./contract/command.ts";
import type { IssueRecord, Journal, Ports, World } from "./contract/ports.ts";
import { createDriver, type Driver } from "./driver.ts";
import { change } from "./record/journal.ts";
import { hurryRecord } from "./record/transition.ts";
import { compareWithRow } from "./repair/adoption.ts";
import { retire } from "./repair/retire.ts";
import { replay } from "./replay.ts";
import { OutOfReachError, type Patience, reserve } from "./reserve.ts";
import { closeDocument } from "./step/close.ts";
import { resend } from "./step/transmit.ts";

/** The caller is answered within this in every case; the work goes on. */
const ANSWER_WITHIN_MS = 25_000;
/** A key is looked at again after up to twice this, and twice as long each time, at most after 32 times as long. */
const LOOK_AGAIN_MS = 20;
const LOOK_AGAIN_DOUBLINGS = 5;

/** After a bug: soon enough to recover, late enough not to loop. */
const AFTER_BUG_MS = 15 * 60_000;

/** What an Issuance object can be asked. Nothing is thrown but bugs and the death of the instance. */
export interface Engine {
  /** Issues the document of a key, or returns its present state. */
  issue(command: IssueCommand): Promise<IssueResult>;
  /**
   * Takes the steps that are due; called by alarm and cron. @param name of the object, to adopt a lost journal.
   * @param isAtOnce what waits is due now.
   */
  wake(name?: string, isAtOnce?: boolean): Promise<void>;
  /** Empties the journal of a document that has been at rest for long, if row and archive agree with it. */
  retire(name: string): Promise<void>;
  /** Sends a `send_unknown` document again. */
  resend(order: OrderCommand): Promise<ResendResult>;
  /** Closes a document whose number another one has. */
  close(order: OrderCommand): Promise<CloseResult>;
  /** The record as it stands. */
  read(): IssueRecord | undefined;
}

/** The engine over its ports. */
export function createEngine(ports: Ports): Engine {
  const driver = createDriver(ports);
  return {
    issue: (command) => issue(ports, driver, command),
    wake: (name, isAtOnce) => wake(ports, driver, name, isAtOnce),
    retire: (name) => retire(ports, name),
    resend: (order) => orderResend(ports, driver, order),
    close: (order) => orderClose(ports, driver, order),
    read: () => ports.journal.read(),
  };
}

/**
 * Wakes the engine. A handler that throws is tried six times and then dropped, so a bug is reported
 * and the alarm armed again; on a reset instance arming throws too, and the platform runs the alarm elsewhere.
 */
export async function runAlarm(engine: Engine, journal: Journal, world: World): Promise<void> {
  try {
    await engine.wake();
  } catch (cause) {
    world.alert("alarm_failed", { error: describeError(cause) });
    journal.arm(world.nowMs() + AFTER_BUG_MS);
  }
}

/**
 * Issues or replays, and looks at the key again as long as others come between: another content of the key that has no number
 * yet, or other notes of the same document. The waits are random so that many do not meet again.
 */
async function issue(ports: Ports, driver: Driver, command: IssueCommand): Promise<IssueResult> {
  const { journal, world } = ports;
  const patience: Patience = { untilMs: world.nowMs() + ANSWER_WITHIN_MS, read: new Map() };
  try {
    for (let looks = 1; ; looks += 1) {
      const isKnown = journal.read() !== undefined;
      const result = isKnown ? await replay(ports, driver, command) : await reserve(ports, driver, command, patience);
      if (result !== undefined) return result;
      const waitMs = world.random() * LOOK_AGAIN_MS * 2 ** Math.min(looks, LOOK_AGAIN_DOUBLINGS);
      if (world.nowMs() + waitMs >= patience.untilMs) return { type: "unavailable" };
      await world.sleep(waitMs);
    }
  } catch (cause) {
    if (cause instanceof OutOfReachError) return { type: "unavailable" };
    throw cause;
  }
}

async function wake(ports: Ports, driver: Driver, name: string | undefined, isAtOnce = false): Promise<void> {
  if (name !== undefined) await compareWithRow(ports, name);
  if (isAtOnce) change(ports, (one) => hurryRecord(one, ports.world.nowMs()));
  const wakeAtBefore = ports.journal.read()?.wakeAt ?? null;
  await driver.driveAlone();
  driver.armAgain(wakeAtBefore);
}

function orderClose(ports: Ports, driver: Driver, order: OrderCommand): Promise<CloseResult> {
  return new Promise((resolve, reject) => {
    const work = driver.exclusively(async () => resolve(await closeDocument(ports, order)));
    work.catch(reject);
    ports.world.keepRunning(work.then(() => driver.driveAlone()));
  });
}

function orderResend(ports: Ports, driver: Driver, order: OrderCommand): Promise<ResendResult> {
  return new Promise((resolve, reject) => {
    const work = driver.exclusively(() => resend(ports, order, resolve)).then(() => driver.driveAlone());
    work.catch(reject);
    ports.world.keepRunning(work);
  });
}
