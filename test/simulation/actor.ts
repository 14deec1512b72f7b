// Plays clients, operators and the platform's own habits as events of a world.

import type { Company, Environment } from "../../src/domain/company.ts";
import { isTerminal } from "../../src/domain/document/state.ts";
import type { IssueCommand, IssueResult } from "../../src/issuance/contract/command.ts";
import { openDatabase, run } from "../../src/store/base/db.ts";
import type { DatabaseRow } from "./database.ts";
import { readHome } from "./home.ts";
import type { SimulatedObject } from "./host.ts";
import { listSeries, resumeSeries } from "./note.ts";
import { addCertificate, FIRST_NUMBER, makeCommand, numberKeyOf, PREFIX } from "./payload.ts";
import type { KeyPlan, PostPlan } from "./scenario.ts";
import type { SimulatedWorld } from "./world.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In calm weather the cron has little to do, and a simulated day of it would cost most of the time. */
const CALM_CRON_MS = HOUR_MS;

/** Each client keeps the payload that it first sent: a repeat is the same bytes, tomorrow too. */
class Client {
  readonly plan: KeyPlan;
  /** Those that it asked in. */
  readonly environments = new Set<Environment>();
  readonly #world: SimulatedWorld;
  readonly #commands = new Map<number, IssueCommand>();

  constructor(world: SimulatedWorld, plan: KeyPlan) {
    this.#world = world;
    this.plan = plan;
  }

  /** @param environment of the request, which was let in before the company moved; the company's own unless given. */
  async post(variant: number, isStale = false, environment?: Environment): Promise<IssueResult> {
    const { scheduler, system, database, scenario } = this.#world;
    const row = (await system
      .createLedger(openDatabase(database.bind(async (effect) => effect())))
      .loadCompany(1)) as Company;
    const module = this.plan.module ?? scenario.module;
    const company = { ...row, environment: environment ?? row.environment };
    const known =
      this.#commands.get(variant) ??
      makeCommand({ plan: this.plan, module }, variant, scheduler.nowMs - (isStale ? DAY_MS : 0), company);
    this.#commands.set(variant, known);
    this.environments.add(company.environment);
    const { clientId, key } = this.plan;
    const name = system.nameKey({ module, companyId: 1, clientId, environment: company.environment }, key);
    return this.#world.ask({ ...known, company, name });
  }

  hasPosted(variant: number): boolean {
    return this.#commands.has(variant);
  }

  /** Posts, and repeats while it does not know the end. */
  async insist({ variant, isStale }: PostPlan): Promise<void> {
    const { scheduler } = this.#world;
    for (const waitMs of [0, ...this.plan.retries]) {
      if (waitMs > 0) await scheduler.wait(waitMs);
      const result = await this.post(variant, isStale);
      const isOver = result.type === "issued" && result.document !== null && isTerminal(result.document.state);
      if (isOver || result.type === "conflict") return;
    }
  }
}

/** Schedules what clients do; the returned function brings them back in calm weather, until each knows its end. */
export function playClients(world: SimulatedWorld): () => void {
  const { scenario, scheduler, watch } = world;
  const report = (plan: KeyPlan) => (cause: unknown) => watch.violate("no bug", plan.name, `${cause}`);
  const clients = scenario.keys.map((plan) => new Client(world, plan));
  for (const client of clients) {
    for (const post of client.plan.posts) {
      scheduler.after(post.atMs, () => {
        for (let copy = 0; copy < post.copies; copy += 1) client.insist(post).catch(report(client.plan));
      });
    }
  }
  return () => {
    for (const client of clients) {
      const environments = client.environments.size > 0 ? client.environments : [undefined];
      for (const environment of environments) {
        watch.openCalls += 1;
        scheduler.after(1_000, () => {
          askToTheEnd(world, client, environment)
            .catch(report(client.plan))
            .finally(() => {
              watch.openCalls -= 1;
            });
        });
      }
    }
  };
}

