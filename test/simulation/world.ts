// Runs one world from its first request to its last: a phase of faults, a calm one in which everything must converge, an audit.
import type { Environment } from "../../src/domain/company.ts";
import { isTerminal } from "../../src/domain/document/state.ts";
import type { Env } from "../../src/env.ts";
import type { IssueCommand, IssueResult } from "../../src/issuance/contract/command.ts";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import { openDatabase, runAll } from "../../src/store/base/db.ts";
import { createBrakeMemory } from "../support/brake-memory.ts";
import { playClients, playOperators, playPlatform } from "./actor.ts";
import { SimulatedAuthority } from "./authority.ts";
import { SimulatedR2 } from "./bucket.ts";
import type { SimulatedD1 } from "./database.ts";
import type { Fault, FaultPlan } from "./fault.ts";
import { FeedWatch } from "./feed.ts";
import { HomeWatch } from "./home.ts";
import { Host, type Instance } from "./host.ts";
import { auditWorld } from "./invariant.ts";
import { Misfortune, playTroubles } from "./misfortune.ts";
import { Movers } from "./move.ts";
import { auditBalances, auditLastNotes, listSeries, playLastNotes, playNotes } from "./note.ts";
import { isNoteName } from "./note-plan.ts";
import { OutgoingCalls } from "./outgoing-call.ts";
import { createPrice, seedCompany } from "./payload.ts";
import { NETWORK } from "./point.ts";
import { createPorts, type PortSources, SKEW_MS } from "./port.ts";
import { createRandom, type Random } from "./random.ts";
import { askRetired, auditRetirement, playRetirement, RETIRED_AFTER_MS } from "./retirement.ts";
import type { Scenario } from "./scenario.ts";
import { installTimers, Scheduler } from "./scheduler.ts";
import { isWhole, openCompany, type WorldDatabase } from "./span.ts";
import { InstanceReset } from "./storage.ts";
import type { System } from "./system.ts";
import type { Shut } from "./trouble.ts";
import { Watch } from "./watch.ts";

export interface WorldOptions {
  readonly system: System;
  /** The second one is for worlds whose company moves there. */
  readonly databases: readonly [SimulatedD1, SimulatedD1];
  readonly scenario: Scenario;
  readonly plan: FaultPlan;
  /** False plants the bug "requests do not wait for the storage". */
  readonly hasGate?: boolean;
  readonly isTraced?: boolean;
}

/** The answer that a client got. */
export interface Reply {
  readonly askedMs: number;
  readonly repliedMs: number;
  readonly command: IssueCommand;
  readonly result: IssueResult;
}

export interface WorldReport {
  readonly violations: readonly string[];
  readonly trace: readonly string[];
  readonly crashes: number;
  /** `point fault` -> times; fault `none` for an undisturbed wait. */
  readonly waits: ReadonlyMap<string, number>;
  /** `state event` -> times. */
  readonly moves: ReadonlyMap<string, number>;
}

const HOUR_MS = 3_600_000;
/** Alarms and cron alone have this long; then operators and clients come back. */
const ALONE_MS = 4 * HOUR_MS;
const TOGETHER_MS = 30 * HOUR_MS;

export class SimulatedWorld {
  readonly scenario: Scenario;
  readonly system: System;
  readonly scheduler: Scheduler;
  readonly random: Random;
  /** The first one holds the directory. */
  readonly databases: readonly [SimulatedD1, ...SimulatedD1[]];
  readonly bucket = new SimulatedR2();
  readonly authority: SimulatedAuthority;
  readonly host: Host;
  readonly watch: Watch;
  readonly replies: Reply[] = [];
  readonly misfortune = new Misfortune();
  readonly feed: FeedWatch;
  readonly homes: HomeWatch;
  /** None where the company stays. */
  readonly movers: Movers | undefined;
  readonly env: Env;
  readonly plan: WorldOptions["plan"];
  readonly #isTraced: boolean;
  #uuids = 0;
  /** What was read last of each object, true until its storage changes. */
  readonly #records = new Map<string, { readonly changes: number; readonly record: IssueRecord | undefined }>();

