// Watches a world: keeps counts and a trace, and notes violations on the spot.
import { isTerminal, type State, TRANSITIONS } from "../../src/domain/document/state.ts";
import type { StateChange } from "../../src/domain/document/timeline.ts";
import type { OrderCommand } from "../../src/issuance/contract/command.ts";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import { printLastError } from "../../src/store/base/stored-form.ts";
import { sha256Hex } from "./bucket.ts";
import { isPrintedAlike, isStuckByMisfortune } from "./excuse.ts";
import type { Fault } from "./fault.ts";
import type { Instance } from "./host.ts";
import { readSigned } from "./payload.ts";
import type { Scheduler } from "./scheduler.ts";
import type { SimulatedWorld, WorldReport } from "./world.ts";

/** A request that left for the authority. */
export interface Departure {
  readonly name: string;
  readonly attemptId: string;
  readonly sha256: string;
  readonly numberKey: string;
  /** Operators ordered it; else the engine sent by itself. */
  readonly isOrdered: boolean;
}

/** What the world holds while a request leaves. */
export interface Kept {
  /** The record as the object's storage has it. */
  readonly stored: IssueRecord | undefined;
  /** Digest of the document's file in the archive. */
  readonly archived: string | undefined;
  /** Turns that had written when the request came to the gate. */
  readonly begun: number;
}

/** Several times what the busiest world needs. */
const WAITS_MAX = 6_000;
/** 25 s, and what the storage takes to confirm. */
const ANSWER_MAX_MS = 25_100;

const ABSENCES_MIN = 4;
/** Half an hour, less what the clocks of two machines may differ. */
const ABSENCE_SPAN_MIN_MS = 30 * 60_000 - 4_000;
/** Hourly questions find what can be found within two, with any jitter. */
const FOUND_WITHIN_MS = 2.5 * 3_600_000;

export class Watch {
  readonly departures: Departure[] = [];
  /** Attempts that the authority proved it had not processed. */
  readonly refused = new Set<string>();
  readonly alerts: string[] = [];
  /** When each was raised first (epoch milliseconds). */
  readonly firstAlerts = new Map<string, number>();
  /** Orders to send again that the object of a name began to obey. */
  readonly #orders = new Map<string, Set<number>>();
  openCalls = 0;
  #crashes = 0;
  #waited = 0;
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

