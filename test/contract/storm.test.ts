// Tests storms: hundreds of requests at once get one document, and what runs out is given exactly to its end.
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import type { Answer } from "../support/api.ts";
import { expectConsecutive, expectEnd } from "../support/final-state.ts";
import { inspectStorage, readRecord } from "../support/issuance-object.ts";
import { KINDS, type Kind } from "../support/kind.ts";
import { listSendings } from "../support/ledger.ts";
import { createRandom } from "../support/random.ts";
import { createClient, createTenant, type Tenant, type TenantOptions } from "../support/tenant.ts";

const isLong = env.TEST_BUDGET.stormRounds > 1;
/** Requests under one key: `crowd.long.test.ts` has a thousand of each kind. */
const CROWD = isLong ? 1_000 : 200;
/** Requests of the other storms. */
const SMALL_CROWD = isLong ? 500 : 100;
const ACCEPTED = { state: "aceptado", arrivals: 1 } as const;
const random = createRandom(env.TEST_BUDGET.seed);
const rounds = Array.from({ length: env.TEST_BUDGET.stormRounds }, (_, index) => index + 1);

beforeAll(() => {
  // One log line per request, thousands of them.
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

const times = <Item>(count: number, make: (index: number) => Item) => Array.from({ length: count }, (_, i) => make(i));

function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string | number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[nameOf(item)] = (counts[nameOf(item)] ?? 0) + 1;
  return counts;
}

const statusesOf = (answers: readonly Answer[]) => countBy(answers, ({ status }) => status);
const idsOf = (kind: Kind, answers: readonly Answer[]) =>
  new Set(answers.map((answer) => kind.factsOf(answer).id).filter((id) => id !== undefined));

/** The object's work goes on after the answers. */
async function settle(kind: Kind, tenant: Tenant, key: string): Promise<IssueRecord | undefined> {
  const read = () => readRecord(kind.nameOf(tenant, key));
  await expect.poll(async () => (await read())?.wakeAt, { interval: 20, timeout: 10_000 }).toBeNull();
  return read();
}

describe.each(KINDS)("a storm of $title", (kind) => {
  it.each(rounds)("round %i: all requests of one key are one document", async () => {
    const tenant = await createTenant();
    const body = kind.sample();
    const answers = await Promise.all(times(CROWD, () => kind.post(tenant, "one", body)));
    const { 200: replayed = 0, 201: created, 202: pending = 0, ...others } = statusesOf(answers);
    expect(others).toEqual({});
    expect(created).toBe(1);
    expect(replayed + pending).toBe(CROWD - 1);
    expect(idsOf(kind, answers).size).toBe(1);
    await settle(kind, tenant, "one");
    await expectEnd(kind, tenant, "one", ACCEPTED);
    expect(await listSendings(tenant.nit)).toHaveLength(1);
    expect(await expectConsecutive(tenant, kind)).toBe(1);
  });

  it("with one altered in ten: with any of them first, the others' payload is a conflict", async () => {
    const tenant = await createTenant();
    const bodies = { plain: kind.sample(), altered: kind.tagged("#aviso") };
    const names = times(SMALL_CROWD, () => (random() < 0.1 ? "altered" : "plain") as keyof typeof bodies);
    const facts = await Promise.all(
      names.map(async (name) => ({ name, answer: await kind.post(tenant, "mixed", bodies[name]) })),
    );
    const won = facts.filter(({ answer }) => answer.status !== 409);
    const lost = facts.filter(({ answer }) => answer.status === 409);
    expect(new Set(won.map(({ name }) => name)).size).toBe(1);
    expect(new Set(lost.map(({ name }) => name)).size).toBe(1);
    expect(won[0]?.name).not.toBe(lost[0]?.name);
    expect(won.filter(({ answer }) => answer.status === 201)).toHaveLength(1);
    expect(won.every(({ answer }) => [200, 201, 202].includes(answer.status))).toBe(true);
    expect(new Set(lost.map(({ answer }) => `${answer.body.ok} ${answer.body.code}`))).toEqual(
      new Set(["false idempotency_conflict"]),
    );
    await settle(kind, tenant, "mixed");
    await expectEnd(kind, tenant, "mixed", ACCEPTED);
  });

  it("of many keys: as many documents, numbers without gap or duplicate", async () => {
    const tenant = await createTenant();
    const count = isLong ? 50 : 20;
    const keys = times(count, (index) => `key ${index}`);
    const answers = await Promise.all(keys.map((key) => kind.post(tenant, key, kind.sample())));
    expect(statusesOf(answers)).toEqual({ 201: count });
    const numbers = answers.map((answer) => kind.factsOf(answer).number ?? 0).sort((one, other) => one - other);
    expect(numbers).toEqual(times(count, (index) => index + 1));
    for (const key of keys) await settle(kind, tenant, key);
    for (const key of keys) await expectEnd(kind, tenant, key, ACCEPTED);
    expect(await expectConsecutive(tenant, kind)).toBe(count);
    expect(await listSendings(tenant.nit)).toHaveLength(count);
  });

  it.each<[string, TenantOptions, number, string, string, number]>([
    [
      "two numbers of a range",
      { numbersLeft: 2 },
      400,
      "range_exhausted",
      "UPDATE ranges SET to_number = to_number + 1 WHERE company_id = ?1",
      // The authority never granted the third number, and says so.
      422,
    ],
    [
      "two documents of a plan",
      { allowance: 50, used: 48 },
      403,
      "plan_exhausted",
      "UPDATE plans SET allowance = allowance + 1 WHERE company_id = ?1",
      201,
    ],
  ])("for the last %s: exactly two", async (_, options, status, code, extend, extended) => {
    const tenant = await createTenant(options);
    const keys = times(SMALL_CROWD, (index) => `key ${index}`);
    const answers = await Promise.all(keys.map((key) => kind.post(tenant, key, kind.sample())));
    expect(statusesOf(answers)).toEqual({ 201: 2, [status]: SMALL_CROWD - 2 });
    const refused = answers.flatMap((answer, index) => (answer.status === 201 ? [] : [{ answer, key: keys[index] }]));
    expect(countBy(refused, ({ answer }) => answer.body.code)).toEqual({ [code]: SMALL_CROWD - 2 });
    expect(await countRows(tenant)).toEqual({ documents: 2, parties: 1, files: 2 });
    for (const { key = "" } of refused.slice(0, 20)) {
      expect(await readRecord(kind.nameOf(tenant, key))).toBeUndefined();
      expect(await inspectStorage(kind.nameOf(tenant, key))).toEqual({ alarm: null, chunks: 0 });
    }
    await env.DB.prepare(extend).bind(tenant.companyId).run();
    const [first, second] = refused;
    expect((await kind.post(tenant, first?.key ?? "", kind.sample())).status).toBe(extended);
    expect((await kind.post(tenant, second?.key ?? "", kind.sample())).body.code).toBe(code);
    expect(await listSendings(tenant.nit)).toHaveLength(3);
  });

  it("of one key from two clients gives each its support document, and both one invoice", async () => {
    const tenant = await createTenant();
    const client = await createClient(tenant.companyId, [`${kind.module}.write`, `${kind.module}.read`]);
    const clients = [tenant, { ...tenant, ...client }];
    const posts = times(40, (index) => clients[index % 2] ?? tenant).map((one) =>
      kind.post(one, "same", kind.sample()),
    );
    const answers = await Promise.all(posts);
    // A key of support documents belongs to the client, that of invoices to the company.
    const documents = kind.module === "dse" ? 2 : 1;
    expect(idsOf(kind, answers).size).toBe(documents);
    expect(statusesOf(answers)[201]).toBe(documents);
    expect(await expectConsecutive(tenant, kind)).toBe(documents);
    for (const one of clients) await settle(kind, one, "same");
    expect(await listSendings(tenant.nit)).toHaveLength(documents);
  });

  it.each(["", "#proceso", "#silencio", "#cortado"])(
    "of requests, reads, alarms and operators at once is one document (%s)",
    async (tag) => {
      const tenant = await createTenant();
      const body = tag === "" ? kind.sample() : kind.tagged(tag);
      const command = await kind.toCommand(tenant, "all", body);
      const stub = () => env.ISSUANCE.getByName(command.name);
      const order = { orderId: 1, actor: "ana", approver: "beto", reason: "tormenta" };
      const acts: (() => Promise<unknown>)[] = [
        () => kind.post(tenant, "all", body),
        () => runDurableObjectAlarm(stub()),
        () => stub().wake(command.name),
        () => stub().resend(order),
        async () => {
          const id = (await stub().read())?.documentId;
          if (typeof id === "number") expect((await kind.read(tenant, id)).status).toBe(200);
        },
      ];
      for (let wave = 0; wave < 5; wave += 1) {
        await Promise.all(times(40, (index) => acts[index % acts.length]?.()));
      }
      await settle(kind, tenant, "all");
      await expectEnd(kind, tenant, "all", ACCEPTED);
    },
  );
});

/** Everything that a refused request could have left behind. */
async function countRows({ companyId }: Tenant) {
  return env.DB.prepare(
    `SELECT (SELECT count(*) FROM documents WHERE company_id = ?1) AS documents,
      (SELECT count(*) FROM third_parties WHERE company_id = ?1) AS parties,
      (SELECT sum(next - 1) FROM file_sequences WHERE company_id = ?1) AS files`,
  )
    .bind(companyId)
    .first();
}