  constructor(options: WorldOptions) {
    const { scenario, system, databases, plan } = options;
    this.scenario = scenario;
    this.system = system;
    this.databases = scenario.move === undefined ? [databases[0]] : databases;
    this.plan = plan;
    this.#isTraced = options.isTraced === true;
    this.random = createRandom(scenario.seed ^ 0x5bd1e995);
    this.scheduler = new Scheduler(scenario.startMs, this.random);
    this.authority = new SimulatedAuthority(this.random, scenario.habits);
    this.watch = new Watch(this.scheduler, options.isTraced === true);
    this.feed = new FeedWatch(() => (isWhole(this.databases) ? this.database : undefined), this.watch);
    this.homes = new HomeWatch(this.databases, this.watch);
    this.movers = scenario.move === undefined ? undefined : new Movers(this, scenario.move);
    const price = createPrice(system, scenario.notes.length > 0);
    this.bucket.hasCopiedAnswers = scenario.hasCopiedAnswers;
    this.host = new Host({
      scheduler: this.scheduler,
      random: this.random,
      alarms: scenario.alarms,
      start: (instance) => {
        const ports = createPorts({ ...shared, outgoing }, instance);
        return { engine: system.createEngine(ports), journal: ports.journal, world: ports.world };
      },
      runAlarm: (instance) => runAlarm(system, instance),
      onCrash: (instance, what) => this.watch.noteCrash(instance, what),
      onBug: (instance, cause) => this.noteBug(instance, cause),
    });
    const outgoing = new OutgoingCalls({
      scheduler: this.scheduler,
      random: this.random,
      plan,
      host: this.host,
      hasGate: options.hasGate ?? true,
      onWait: (instance, point, fault) => this.watch.noteWait(instance, point, fault),
    });
    const shared: Omit<PortSources, "outgoing"> = {
      system,
      scheduler: this.scheduler,
      random: this.random,
      databases: this.databases,
      bucket: this.bucket,
      authority: this.authority,
      brake: createBrakeMemory(system.brake),
      price,
      onChange: (instance: Instance, before: IssueRecord | undefined, after: IssueRecord) =>
        this.watch.noteChange(instance, before, after, () => this.#readShownVersion(instance.object.name)),
      onSend: (instance: Instance, record: IssueRecord, bytes: Uint8Array, begun: number) =>
        this.watch.noteSend(instance, record, bytes, {
          begun,
          stored: this.readRecord(instance.object.name),
          archived: this.bucket.files.get(record.xmlPath ?? "")?.sha256,
        }),
      onRefused: (attemptId: string) => void this.watch.refused.add(attemptId),
      onAlert: (instance: Instance, code: string, detail: object) => this.watch.noteAlert(instance, code, detail),
      onBug: (instance: Instance, cause: unknown) => this.noteBug(instance, cause),
      nextUuid: () => `u-${++this.#uuids}`,
      onAllocate: (instance, record, effect) => this.#allocate(instance, record, effect),
      onReach: (instance, record, environment) => this.#checkEnvironment(instance, record, environment),
      openSecret: (secret: Shut["secret"]) => this.#openSecret(secret),
      onRead: (database, method) => this.homes.noteRead(database, method),
    };
    this.env = this.#createEnv();
  }

  isCalm(): boolean {
    return this.plan.isCalm;
  }

  /** Where the directory says that the company lives. */
  get database(): WorldDatabase {
    return this.movers === undefined ? this.databases[0] : openCompany(this.databases);
  }

  #openSecret(secret: Shut["secret"]): void {
    const isShut = this.#listShuts().some((one) => one.secret === secret);
    if (isShut) throw new Error(`company 1 has no ${secret} that opens`);
  }