  isViolated(): boolean {
    return this.#violations.length > 0;
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
    this.#waited += 1;
    if (this.#waited === WAITS_MAX) this.violate("I6 no spinning", instance.object.name, `${WAITS_MAX} waits`);
    count(this.#waits, `${point} ${fault ?? "none"}`);
    if (this.#isTraced) this.note(instance.object.name, `${instance.number}: ${point}${fault ? ` !! ${fault}` : ""}`);
  }

  /** A call of the mover. */
  noteMove(name: string, point: string, fault: Fault | undefined): void {
    count(this.#waits, `${point} ${fault ?? "none"}`);
    if (this.#isTraced) this.note(name, `${point}${fault ? ` !! ${fault}` : ""}`);
  }

  noteAlert(instance: Instance, code: string, detail: object): void {
    this.alerts.push(code);
    if (!this.firstAlerts.has(code)) this.firstAlerts.set(code, this.#scheduler.nowMs);
    if (this.#isTraced) this.note(instance.object.name, `alert ${code} ${JSON.stringify(detail)}`);
  }

  /** The caller is answered within 25 s, as long as the instance lives. */
  noteAnswer(instance: Instance, elapsedMs: number): void {
    if (elapsedMs <= ANSWER_MAX_MS || instance.isReset) return;
    this.violate("A4 answered in time", instance.object.name, `after ${elapsedMs} ms`);
  }

  noteResend(name: string, order: OrderCommand): void {
    this.note(name, `operators ${order.actor} and ${order.approver} order a resend`);
  }

  /**
   * Every change of a record is legal on its own, before the next one comes.
   * @param readShown the version that the row in D1 has now.
   */
  noteChange(instance: Instance, before: IssueRecord | undefined, after: IssueRecord, readShown: () => number): void {
    const { name } = instance.object;
    const made = after.changes.filter((change) => !(before?.changes ?? []).includes(change));
    if (this.#isTraced) {
      const what = made.map((change) => `${change.from} --${change.event}--> ${change.to}`).join(", ");
      this.note(
        name,
        `${instance.number}: v${after.version} ${after.state} ${what} ${printLastError(after.lastError) ?? ""}`,
      );
    }
    const isOtherReservation = before !== undefined && before.reservationId !== after.reservationId;
    const isAdoption = isOtherReservation || (before?.isAdopted === false && after.isAdopted);
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
    // The cron would bring it back in time; nothing else would.
    if (after.projectedVersion > before.projectedVersion && readShown() < after.projectedVersion) {
      this.violate("I9 shown as marked", name, `v${after.projectedVersion} is not what D1 shows`);
    }
    if (made.some(({ from, event }) => from === "sending" && event === "uncertain"))
      this.#checkRefusal(name, before, after);
    for (const { event } of made)
      if (event === "absent-exhausted" || event === "answers-exhausted") this.#checkAbsence(name, after, event);
    for (const { orderId } of made) if (orderId !== undefined) this.#noteOrder(name, orderId);
  }

  /**
   * A request may leave only behind a durable barrier, and only with the frozen bytes.
   */
  noteSend(instance: Instance, record: IssueRecord, bytes: Uint8Array, { stored, archived, begun }: Kept): void {
    const { name, storage } = instance.object;
    const sha256 = sha256Hex(bytes);
    const attempt = record.attempts.at(-1);
    // The first time it was put into the archive a moment ago; an order comes much later.
    const isOrdered = record.changes.at(-1)?.orderId !== undefined;
    const { numberKey } = readSigned(bytes);
    this.departures.push({ name, attemptId: attempt?.id ?? "none", sha256, numberKey, isOrdered });
    this.note(name, `${instance.number}: request leaves, attempt ${attempt?.id}`);
    if (sha256 !== record.xmlSha256) this.violate("I3 frozen bytes", name, "other bytes leave");
    if (isOrdered && archived !== sha256) this.violate("I3 archived before sent again", name, `${archived}`);
    const hasBarrier = stored?.attempts.some((one) => one.id === attempt?.id && one.kind === "send") ?? false;
    const isLost = instance.object.losses > 0;
    if (!hasBarrier && !isLost) this.violate("I8 barrier first", name, `a request leaves in state ${stored?.state}`);
    if (!instance.isReset && storage.hasUnconfirmedOf(begun))
      this.violate("I8 barrier durable", name, "the gate was open");
  }

  /** After the calm hours with alarms and cron alone: nothing may still wait for a person but what only a person can decide. */
  auditAlone(world: SimulatedWorld): void {
    for (const { name } of world.host.objects.values()) {
      const record = world.readRecord(name);
      if (record === undefined || isTerminal(record.state)) continue;
      const isFindable = world.authority.hasToldSince(record.fiscalId ?? "", this.#scheduler.nowMs - FOUND_WITHIN_MS);
      const isStuckByRight =
        (record.state === "send_unknown" && !isFindable) ||
        (record.isAdopted && record.document === null && record.fiscalId === null) ||
        (record.state === "firmado" && (world.scenario.foreignFiles > 0 || isPrintedAlike(world, record))) ||
        // No number, so no row that the cron could find: the client repeats the request, as its answer asks.
        (record.documentId === null && world.host.getObject(name).lostAlarms > 0) ||
        // Nor is there a row when D1 forgot it, until the archive is read back.
        ((world.misfortune.isDisorderly || world.misfortune.unshown.has(name)) &&
          world.host.getObject(name).lostAlarms > 0) ||
        // Nor one that is due: D1 shows the end that the journal forgot.
        (world.misfortune.rewound.has(name) && world.host.getObject(name).lostAlarms > 0) ||
        // In process for as long as the authority says so, or absent for less than it takes to be sure.
        (record.absenceCount > 0 && record.state !== "send_unknown");
      if (!isStuckByRight && !isStuckByMisfortune(world, record))
        this.violate("I6 alarms bring it to its end", name, `${record.state} ${printLastError(record.lastError)}`);
    }
  }

  /** Nothing good comes of going on. */
  isSpinning(): boolean {
    return this.#waited >= WAITS_MAX;
  }

  /** How many requests left for the document of a name. */
  countDepartures(name: string): number {
    return this.departures.filter((departure) => departure.name === name).length;
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

  /** How many different orders to send again the object of a name obeyed. */
  countOrders(name: string): number {
    return this.#orders.get(name)?.size ?? 0;
  }

  #noteOrder(name: string, orderId: number): void {
    this.#orders.set(name, (this.#orders.get(name) ?? new Set()).add(orderId));
  }

  /** An answer that proves that nothing was processed, and was heard, is never taken for an uncertain one. */
  #checkRefusal(name: string, before: IssueRecord, after: IssueRecord): void {
    const open = before.attempts.find(({ kind, endedAt }) => kind === "send" && endedAt === null);
    const closed = after.attempts.find(({ id }) => id === open?.id);
    const isHeard = closed !== undefined && closed.answerSha256 !== null && this.refused.has(closed.id);
    if (isHeard) this.violate("I4 refused is refused", name, `${closed.outcome}: ${closed.detail}`);
  }

  /** `send_unknown` rests on four answers "absent", or four that deny it, over half an hour, since the last request. */
  #checkAbsence(name: string, record: IssueRecord, event: string): void {
    const sentAt = record.attempts.findLastIndex((attempt) => attempt.kind === "send");
    const absences = record.attempts
      .slice(sentAt + 1)
      .filter(
        ({ outcome }) => outcome === "absent" || (event === "answers-exhausted" && outcome === "refused-unnamed"),
      );
    const spanMs = Date.parse(absences.at(-1)?.endedAt ?? "") - Date.parse(absences[0]?.endedAt ?? "");
    if (absences.length < ABSENCES_MIN || !(spanMs >= ABSENCE_SPAN_MIN_MS)) {
      this.violate("I4 absence proven", name, `${absences.length} answers over ${spanMs} ms`);
    }
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
