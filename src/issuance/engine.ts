// Answers what an Issuance object can be asked: to issue the document of its key, to wake, to retire, to resend or close by order.
import { describeError } from "../telemetry/describe-error.ts";
import { compareWithRow } from "./adoption.ts";
import { createRun } from "./change.ts";
import { closeDocument } from "./close.ts";
import type { CloseResult, IssueCommand, IssueResult, OrderCommand, ResendResult } from "./command.ts";
import { issue } from "./creation.ts";
import { createDriver, type Driver } from "./driver.ts";
import type { IssueRecord, Journal, Ports, World } from "./ports.ts";
import { retire } from "./retire.ts";
import { resend } from "./transmit.ts";

/** After a bug: soon enough to recover, late enough not to loop. */
const AFTER_BUG_MS = 15 * 60_000;

/** What an Issuance object can be asked. Nothing is thrown but bugs and the death of the instance. */
export interface Engine {
  /** Issues the document of a key, or returns its present state. */
  issue(command: IssueCommand): Promise<IssueResult>;
  /** Takes the steps that are due; called by alarm and cron. @param name of the object, to adopt a lost journal. */
  wake(name?: string): Promise<void>;
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
    wake: (name) => wake(ports, driver, name),
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

async function wake(ports: Ports, driver: Driver, name: string | undefined): Promise<void> {
  if (name !== undefined) await compareWithRow(ports, name);
  const wakeAtBefore = ports.journal.read()?.wakeAt ?? null;
  await driver.driveAlone(createRun(undefined, 0));
  driver.armAgain(wakeAtBefore);
}

function orderClose(ports: Ports, driver: Driver, order: OrderCommand): Promise<CloseResult> {
  return new Promise((resolve, reject) => {
    const run = createRun(undefined, 0);
    const work = driver.exclusively(async () => resolve(await closeDocument(ports, run, order)));
    work.catch(reject);
    ports.world.keepRunning(work.then(() => driver.driveAlone(run)));
  });
}

function orderResend(ports: Ports, driver: Driver, order: OrderCommand): Promise<ResendResult> {
  return new Promise((resolve, reject) => {
    const run = createRun(undefined, 0);
    const work = driver.exclusively(() => resend(ports, run, order, resolve)).then(() => driver.driveAlone(run));
    work.catch(reject);
    ports.world.keepRunning(work);
  });
}
