// What happens in a world into counts, a trace and violations found on the spot.
import { isTerminal, type State, TRANSITIONS } from "../../src/domain/state.ts";
import type { ResendCommand } from "../../src/issuance/command.ts";
import type { IssueRecord, StateChange } from "../../src/issuance/ports.ts";
import { sha256Hex } from "./bucket.ts";
import type { Fault } from "./fault.ts";
import type { Instance } from "./host.ts";
import { POINTS } from "./point.ts";
import type { Scheduler } from "./scheduler.ts";
import type { SimulatedWorld, WorldReport } from "./world.ts";

/** A request that left for the authority. */
export interface Departure {
  readonly name: string;
  readonly attemptId: string;
  readonly sha256: string;
  readonly numberKey: string;
}

/** 25 s, and what the storage takes to confirm. */
const ANSWER_MAX_MS = 25_100;

export class Watch {
  readonly departures: Departure[] = [];
  /** Attempts that the authority proved it had not processed. */
  readonly refused = new Set<string>();
  readonly alerts: string[] = [];
  readonly resends = new Map<string, number>();
  openCalls = 0;
  #crashes = 0;
  readonly #waits = new Map<string, number>();
  readonly #moves = new Map<string, number>();
  readonly #violations: string[] = [];
  readonly #trace: string[] = [];
  readonly #scheduler: Scheduler;
  readonly #isTraced: boolean;
  readonly #startMs: number;

  constructor(scheduler: Scheduler, isTraced: boolean) {
    this.#scheduler = scheduler;
    this.#isTraced = isTraced;
    this.#startMs = scheduler.nowMs;
  }

  note(name: string, what: string): void {
    if (!this.#isTraced) return;
    const seconds = ((this.#scheduler.nowMs - this.#startMs) / 1000).toFixed(3);
    this.#trace.push(`${seconds.padStart(12)} s  ${name}  ${what}`);
  }

  violate(invariant: string, name: string, detail: string): void {
    this.note(name, `VIOLATION ${invariant}: ${detail}`);
    this.#violations.push(`${invariant}: ${name}: ${detail}`);
  }

  noteCrash(instance: Instance, what: string): void {
    this.#crashes += 1;
    this.note(instance.object.name, `instance ${instance.number} falls: ${what}`);
  }

  noteWait(instance: Instance, point: string, fault: Fault | undefined): void {
    if (!(point in POINTS)) this.violate("declared waits", instance.object.name, point);
    count(this.#waits, `${point} ${fault ?? "none"}`);
    if (this.#isTraced) this.note(instance.object.name, `${instance.number}: ${point}${fault ? ` !! ${fault}` : ""}`);
  }

  noteAlert(instance: Instance, code: string, detail: object): void {
    this.alerts.push(code);
    if (this.#isTraced) this.note(instance.object.name, `alert ${code} ${JSON.stringify(detail)}`);
  }

  /** The caller is answered within 25 s, whatever happens short of the instance's death. */
  noteAnswer(instance: Instance, elapsedMs: number): void {
    if (elapsedMs <= ANSWER_MAX_MS || instance.isReset) return;
    this.violate("A4 answered in time", instance.object.name, `after ${elapsedMs} ms`);
  }

  noteResend(name: string, order: ResendCommand): void {
    this.note(name, `operators ${order.actor} and ${order.approver} order a resend`);
  }

  /** Every change of a record is legal on its own, whatever comes after. */
  noteChange(instance: Instance, before: IssueRecord | undefined, after: IssueRecord): void {
    const { name } = instance.object;
    const made = after.changes.filter((change) => !(before?.changes ?? []).includes(change));
    if (this.#isTraced) {
      const what = made.map((change) => `${change.from} --${change.event}--> ${change.to}`).join(", ");
      this.note(name, `${instance.number}: v${after.version} ${after.state} ${what} ${after.lastError ?? ""}`);
    }
    const isAdoption = before !== undefined && before.reservationId !== after.reservationId;
    if (before === undefined || isAdoption) {
      for (const change of made) count(this.#moves, `${change.from} ${change.event}`);
      return;
    }
    this.#followChanges(name, before.state, made, after.state);
    if (after.version < before.version) this.violate("I7 versions grow", name, `${before.version} -> ${after.version}`);
    if (isTerminal(before.state) && after.state !== before.state) {
      this.violate("I7 terminal is terminal", name, `${before.state} -> ${after.state}`);
    }
    for (const fact of ["documentId", "fiscalId", "xmlSha256", "reservedAt", "fingerprint"] as const) {
      if (before[fact] !== null && before[fact] !== after[fact]) {
        this.violate("I3 frozen facts", name, `${fact} ${before[fact]} -> ${after[fact]}`);
      }
    }
    const ordered = made.filter((change) => change.event === "operator-resend").length;
    if (ordered > 0) this.resends.set(name, (this.resends.get(name) ?? 0) + ordered);
  }

  /** A request may leave only behind a durable barrier, and only with the frozen bytes. */
  noteSend(instance: Instance, record: IssueRecord, bytes: Uint8Array): void {
    const { name, storage } = instance.object;
    const sha256 = sha256Hex(bytes);
    const attempt = record.attempts.at(-1);
    const submission = JSON.parse(new TextDecoder().decode(bytes)) as { readonly numberKey: string };
    this.departures.push({ name, attemptId: attempt?.id ?? "none", sha256, numberKey: submission.numberKey });
    this.note(name, `${instance.number}: request leaves, attempt ${attempt?.id}`);
    if (sha256 !== record.xmlSha256) this.violate("I3 frozen bytes", name, "other bytes leave");
    const hasBarrier = record.state === "sending" && attempt?.kind === "send" && attempt.endedAt === null;
    if (!hasBarrier) this.violate("I8 barrier first", name, `a request leaves in state ${record.state}`);
    if (!instance.isReset && storage.hasUnconfirmed()) this.violate("I8 barrier durable", name, "the gate was open");
  }

  /** After the calm hours with alarms and cron alone: nothing may still wait for a person but what only a person can decide. */
  auditAlone(world: SimulatedWorld): void {
    for (const { name } of world.host.objects.values()) {
      const record = world.readRecord(name);
      if (record === undefined || isTerminal(record.state)) continue;
      const isStuckByRight =
        record.state === "send_unknown" ||
        (record.isAdopted && record.document === null && record.fiscalId === null) ||
        (record.state === "firmado" && world.scenario.hasForeignFile) ||
        // In process for as long as the authority says so, or absent for less than it takes to be sure.
        record.absenceCount > 0;
      if (!isStuckByRight) this.violate("I6 alarms bring it to its end", name, `${record.state} ${record.lastError}`);
    }
  }

  report(): WorldReport {
    return {
      violations: this.#violations,
      trace: this.#trace,
      crashes: this.#crashes,
      waits: this.#waits,
      moves: this.#moves,
    };
  }

  #followChanges(name: string, start: State, made: readonly StateChange[], end: State): void {
    let state = start;
    for (const change of made) {
      count(this.#moves, `${change.from} ${change.event}`);
      const legal = Object.entries(TRANSITIONS[state]).some(
        ([event, to]) => event === change.event && to === change.to,
      );
      if (change.from !== state || !legal) {
        this.violate("I7 legal transitions", name, `${state}: ${change.from} --${change.event}--> ${change.to}`);
      }
      state = change.to;
    }
    if (state !== end) this.violate("I7 state follows its changes", name, `${state} but ${end}`);
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
