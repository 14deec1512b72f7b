// Kills every object of the process at random, under requests that retry and under alarms: ABORTS=20000 is the release figure.
import { abortAllDurableObjects } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import { Issuance } from "../../src/issuance/object.ts";
import type { Answer } from "../support/api.ts";
import { setClockAhead } from "../support/clock.ts";
import { expectConsecutive, expectEnd } from "../support/final-state.ts";
import { awaitWake, DEATH, driveByAlarms, repeatAlarm } from "../support/issuance-object.ts";
import { ALL_KINDS, EVERY_MODULE, type Kind } from "../support/kind.ts";
import { createRandom, drawInteger, type Random } from "../support/random.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

/** Documents in flight when the instances die. */
const FLIGHT = 3;
/** Deaths of one flight: of the first passes, of the Worker's own retries, and of the alarms after them. */
const DEATHS = { least: 6, most: 15 } as const;
/** A run takes some thirty turns of the event loop; some deaths come when it is over. */
const MOST_TURNS = 40;
/** Deaths of everything at once during one flight. */
const ABORTS_PER_FLIGHT = 4;

beforeEach(setClockAhead);

/** Lets objects begin their work with a death in them, `deaths` in all: each dies some turns and microtasks later. */
class Reaper {
  deaths = 0;
  count = 0;
  readonly #random: Random;
  /** Instances that carry a death; each carries one. */
  readonly #infected = new Set<Issuance>();

  constructor(random: Random) {
    this.#random = random;
    const infect = (object: Issuance) => this.#infect(object);
    const { issue, alarm } = Issuance.prototype;
    Issuance.prototype.issue = function (command) {
      infect(this);
      return issue.call(this, command);
    };
    Issuance.prototype.alarm = function () {
      infect(this);
      return alarm.call(this);
    };
  }

  #infect(object: Issuance): void {
    if (this.deaths === 0 || this.#infected.has(object)) return;
    this.deaths -= 1;
    this.#infected.add(object);
    const { ctx, env: bindings } = object as unknown as { readonly ctx: DurableObjectState; readonly env: Env };
    const die = async () => {
      for (let turns = drawInteger(this.#random, MOST_TURNS); turns > 0; turns -= 1) await bindings.FILES.head("none");
      for (let microtasks = drawInteger(this.#random, 50); microtasks > 0; microtasks -= 1) await null;
      this.count += 1;
      this.#infected.delete(object);
      ctx.abort(DEATH);
    };
    ctx.waitUntil(die());
  }

  /** Until every death that was handed out has struck. */
  async rest(): Promise<void> {
    await expect.poll(() => this.#infected.size, { interval: 1 }).toBe(0);
  }
}

/** 200: the Worker asked again an object that had died with the verdict. 503 claims nothing. A bug would be 500. */
const STATUSES = [200, 201, 202, 502, 503];

const reaper = new Reaper(createRandom(env.TEST_BUDGET.seed));

describe.each(ALL_KINDS)("$title under random deaths", (kind) => {
  const random = createRandom(env.TEST_BUDGET.seed);
  const wanted = Math.ceil(env.TEST_BUDGET.aborts / ALL_KINDS.length);

  it("ends each document once, alarms alone, and contradicts no answer", { timeout: 3_600_000 }, async () => {
    const tenant = await createTenant(EVERY_MODULE);
    const answered = new Map<number, number>();
    let documents = 0;
    const before = reaper.count;
    for (let flight = 0; reaper.count - before < wanted; flight += 1) {
      setClockAhead();
      const keys = Array.from({ length: FLIGHT }, (_, index) => `${flight}-${index}`);
      reaper.deaths = DEATHS.least + drawInteger(random, DEATHS.most - DEATHS.least);
      const answers = await Promise.all(keys.map((key) => kind.post(tenant, key, kind.sample())));
      await reaper.rest();
      for (const [index, answer] of answers.entries()) {
        const key = keys[index] ?? "";
        answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
        await dieInAlarms(kind.nameOf(tenant, key), reaper);
        documents += await check(kind, tenant, key, answer);
      }
    }
    expect(await expectConsecutive(tenant, kind)).toBe(documents);
    console.info(
      `${reaper.count - before} deaths, ${documents} documents, answers by status`,
      Object.fromEntries(answered),
    );
  });

  it("ends them so too when all objects die at once, those of D1 and R2 too", { timeout: 3_600_000 }, async () => {
    const tenant = await createTenant(EVERY_MODULE);
    let documents = 0;
    for (let aborts = 0; aborts < wanted / 10; aborts += ABORTS_PER_FLIGHT) {
      setClockAhead();
      const keys = Array.from({ length: FLIGHT }, (_, index) => `${aborts}-${index}`);
      // The authority holds its answers back, so that the runtime waits and its timers come true.
      const flying = keys.map((key) => kind.post(tenant, key, kind.tagged("#silencio")));
      for (let left = ABORTS_PER_FLIGHT; left > 0; left -= 1) {
        await new Promise((resolve) => setTimeout(resolve, drawInteger(random, 80)));
        await abortAllDurableObjects();
      }
      const answers = await Promise.all(flying);
      for (const [index, answer] of answers.entries())
        documents += await check(kind, tenant, keys[index] ?? "", answer);
    }
    expect(await expectConsecutive(tenant, kind)).toBe(documents);
  });
});

/** The deaths that are left strike the alarms; the platform repeats an alarm whose handler died. */
async function dieInAlarms(name: string, reaper: Reaper): Promise<void> {
  while (reaper.deaths > 0 && (await awaitWake(name)) !== undefined) {
    await repeatAlarm(name).catch((cause: unknown) => expect(String(cause)).toContain(DEATH));
    await reaper.rest();
  }
  reaper.deaths = 0;
}

/**
 * Alarms alone bring the document to its end: what an answer said stays true, and the rest happened once or not at all.
 * @returns how many documents there are of it.
 */
async function check(kind: Kind, tenant: Tenant, key: string, answer: Answer): Promise<0 | 1> {
  expect(STATUSES).toContain(answer.status);
  const facts = kind.factsOf(answer);
  const record = await driveByAlarms(kind.nameOf(tenant, key));
  if (record === undefined) {
    expect(facts.id).toBeUndefined();
    return 0;
  }
  expect(["aceptado", "send_unknown"]).toContain(record.state);
  await expectEnd(kind, tenant, key, { state: record.state, arrivals: record.state === "aceptado" ? 1 : 0 });
  if (facts.id !== undefined) expect(facts).toMatchObject({ id: record.documentId, number: record.numbering?.number });
  if (facts.state === "aceptado") expect(record.state).toBe("aceptado");
  return 1;
}