/** Once, and again hours later while the document is open. */
async function askToTheEnd(
  { scheduler }: SimulatedWorld,
  client: Client,
  environment: Environment | undefined,
): Promise<void> {
  for (const waitMs of [2 * HOUR_MS, 3 * HOUR_MS, 4 * HOUR_MS, 11 * HOUR_MS]) {
    const own = await client.post(0, false, environment);
    // The key may be the altered payload's, if that came first.
    const result = own.type === "conflict" && client.hasPosted(1) ? await client.post(1, false, environment) : own;
    if (result.type === "conflict" || (result.type === "issued" && isTerminal(result.document?.state ?? "creating")))
      return;
    await scheduler.wait(waitMs);
  }
}

/** Schedules what operators do; the returned function lets them act on everything that is left, again and again. */
export function playOperators(world: SimulatedWorld): () => void {
  const { scenario, scheduler } = world;
  const order = (atMs: number, command: () => void) => scheduler.after(atMs, () => runCommand(world, command));
  for (const atMs of scenario.resendsMs) order(atMs, () => orderResends(world));
  for (const atMs of scenario.closesMs) order(atMs, () => orderClosings(world));
  const mendRanges = () => {
    resumeRanges(world);
    correctRanges(world);
    resumeSeries(world);
  };
  for (const atMs of scenario.resumesMs) order(atMs, mendRanges);
  const { certificateSwapMs, topUpMs } = scenario;
  if (certificateSwapMs !== undefined) order(certificateSwapMs, () => addCertificate(world.database, "2"));
  if (topUpMs !== undefined) {
    order(topUpMs, () => void world.database.query("UPDATE plans SET allowance = allowance + 5"));
  }
  return () => {
    for (let hour = 0; hour < 28; hour += 2) {
      order(hour * HOUR_MS, mendRanges);
      order(hour * HOUR_MS + 60_000, () => {
        orderClosings(world);
        orderResends(world);
      });
    }
  };
}

/** The storage of an object is gone. What it knew and D1 does not show yet must be asked again. */
function loseStorage(world: SimulatedWorld, object: SimulatedObject): void {
  const record = world.readRecord(object.name);
  const [row] = world.database.query("SELECT version FROM documents WHERE issuance_name = ?", object.name);
  if (record !== undefined && Number(row?.version ?? 0) < record.version) world.misfortune.unwritten.add(object.name);
  world.host.loseStorage(object);
}

/** The operator's program refuses what is about a company that is not at home; then operators try again later. */
function runCommand(world: SimulatedWorld, command: () => void): void {
  if (readHome(world.database) === 1) command();
  else world.scheduler.after(5 * 60_000, () => runCommand(world, command));
}

const ORDER = `INSERT OR IGNORE INTO resend_orders (company_id, document_id, kind, actor, approver, reason)
  VALUES (1, ?, ?, 'ana', 'luis', 'ausente')`;

/** There is no trace of them. What can only be closed is not sent again. */
function orderResends({ database, bucket }: SimulatedWorld): void {
  for (const { id, path } of database.query(
    "SELECT id, xml_path AS path FROM documents WHERE state = 'send_unknown'",
  )) {
    if (!bucket.planted.has(String(path))) database.query(ORDER, Number(id), "resend");
  }
}

/** Another document's file is in their place; now and then operators are mistaken, and then nobody orders that it is sent again. */
function orderClosings({ database, bucket, random, scenario, plan }: SimulatedWorld): void {
  const rashness = scenario.habits.denies > 0 && !plan.isCalm ? 0.5 : 0.1;
  const waiting = database.query(
    "SELECT id, xml_path AS path, last_status_error AS error FROM documents WHERE state IN ('firmado', 'send_unknown') AND xml_path IS NOT NULL",
  );
  for (const { id, path, error } of waiting) {
    const isShown = bucket.planted.has(String(path)) || error === "archive: other bytes at the path";
    if (isShown || random.chance(rashness)) database.query(ORDER, Number(id), "close");
  }
}

