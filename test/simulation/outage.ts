// Plays an outage of the authority: many documents, several isolates, the engine and the brake of production, a virtual clock. Then
// counts who left, when, in which order, and for how many of them people must decide.
import type { Outcome } from "../../src/authority/outcome.ts";
import type { Company } from "../../src/domain/company.ts";
import type { IssueCommand } from "../../src/issuance/contract/command.ts";
import type {
  Brake,
  IssueRecord,
  Journal,
  PendingFile,
  Ports,
  Transmission,
} from "../../src/issuance/contract/ports.ts";
import type { Engine } from "../../src/issuance/engine.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { sampleSupportDocument, seedCompany } from "../store/sample.ts";
import { createD1 } from "../support/sqlite-d1.ts";
import { sha256Hex } from "./bucket.ts";
import { createRandom, type Random } from "./random.ts";
import { installTimers, Scheduler } from "./scheduler.ts";
import type { System } from "./system.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const START_MS = Date.parse("2026-11-20T15:00:00.000Z");
const LEAD_MS = 2 * MINUTE_MS;
const TAIL_MS = 5 * MINUTE_MS;
/** What the engine waits for an answer. */
const DEADLINE_MS = 90 * SECOND_MS;
/** After how many seconds an answer is late. */
const LATE_S = 15;
/** While questions alone are answered, documents are tried so long after another: the first, and the longest. */
const TRY_FIRST_MS = SECOND_MS;
const TRY_LAST_MS = 5 * MINUTE_MS;
/** Between the first sending that is answered and the first turn, at least. */
const SETTLE_MS = 80 * SECOND_MS;
/** After the last turn: questions about what was sent into the outage, until it is given up. */
const LATER_MS = 8 * 60 * MINUTE_MS;
const VERDICT = { isValid: true, statusCode: "00", statusDescription: "", statusMessage: "", rules: [] };
const ABSENT: Outcome = { type: "absent", detail: "66", verdict: { ...VERDICT, isValid: false, statusCode: "66" } };

/**
 * How requests fail: at once, by a gateway's page, or by silence, when half of the documents have arrived all the same. In the last two
 * sendings alone fail, and questions are answered.
 */
const OUTAGES = ["refused", "gateway", "silent", "gateway to sendings", "silent to sendings"] as const;

interface OutagePlan {
  readonly seed: number;
  readonly kind: (typeof OUTAGES)[number];
  readonly lengthMs: number;
  readonly documents: number;
  readonly isolates: number;
  /** Whose documents they are, in turns. */
  readonly companies: number;
}

interface OutageReport {
  /** Documents that were sent and got no answer: those before the outage was known. */
  readonly lost: number;
  /** Documents that two people must order, and those among them that were not sent. */
  readonly people: number;
  readonly peopleUnsent: number;
  /** Documents that waited unsent. */
  readonly held: number;
  /** The longest wait after the outage, in seconds. */
  readonly lastHeldS: number;
  readonly violations: readonly string[];
}

interface Held {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly isolate: number;
}

/** Plays one outage with the engine of a source tree. */
export async function playOutage(system: System, plan: OutagePlan): Promise<OutageReport> {
  const world = await OutageWorld.open(system, plan);
  return world.play();
}

class OutageWorld {
  readonly #system: System;
  readonly #plan: OutagePlan;
  readonly #random: Random;
  readonly #scheduler: Scheduler;
  readonly #companies: readonly Company[];
  readonly #db: D1Database;
  readonly #brakes: readonly Brake[];
  readonly #objects: Held[] = [];
  /** Fiscal id -> when it left, in order; what has arrived. */
  readonly #sendings = new Map<string, number[]>();
  readonly #arrived = new Map<string, number>();
  readonly #requests: number[] = [];
  readonly #bugs: string[] = [];
  #ids = 0;

