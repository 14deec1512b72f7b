// Runs the Durable Object of one idempotency key: gives the engine its ports and owns the alarm.
import { DurableObject } from "cloudflare:workers";
import { wakeMailer } from "../delivery/mail/stub.ts";
import { wakeWebhook } from "../delivery/stub.ts";
import type { Env } from "../env.ts";
import { createArchive, digestFile } from "../store/archive/files.ts";
import { isHomeCrowded } from "../store/base/home.ts";
import { createMovingLedger } from "../store/ledger.ts";
import { raiseWarning } from "../telemetry/alert.ts";
import { describeError } from "../telemetry/describe-error.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import type { IssuanceCalls, JournalAudit } from "./contract/calls.ts";
import type { CloseResult, IssueCommand, IssueResult, OrderCommand, ResendResult } from "./contract/command.ts";
import type { IssueRecord, Journal, LedgerRow, Ports, World } from "./contract/ports.ts";
import { createEngine, type Engine, runAlarm } from "./engine.ts";
import { readHeldPrintable } from "./file/printable.ts";
import { createSigner } from "./file/signed-file.ts";
import { createAuthority, readPollScale } from "./port/authority-port.ts";
import { createBrake } from "./port/brake-port.ts";
import { priceAny } from "./price/price.ts";
import { createJournal } from "./record/journal.ts";
import { auditJournal } from "./repair/compare-journal.ts";

/** One per key, named as `IssueCommand.name`. Every result crosses its border as data. */
export class Issuance extends DurableObject<Env> implements IssuanceCalls {
  readonly #engine: Engine;
  readonly #ports: Ports;
  readonly #journal: Journal;
  readonly #world: World;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#world = createWorld(ctx, env);
    this.#journal = createJournal(ctx.storage, this.#world.keepRunning);
    this.#ports = createPorts(env, this.#journal, this.#world);
    this.#engine = createEngine(this.#ports);
  }

  async issue(command: IssueCommand): Promise<IssueResult> {
    // Before anything is reserved: what has begun waits for its turn, however long.
    if (this.#journal.read() === undefined && isHomeCrowded(this.env, command.companyId))
      return { type: "unavailable" };
    const result = await this.#engine.issue(command);
    if (command.isPrinted !== true || result.type !== "issued") return result;
    const printable = readHeldPrintable(this.#journal);
    return printable === undefined ? result : { ...result, printable };
  }

  async wake(name: string, isAtOnce = false): Promise<void> {
    this.#world.keepRunning(this.#engine.wake(name, isAtOnce));
  }

  retire(name: string): Promise<void> {
    return this.#engine.retire(name);
  }

  resend(order: OrderCommand): Promise<ResendResult> {
    return this.#engine.resend(order);
  }

  close(order: OrderCommand): Promise<CloseResult> {
    return this.#engine.close(order);
  }

  audit(name: string, row: LedgerRow): Promise<JournalAudit> {
    return auditJournal(this.#ports, name, row);
  }

  async readPending(path: string): Promise<Uint8Array | undefined> {
    if (this.#journal.read() === undefined) return undefined;
    return this.#journal.listPendingFiles().find((file) => file.path === path)?.bytes;
  }

  async read(): Promise<IssueRecord | undefined> {
    return this.#engine.read();
  }

  /** A document that is not at rest goes on. */
  override alarm(): Promise<void> {
    return runAlarm(this.#engine, this.#journal, this.#world);
  }
}

/** The ports of one object, for its engine; tests put failpoints around them. */
export function createPorts(env: Env, journal: Journal, world: World): Ports {
  return {
    journal,
    world,
    ledger: createMovingLedger(env, ({ webhookIds, mailedFor }) => {
      if (mailedFor !== null) world.keepRunning(wakeMailer(env, mailedFor));
      for (const id of webhookIds) world.keepRunning(wakeWebhook(env, id));
    }),
    archive: createArchive(env.FILES),
    signer: createSigner(env),
    authority: createAuthority(env),
    brake: createBrake(env),
    price: priceAny,
    pollScale: readPollScale(env),
  };
}

/**
 * Clock, randomness, timers, log and alerts of one object.
 * @param env where warnings are kept and measurements go; without it they are only logged.
 */
export function createWorld(ctx: DurableObjectState, env?: Env): World {
  const metrics = createMetrics(env?.METRICS);
  const keep = (work: Promise<unknown>) => ctx.waitUntil(work);
  const alert: World["alert"] = (code, detail) => raiseWarning(env, code, detail, keep);
  return {
    report: (fact) => {
      console.log(JSON.stringify(fact));
      metrics.measure({ name: "attempt", ...fact });
      const { companyId, module, state, ageMs } = fact;
      if (ageMs !== null) metrics.measure({ name: "settled", companyId, module, state, ageMs });
    },
    nowMs: () => Date.now(),
    newUuid: () => crypto.randomUUID(),
    random: () => Math.random(),
    sleep,
    sha256Hex: digestFile,
    keepRunning: (work) => {
      const reported = work.catch((cause: unknown) => alert("issuance_failed", { error: describeError(cause) }));
      ctx.waitUntil(reported);
    },
    alert,
  };
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, Math.max(milliseconds, 0));
    signal?.addEventListener("abort", end, { once: true });
  });
}