/** `operator range resume`: past what the other system used, when that is known, and it is in the end. */
function resumeRanges(world: SimulatedWorld): void {
  const { database, system, random, scenario, watch } = world;
  const db = openDatabase(database.bind(async (effect) => effect()));
  for (const row of database.query("SELECT * FROM ranges WHERE stopped_by IS NOT NULL")) {
    const isKnown = world.isCalm() || random.chance(0.5);
    moveRange(world, row, isKnown ? FIRST_NUMBER + scenario.takenNumbers : 0);
    run(db, system.resumeRange(Number(row.id))).catch((cause: unknown) =>
      watch.violate("no bug", "range resume", `${cause}`),
    );
  }
}

/** `operator range edit --next`: past numbers that other documents of the company hold. */
function correctRanges(world: SimulatedWorld): void {
  const { database, scenario } = world;
  if (!scenario.hasTwinRange) return;
  for (const row of database.query("SELECT * FROM ranges")) {
    const isHeld = (number: number) =>
      database.query(
        "SELECT 1 FROM documents WHERE full_number = ? AND prefix <> ?",
        `${row.prefix}${number}`,
        String(row.prefix),
      ).length > 0;
    let next = Number(row.next_number);
    while (isHeld(next)) next += 1;
    moveRange(world, row, next);
  }
}

function moveRange({ database, misfortune, watch }: SimulatedWorld, row: DatabaseRow, past: number): void {
  const [id, next, last] = [Number(row.id), Number(row.next_number), Number(row.to_number)];
  const from = Math.max(next, Math.min(past, last + 1));
  const skipped = misfortune.skipped.get(id) ?? new Set<number>();
  misfortune.skipped.set(id, skipped);
  for (let number = next; number < from; number += 1) skipped.add(number);
  database.query("UPDATE ranges SET next_number = ? WHERE id = ?", from, id);
  watch.note("D1", `range ${id} goes on with ${from}`);
}

/** The cron, lost storage, and what strangers did before us; the returned function starts the cron where there was none. */
export function playPlatform(world: SimulatedWorld): () => void {
  const { scenario, scheduler, system, env, host, bucket, authority, random } = world;
  const { cronEveryMs = Number.POSITIVE_INFINITY } = scenario;
  const tick = () => {
    scheduler.after(world.isCalm() ? CALM_CRON_MS : cronEveryMs, tick);
    const run = async () => {
      await system.deliverResendOrders(env, scheduler.nowMs);
      await system.wakeOverdue(env, scheduler.nowMs);
    };
    // A cron run that fails is followed by the next one.
    run().catch((cause: unknown) => world.watch.note("cron", `fails: ${cause}`));
  };
  if (scenario.cronEveryMs !== undefined) scheduler.after(scenario.cronEveryMs, tick);
  for (const atMs of scenario.troubles.moves) {
    scheduler.after(atMs, () =>
      runCommand(world, () => {
        const [row] = world.database.query(
          "UPDATE companies SET environment = iif(environment = 'produccion', 'habilitacion', 'produccion') RETURNING environment",
        );
        world.watch.note("D1", `the company moves to ${row?.environment}`);
      }),
    );
  }
  for (const atMs of scenario.losses) {
    scheduler.after(atMs, () => {
      const objects = [...host.objects.values()].filter(({ name }) => world.readRecord(name) !== undefined);
      if (objects.length > 0) loseStorage(world, random.pick(objects));
    });
  }
  for (let index = 0; index < scenario.foreignFiles; index += 1) {
    const path = `documents/1/${scenario.environment}/05/${PREFIX}${FIRST_NUMBER + index}.xml`;
    bucket.plant(path, new TextEncoder().encode("other bytes"));
  }
  for (let index = 0; index < scenario.takenNumbers; index += 1) {
    authority.occupy(numberKeyOf(scenario.environment, "05", `${PREFIX}${FIRST_NUMBER + index}`));
  }
  for (const { typeCode, environment, prefix, next } of listSeries(world)) {
    for (let index = 0; index < scenario.takenNotes; index += 1) {
      authority.occupy(numberKeyOf(environment, typeCode, `${prefix}${next + index}`));
    }
  }
  return () => {
    if (scenario.cronEveryMs === undefined) tick();
  };
}