  /** What does not open now. */
  #listShuts(): readonly Shut[] {
    const sinceMs = this.scheduler.nowMs - this.scenario.startMs;
    return this.scenario.troubles.shuts.filter(({ fromMs, untilMs }) => fromMs <= sinceMs && sinceMs < untilMs);
  }

  /** A document is the affair of the environment that D1 wrote down with its number, wherever its company is now. */
  #checkEnvironment({ object }: Instance, record: IssueRecord, environment: Environment): void {
    if (this.scenario.troubles.moves.length === 0) return;
    const sql = "SELECT environment, reservation_id FROM documents WHERE issuance_name = ?";
    const [row] = this.database.query(sql, record.name);
    if (row === undefined || row.reservation_id !== record.reservationId || row.environment === environment) return;
    this.watch.violate("I14 a document stays in its environment", object.name, `a request leaves for ${environment}`);
  }

  /** Runs an allocation in D1, and looks at what it gave. */
  #allocate<T>({ object, isReset }: Instance, record: IssueRecord, effect: () => T): T {
    // The platform ends such an instance long before a database is back.
    if (isReset && this.misfortune.isSetBack) throw new Error("network connection lost: the instance was replaced");
    const lastId = () => this.database.query("SELECT max(id) AS id FROM documents")[0]?.id;
    const before = lastId();
    if (isNoteName(object.name)) {
      const isStopped = listSeries(this).some(
        (series) =>
          series.isStopped && series.typeCode === record.rangeKind && series.environment === record.environment,
      );
      const numbered = effect();
      const isGiven = lastId() !== before;
      if (isStopped && isGiven)
        this.watch.violate("I13 a stopped series gives nothing", object.name, "it has a number");
      if (isGiven) auditBalances(this);
      return numbered;
    }
    const shuts = this.#listShuts();
    if (shuts.length === 0 && this.scenario.takenNumbers === 0) return effect();
    const isOpen = this.database.query("SELECT 1 FROM ranges WHERE stopped_by IS NULL").length > 0;
    const result = effect();
    if (lastId() === before) return result;
    if (!isOpen) this.watch.violate("I13 a stopped range gives nothing", object.name, "it has a number");
    const reservedMs = Date.parse(record.reservedAt) - SKEW_MS - this.scenario.startMs;
    const shut = shuts.find(({ fromMs }) => fromMs < reservedMs);
    if (shut !== undefined) this.watch.violate("I12 no number without secrets", object.name, `${shut.secret} is shut`);
    return result;
  }

  /** What D1 shows of a document now; set back, it may have forgotten on the way what was written. */
  #readShownVersion(name: string): number {
    if (this.misfortune.isSetBack) return Number.POSITIVE_INFINITY;
    const sql = "SELECT version, file_sha256 FROM documents WHERE issuance_name = ?";
    const [row] = this.database.query(sql, name);
    // At rest it stays what it came to, whatever a journal that was set back goes through once more.
    return row !== undefined && row.file_sha256 !== null ? Number.POSITIVE_INFINITY : Number(row?.version ?? 0);
  }

  /** Asks for a document as the Worker does, and remembers what was said. */
  async ask(command: IssueCommand): Promise<IssueResult> {
    const askedMs = this.scheduler.nowMs;
    if (this.misfortune.isClosed) return { type: "unavailable" };
    this.watch.note(command.name, `client asks ${command.fingerprint} in ${command.company.environment}`);
    const result = await this.system.issueThroughObject(this.env, command);
    this.replies.push({ askedMs, repliedMs: this.scheduler.nowMs, command, result });
    this.watch.note(command.name, `client hears ${printResult(result)}`);
    return result;
  }

  /** An unplanned exception, in an instance that had no reason to fall. */
  noteBug(instance: Instance, cause: unknown): void {
    if (instance.isReset || cause instanceof InstanceReset) return;
    this.watch.violate("no bug", instance.object.name, cause instanceof Error ? `${cause.stack}` : String(cause));
  }

  async run(): Promise<WorldReport> {
    const { scenario, scheduler } = this;
    const restoreTimers = installTimers(scheduler);
    const restoreConsole = silence(this.#isTraced);
    try {
      await this.#open();
      const tick = playPlatform(this);
      const calm = playClients(this);
      const callNotes = playNotes(this);
      const order = playOperators(this);
      const repair = playTroubles(this);
      this.movers?.startIn(scenario.move?.atMs ?? 0);
      await this.#advance(scenario.startMs + scenario.horizonMs, false);
      this.plan.isCalm = true;
      this.host.calmDown();
      this.authority.calmDown();
      await this.#advance(scheduler.nowMs + ALONE_MS, true);
      this.watch.auditAlone(this);
      await repair();
      tick();
      order();
      calm();
      callNotes();
      await this.#advance(scheduler.nowMs + TOGETHER_MS, true);
      if (scenario.notes.length > 0) {
        const last = playLastNotes(this);
        await this.#advance(scheduler.nowMs + ALONE_MS, true);
        auditLastNotes(this, last);
      }
      auditWorld(this);
      this.feed.audit();
      this.movers?.audit(false);
      await this.#retire();
      return this.watch.report();
    } finally {
      restoreConsole();
      restoreTimers();
      this.host.close();
    }
  }

  async #open(): Promise<void> {
    for (const database of this.databases) {
      database.reset();
      database.nowMs = () => this.scheduler.nowMs;
      database.onCommit = () => {
        this.feed.look();
        this.homes.look();
      };
    }
    seedCompany(this.database, this.scenario);
    for (const [shard, database] of this.databases.entries()) {
      if (shard > 0) await runAll(openDatabase(database.bind(async (effect) => effect())), this.system.seedIds(shard));
    }
    this.homes.start();
  }

  /** Long after: with faults, and then in calm weather. */
  async #retire(): Promise<void> {
    if (this.watch.isViolated()) return;
    // What a slow call still carries arrives within the hour.
    await this.#advance(this.scheduler.nowMs + HOUR_MS, false);
    this.scheduler.jump(RETIRED_AFTER_MS);
    const retirement = playRetirement(this);
    this.movers?.startIn(this.random.between(0, HOUR_MS / 12));
    this.plan.isCalm = false;
    await this.#advance(this.scheduler.nowMs + HOUR_MS / 6, false);
    this.plan.isCalm = true;
    await this.#advance(this.scheduler.nowMs + HOUR_MS, false);
    const answers = askRetired(this, retirement);
    await this.#advance(this.scheduler.nowMs + HOUR_MS, false);
    auditRetirement(this, retirement, answers);
    this.movers?.audit(true);
  }

  /** The record of an object as its storage has it now. */
  readRecord(name: string): IssueRecord | undefined {
    const { storage } = this.host.getObject(name);
    const known = this.#records.get(name);
    if (known?.changes === storage.changes) return known.record;
    const journal = this.system.createJournal(
      storage.open(() => false),
      () => undefined,
    );
    const record = journal.read();
    this.#records.set(name, { changes: storage.changes, record });
    return record;
  }

  async #advance(untilMs: number, canEnd: boolean): Promise<void> {
    const { host, scheduler } = this;
    await scheduler.run(
      untilMs,
      () => host.endTurn(),
      () => this.watch.isSpinning() || (canEnd && this.#isAtRest()),
    );
  }

  /** Nothing more will happen by itself but the cron, which has nothing to do. */
  #isAtRest(): boolean {
    if (this.watch.openCalls > 0 || this.movers?.isBusy() === true) return false;
    const objects = [...this.host.objects.values()];
    // Asked after every event: what is cheap to know first.
    const isBusy = objects.some(
      ({ booked, instance, storage }) => booked !== undefined || instance?.alarms.size || storage.hasUnconfirmed(),
    );
    if (isBusy) return false;
    for (const { name } of objects) {
      const record = this.readRecord(name);
      if (record !== undefined && !(isTerminal(record.state) && record.wakeAt === null)) return false;
    }
    return this.database.query("SELECT 1 FROM documents WHERE due_at IS NOT NULL LIMIT 1").length === 0;
  }

  #createEnv(): Env {
    const { host, scheduler, random } = this;
    const carry = async <T>(effect: () => T): Promise<T> => {
      const fault: Fault | undefined = this.plan.next("cron.d1", NETWORK);
      await scheduler.wait(random.between(1, 40));
      if (fault === "error-before") throw new Error("D1: network connection lost");
      const result = effect();
      if (fault !== undefined && fault !== "slow") throw new Error("D1: network connection lost");
      return result;
    };
    const onAnswer = (instance: Instance, elapsedMs: number) => this.watch.noteAnswer(instance, elapsedMs);
    const getByName = (name: string) => ({
      issue: (command: IssueCommand) =>
        this.#travel(() => host.call(name, (engine) => engine.issue(command), onAnswer)),
      wake: () =>
        this.#travel(() =>
          host.call(name, async (engine) => {
            const { instance } = host.getObject(name);
            engine.wake(name).catch((cause: unknown) => {
              if (instance !== undefined && !isNetwork(cause)) this.noteBug(instance, cause);
            });
          }),
        ),
      retire: () => this.#travel(() => host.call(name, (engine) => engine.retire(name))),
      resend: (order: Parameters<typeof this.watch.noteResend>[1]) => {
        this.watch.noteResend(name, order);
        return this.#travel(() => host.call(name, (engine) => engine.resend(order)));
      },
      close: (order: Parameters<typeof this.watch.noteResend>[1]) => {
        this.watch.note(name, `operators ${order.actor} and ${order.approver} order that it is closed`);
        return this.#travel(() => host.call(name, (engine) => engine.close(order)));
      },
    });
    const [first, second] = this.databases.map((database) => database.bind(carry));
    return { DB: first, ...(second && { DB1: second }), ISSUANCE: { getByName } } as unknown as Env;
  }

  async #travel<T>(call: () => Promise<T>): Promise<T> {
    const { scheduler, random, watch } = this;
    watch.openCalls += 1;
    try {
      await scheduler.wait(random.between(1, 60));
      return await call();
    } finally {
      watch.openCalls -= 1;
    }
  }
}

function runAlarm(system: System, instance: Instance): Promise<void> {
  const { engine, journal, world } = instance;
  if (engine === undefined || journal === undefined || world === undefined)
    throw new Error("an instance without engine");
  return system.runAlarm(engine, journal, world);
}

function isNetwork(cause: unknown): boolean {
  return cause instanceof Error && /network connection lost|no answer within/.test(cause.message);
}

/** No warnings on the console, and no stacks: faults are many. */
function silence(isTraced: boolean): () => void {
  const { warn } = console;
  const { stackTraceLimit } = Error;
  console.warn = () => undefined;
  if (!isTraced) Error.stackTraceLimit = 0;
  return () => {
    console.warn = warn;
    Error.stackTraceLimit = stackTraceLimit;
  };
}

function printResult(result: IssueResult): string {
  if (result.type !== "issued") return JSON.stringify(result);
  const { document, isReplay, isUncertain } = result;
  const what = document === null ? "no number yet" : `#${document.number} ${document.state}`;
  return `${isReplay ? "replay" : "new"} ${what}${isUncertain ? " uncertain" : ""}`;
}