  private constructor(system: System, plan: OutagePlan, db: D1Database, companies: readonly Company[]) {
    this.#system = system;
    this.#plan = plan;
    this.#db = db;
    this.#companies = companies;
    this.#random = createRandom(plan.seed);
    this.#scheduler = new Scheduler(START_MS, this.#random);
    // Each isolate has a memory of its own, which hangs on its binding.
    this.#brakes = Array.from({ length: plan.isolates }, () => {
      const AUTHORITY_URL = "https://authority.test";
      const env = { DB: { ...db }, POLL_SCALE: "1", AUTHORITY_URL, AUTHORITY_TEST_URL: AUTHORITY_URL };
      return system.createBrake(env as unknown as Parameters<System["createBrake"]>[0]);
    });
  }

  static async open(system: System, plan: OutagePlan): Promise<OutageWorld> {
    const db = createD1();
    const companies: Company[] = [];
    while (companies.length < plan.companies) {
      const company = await loadCompany(openDatabase(db), await seedCompany(db));
      if (company === undefined) throw new Error("the company was just written");
      companies.push(company);
    }
    return new OutageWorld(system, plan, db, companies);
  }

  get #isOfSendings(): boolean {
    return this.#plan.kind.endsWith("sendings");
  }

  get #from(): number {
    return START_MS + LEAD_MS;
  }

  get #until(): number {
    return this.#from + this.#plan.lengthMs;
  }

  async play(): Promise<OutageReport> {
    const { documents, lengthMs } = this.#plan;
    const restoreTimers = installTimers(this.#scheduler);
    const { warn } = console;
    console.warn = () => undefined;
    try {
      const spanMs = LEAD_MS + lengthMs + TAIL_MS;
      for (let index = 0; index < documents; index += 1) {
        this.#scheduler.after((spanMs * (index + this.#random.next())) / documents, () => this.#begin(index));
      }
      await this.#scheduler.run(
        START_MS + spanMs + lengthMs + LATER_MS,
        () => undefined,
        () => false,
      );
      return await this.#audit();
    } finally {
      console.warn = warn;
      restoreTimers();
    }
  }

  #begin(index: number): void {
    const isolate = this.#random.between(0, this.#plan.isolates - 1);
    let alarm: number | undefined;
    const journal = createMemoryJournal((atMs) => {
      if (alarm !== undefined) this.#scheduler.cancel(alarm);
      alarm = undefined;
      if (atMs === undefined) return;
      alarm = this.#scheduler.after(atMs - this.#scheduler.nowMs, () => {
        alarm = undefined;
        engine.wake().catch((cause: unknown) => this.#bugs.push(String(cause)));
      });
    });
    const company = this.#companies[index % this.#companies.length];
    if (company === undefined) throw new Error("a plan without companies");
    const engine = this.#system.createEngine(this.#createPorts(journal, this.#brakes[isolate], company));
    this.#objects.push({ engine, journal, isolate });
    const { id: companyId } = company;
    const key = `key-${index}`;
    const names = { name: `dse:${companyId}:1:${key}`, module: "dse", companyId, clientId: 1, key } as const;
    const command = { ...names, fingerprint: "1:aa", draft: { kind: "support-document" }, company };
    engine.issue(command as IssueCommand).then(
      (result) => {
        if (result.type !== "issued") this.#bugs.push(`a client hears ${result.type}`);
      },
      (cause: unknown) => this.#bugs.push(String(cause)),
    );
  }

  #createPorts(journal: Journal, brake: Brake | undefined, company: Company): Ports {
    if (brake === undefined) throw new Error("an isolate without a brake");
    return {
      journal,
      brake,
      ledger: {
        allocate: async (record) => this.#allocate(record),
        findByName: async () => undefined,
        findCorrected: async () => undefined,
        project: async () => undefined,
        stopRange: async () => undefined,
        loadCompany: async () => company,
      },
      archive: { putOnce: async () => "stored", get: async () => undefined },
      signer: {
        findFault: async () => undefined,
        sign: async (_company, _document, { number }) => {
          const bytes = new TextEncoder().encode(`<signed>${number}</signed>`);
          return { bytes, sha256: sha256Hex(bytes), fiscalId: `cuds-${number}`, fileName: `ds${number}.xml` };
        },
      },
      authority: {
        send: (_, record) => this.#exchange(record, true),
        askStatus: (_, record) => this.#exchange(record, false),
        askStatusZip: (_, record) => this.#exchange(record, false),
      },
      world: this.#createWorld(),
      price: () => ({ document: sampleSupportDocument(), rangeKind: "dse" }),
      pollScale: 1,
    };
  }

  #createWorld(): Ports["world"] {
    let uuids = 0;
    return {
      nowMs: () => this.#scheduler.nowMs,
      newUuid: () => `${this.#ids}-${++uuids}`,
      random: () => this.#random.next(),
      sleep: (milliseconds, signal) =>
        new Promise((resolve) => {
          const event = this.#scheduler.after(milliseconds, resolve);
          signal?.addEventListener("abort", () => {
            this.#scheduler.cancel(event);
            resolve();
          });
        }),
      sha256Hex: async (bytes) => sha256Hex(bytes),
      keepRunning: (work) => void work.catch((cause: unknown) => this.#bugs.push(String(cause))),
      alert: () => undefined,
    };
  }

  #allocate({ environment }: IssueRecord): Awaited<ReturnType<Ports["ledger"]["allocate"]>> {
    const number = ++this.#ids;
    const range = { rangeId: 1, resolution: "1", resolutionDate: "2026-01-01", prefix: "DS", from: 1, to: 99_999 };
    const validity = { validFrom: "2026-01-01", validTo: "2027-12-31" };
    const numbering = { ...range, ...validity, number, fileSequence: number };
    return { type: "allocated", documentId: number, environment, numbering, thirdPartyId: null, planSequence: null };
  }

  /** One request: answered before and after the outage, lost in it. */
  async #exchange({ fiscalId }: IssueRecord, isSending: boolean): Promise<Transmission> {
    const id = fiscalId ?? "none";
    const { kind } = this.#plan;
    const leftMs = this.#scheduler.nowMs;
    this.#requests.push(leftMs);
    if (isSending) this.#sendings.set(id, [...(this.#sendings.get(id) ?? []), leftMs]);
    const arrive = () => this.#arrived.set(id, (this.#arrived.get(id) ?? 0) + 1);
    if (leftMs >= this.#from && leftMs < this.#until && (isSending || !this.#isOfSendings)) {
      const isSilent = kind.startsWith("silent");
      if (isSending && isSilent && this.#random.chance(0.5)) arrive();
      await this.#scheduler.wait(isSilent ? DEADLINE_MS : this.#random.between(1, 20));
      if (kind.startsWith("gateway")) return { outcome: lose("http-status"), httpStatus: 503, raw: null };
      return { outcome: lose(isSilent ? "timeout" : "network"), httpStatus: null, raw: null };
    }
    await this.#scheduler.wait(this.#random.between(50, 800));
    if (isSending) arrive();
    const outcome: Outcome = this.#arrived.has(id) ? { type: "accepted", verdict: VERDICT } : ABSENT;
    return { outcome, httpStatus: 200, raw: null };
  }

  async #audit(): Promise<OutageReport> {
    const records = this.#objects.flatMap(({ journal }) => journal.read() ?? []);
    const sendingsOf = (record: IssueRecord) => this.#sendings.get(record.fiscalId ?? "") ?? [];
    const isLost = (record: IssueRecord) =>
      sendingsOf(record).some((leftMs) => leftMs >= this.#from && leftMs < this.#until);
    const people = records.filter(({ state }) => state === "send_unknown");
    const held = records
      .map((record) => ({ reservedMs: Date.parse(record.reservedAt), leftMs: sendingsOf(record)[0] ?? 0 }))
      .filter(({ reservedMs, leftMs }) => reservedMs < this.#until && leftMs - reservedMs > 10 * SECOND_MS)
      .sort((one, other) => one.reservedMs - other.reservedMs);
    const lost = records.filter(isLost).length;
    const lastMs = Math.max(0, ...held.map(({ leftMs }) => leftMs - this.#until));
    const violations = [
      ...this.#bugs,
      ...this.#auditDocuments(records),
      ...this.#auditLost(lost),
      ...this.#auditProbes(lost),
      ...this.#auditOrder(held),
      ...(await this.#auditAlerts(held.length)),
    ];
    const peopleUnsent = people.filter((record) => !isLost(record)).length;
    if (peopleUnsent > 0) violations.push(`people must order ${peopleUnsent} documents that never left`);
    return {
      ...{ lost, people: people.length, peopleUnsent, held: held.length, violations },
      lastHeldS: Math.round(lastMs / SECOND_MS),
    };
  }

  #auditDocuments(records: readonly IssueRecord[]): string[] {
    const twice = [...this.#sendings].filter(([, times]) => times.length > 1).map(([id]) => `${id} was sent twice`);
    const open = records.filter(({ state }) => state !== "aceptado" && state !== "send_unknown");
    const barriers = records.filter(({ attempts, fiscalId }) => {
      return (
        attempts.filter(({ kind }) => kind === "send").length !== (this.#sendings.get(fiscalId ?? "") ?? []).length
      );
    });
    if (records.length !== this.#plan.documents) twice.push(`${records.length} documents of ${this.#plan.documents}`);
    if (barriers.length > 0) twice.push(`${barriers.length} documents are said to have left that did not`);
    if (open.length > 0) twice.push(`${open.length} documents are still ${open[0]?.state}`);
    return twice;
  }

  /** Documents that are tried: while nothing is answered one an hour. */
  get #tries(): number {
    const { lengthMs } = this.#plan;
    if (!this.#isOfSendings) return Math.floor(lengthMs / (60 * MINUTE_MS));
    const doublings = Math.ceil(Math.log2(Math.min(lengthMs, TRY_LAST_MS) / TRY_FIRST_MS + 1));
    return 1 + Math.max(doublings, 1) + Math.floor(lengthMs / TRY_LAST_MS);
  }

  /**
   * Lost is what leaves before its isolate hears of the outage: one for each, and those beside it; also while answers to requests from
   * before the outage still arrive. Silence is heard when five requests of one isolate are late, and by the others once one of theirs is.
   * Where questions are answered, five sendings must fail, a question after each; then one document after another is tried.
   */
  #auditLost(lost: number): string[] {
    const { kind, isolates, documents, lengthMs } = this.#plan;
    const perSecond = documents / ((LEAD_MS + lengthMs + TAIL_MS) / SECOND_MS);
    const unheard = kind.startsWith("silent")
      ? 6 * isolates + Math.ceil(1.4 * perSecond * LATE_S)
      : isolates + Math.ceil(perSecond * 2);
    // Of one company or two sendings must fail for a minute.
    const few = this.#plan.companies < 3 ? Math.ceil(1.4 * perSecond * 60) : 0;
    const most = unheard + this.#tries + (this.#isOfSendings ? 5 + few : 0);
    return lost > most ? [`${lost} documents were sent into the outage; at most ${most} could not know`] : [];
  }

  #auditProbes(lost: number): string[] {
    const heardMs = this.#from + (this.#plan.kind.startsWith("silent") ? 2 * DEADLINE_MS : 0) + 10 * SECOND_MS;
    const probes = this.#requests.filter((atMs) => atMs > heardMs && atMs < this.#until).length;
    // Those that were lost are asked about by their own schedule: ten times in the first hour, then hourly.
    const questions = lost * (12 + this.#plan.lengthMs / (60 * MINUTE_MS));
    const due = this.#isOfSendings ? this.#tries : Math.ceil(this.#plan.lengthMs / (30 * SECOND_MS));
    const most = due + questions + 5 * this.#plan.isolates;
    return probes > most ? [`${probes} requests in the outage; ${Math.floor(most)} were due`] : [];
  }

  /** Of those that wait, the oldest first, and not all at once; but for the one that is tried. */
  #auditOrder(all: readonly { readonly reservedMs: number; readonly leftMs: number }[]): string[] {
    const backMs = Math.min(...[...this.#sendings.values()].flat().filter((leftMs) => leftMs >= this.#until));
    const held = all.filter(({ leftMs }) => leftMs >= backMs + SETTLE_MS);
    const tried = all.filter(({ leftMs }) => leftMs >= this.#until && leftMs < backMs + SETTLE_MS);
    if (tried.length > 2) return [`${tried.length} documents left before the first turn`];
    const before = held.filter(({ leftMs }, index) => leftMs < (held[index - 1]?.leftMs ?? 0) - SECOND_MS);
    const found = before.length > 0 ? [`${before.length} documents left before older ones`] : [];
    const perMinute = Map.groupBy(held, ({ leftMs }) => Math.floor(leftMs / MINUTE_MS));
    const peak = Math.max(0, ...[...perMinute.values()].map((all) => all.length));
    const { documents, lengthMs } = this.#plan;
    const usual = (documents * MINUTE_MS) / (LEAD_MS + lengthMs + TAIL_MS);
    return peak > 2 * usual + 3 * Math.sqrt(2 * usual) + 10
      ? [...found, `${peak} held documents left in one minute, usually ${Math.round(usual)} come`]
      : found;
  }

  async #auditAlerts(held: number): Promise<string[]> {
    const sql = "SELECT code FROM alerts ORDER BY code";
    const codes = (await this.#db.prepare(sql).all<{ code: string }>()).results.map(({ code }) => code).join(" ");
    const isUnheard = held <= this.#plan.isolates || (this.#isOfSendings && this.#plan.companies === 1);
    const isExpected = codes === "authority_back authority_down" || (codes === "" && isUnheard);
    return isExpected ? [] : [`alerts: "${codes}"`];
  }
}

function lose(reason: "http-status" | "timeout" | "network"): Outcome {
  return { type: "unknown", reason, detail: `${reason}: simulated` };
}

/** An object's journal without its storage. @param setAlarm undefined: none. */
function createMemoryJournal(setAlarm: (atMs: number | undefined) => void): Journal {
  let record: IssueRecord | undefined;
  let signed: Uint8Array | undefined;
  let pending: readonly PendingFile[] = [];
  const armAt = (wakeAt: string | null) => setAlarm(wakeAt === null ? undefined : Date.parse(wakeAt));
  return {
    read: () => record,
    reserve: (first) => {
      if (record !== undefined) return false;
      record = first;
      armAt(first.wakeAt);
      return true;
    },
    replace: (expectedVersion, next, { signedBytes, answer, isEmptied } = {}) => {
      if (record?.version !== expectedVersion) return false;
      if (next.wakeAt !== record.wakeAt) armAt(next.wakeAt);
      record = next;
      if (isEmptied) [signed, pending] = [undefined, []];
      signed = signedBytes ?? signed;
      if (answer !== undefined) pending = [...pending, answer];
      return true;
    },
    readSignedBytes: () => signed,
    dropSignedBytes: () => {
      signed = undefined;
    },
    listPendingFiles: () => pending,
    countPendingFiles: () => pending.length,
    dropPendingFile: (path) => {
      pending = pending.filter((file) => file.path !== path);
    },
    forget: () => {
      record = undefined;
      setAlarm(undefined);
    },
    arm: setAlarm,
  };
}

const LENGTHS_MS: readonly number[] = [5, 20, 75, 5 * 60, 20 * 60, 60 * 60, 6 * 60 * 60].map((s) => s * SECOND_MS);

/** Plans of every kind and length; the seed moves each start, length and number of isolates a little. */
export function planOutages(seed: number, documents: number): OutagePlan[] {
  return OUTAGES.flatMap((kind) =>
    LENGTHS_MS.map((lengthMs, index) => {
      const random = createRandom(seed * 100 + index);
      return {
        seed,
        kind,
        documents,
        lengthMs: lengthMs * (0.8 + 0.4 * random.next()),
        isolates: random.between(1, 8),
        companies: 1 + (index % 3),
      };
    }),
  );
}
