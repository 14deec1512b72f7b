// Tests the rows of the crash table that are no crash at a point: a request in flight, errors of other services, lost alarms,
// lost journals.
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ports } from "../../src/issuance/contract/ports.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { findByName } from "../../src/store/document/documents.ts";
import { setClockAhead } from "../support/clock.ts";
import { runCron } from "../support/cron.ts";
import { expectConsecutive, expectEnd } from "../support/final-state.ts";
import {
  awaitWake,
  type CrashPoint,
  driveByAlarms,
  driveOnce,
  killInstance,
  live,
  loseAlarm,
  loseJournal,
  readRecord,
} from "../support/issuance-object.ts";
import { ALL_KINDS, EVERY_MODULE } from "../support/kind.ts";
import { listSendings } from "../support/ledger.ts";
import { resumeRanges } from "../support/range.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const ACCEPTED = { state: "aceptado", arrivals: 1 } as const;
const UNKNOWN = { state: "send_unknown", arrivals: 0 } as const;

/** Older than the grace that the cron gives an alarm. */
const OVERDUE_MS = 3 * 60_000;

/** Calls of the world that may fail although they took effect, or without. */
const FALLIBLE = [
  ["ledger", "allocate"],
  ["signer", "sign"],
  ["archive", "putOnce"],
  ["ledger", "project"],
] as const;

type Fallible = (typeof FALLIBLE)[number];

/** The first `times` calls fail, with their effect or without. */
function failing([port, call]: Fallible, times: number, hasEffect: boolean): (ports: Ports) => Ports {
  return (ports) => {
    let left = times;
    const inner = ports[port] as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>;
    const failed = async (...values: unknown[]) => {
      if (left === 0) return inner[call]?.(...values);
      left -= 1;
      if (hasEffect) await inner[call]?.(...values);
      throw new Error("Network connection lost.");
    };
    return { ...ports, [port]: { ...inner, [call]: failed } };
  };
}

const FAILURES = FALLIBLE.flatMap((fallible) =>
  [1, 2, 3].flatMap((times) =>
    [true, false].map((hasEffect) => ({ fallible, call: fallible.join("."), times, hasEffect })),
  ),
);

/** Where the instance stood when its journal was lost, and what can be known afterwards. */
const LOSSES: readonly {
  readonly title: string;
  readonly crash: CrashPoint;
  readonly end: typeof ACCEPTED | typeof UNKNOWN;
}[] = [
  { title: "with a number", crash: { point: "signer.sign before", visit: 1, writes: "saved" }, end: UNKNOWN },
  {
    title: "signed and archived",
    crash: { point: "authority.send before", visit: 1, writes: "unsaved" },
    end: UNKNOWN,
  },
  { title: "sent and unanswered", crash: { point: "authority.send after", visit: 1, writes: "saved" }, end: ACCEPTED },
  { title: "settled", crash: { point: "answer", visit: 1, writes: "saved" }, end: ACCEPTED },
];

describe.each(ALL_KINDS)("$title", (kind) => {
  let tenant: Tenant;
  beforeEach(setClockAhead);
  beforeAll(async () => {
    tenant = await createTenant(EVERY_MODULE);
  });
  afterAll(async () => {
    await expectConsecutive(tenant, kind);
  });

  async function die(key: string, crash: CrashPoint): Promise<string> {
    const command = await kind.toCommand(tenant, key, kind.sample());
    const { ended } = await live(command.name, (engine) => engine.issue(command), { crash });
    expect(ended.type).toBe("died");
    return command.name;
  }

  it("dies while the authority holds the answer back: it asks, and never sends again", async () => {
    const before = (await listSendings(tenant.nit)).length;
    const command = await kind.toCommand(tenant, "in flight", kind.tagged("#lento"));
    const dying = live(command.name, (engine) => engine.issue(command));
    await expect.poll(async () => (await listSendings(tenant.nit)).length, { interval: 20 }).toBe(before + 1);
    await killInstance(command.name);
    expect((await dying).ended.type).toBe("died");
    expect((await readRecord(command.name))?.state).toBe("sending");
    await driveByAlarms(command.name);
    await expectEnd(kind, tenant, "in flight", ACCEPTED);
  });

  it.each(FAILURES)("$call fails $times times (with effect: $hasEffect), and nothing is done twice", async (row) => {
    const key = `failing ${row.call} ${row.times} ${row.hasEffect}`;
    const command = await kind.toCommand(tenant, key, kind.sample());
    const change = failing(row.fallible, row.times, row.hasEffect);
    const { ended } = await live(command.name, (engine) => engine.issue(command), { change });
    expect(ended.type).toBe("returned");
    await driveByAlarms(command.name);
    await expectEnd(kind, tenant, key, ACCEPTED);
  });

  it.each([
    ["with a number", "signer.sign before"],
    ["signed", "archive.putOnce before"],
    ["archived", "archive.putOnce after"],
    ["sent", "authority.send after"],
  ])("loses its alarm, %s: the cron drives it", async (title, point) => {
    const key = `lost alarm ${title}`;
    const name = await die(key, { point, visit: 1, writes: "saved" });
    await loseAlarm(name);
    const version = (await awaitWake(name))?.version ?? 0;
    await runCron(tenant.companyId, Date.now() + OVERDUE_MS);
    await expect.poll(async () => (await readRecord(name))?.version, { interval: 10 }).toBeGreaterThan(version);
    await driveByAlarms(name);
    await expectEnd(kind, tenant, key, ACCEPTED);
  });

  it("loses its alarm before it has a number: the next call drives it", async () => {
    const name = await die("lost early", { point: "ledger.allocate before", visit: 1, writes: "saved" });
    await loseAlarm(name);
    await awaitWake(name);
    const answer = await kind.post(tenant, "lost early", kind.sample());
    expect(answer.status).toBe(202);
    await expect.poll(async () => (await readRecord(name))?.state, { interval: 10 }).toBe("aceptado");
    await driveByAlarms(name);
    await expectEnd(kind, tenant, "lost early", ACCEPTED);
  });

  it.each(LOSSES)("loses its journal, $title: the same request adopts the row and never sends", async (row) => {
    const key = `lost journal ${row.title}`;
    const name = await die(key, row.crash);
    const before = await findByName(openDatabase(env.DB), name);
    await loseJournal(name);
    expect(await readRecord(name)).toBeUndefined();
    const answer = await kind.post(tenant, key, kind.sample());
    expect([200, 202]).toContain(answer.status);
    expect(kind.factsOf(answer)).toMatchObject({ id: before?.documentId, number: before?.numbering?.number });
    const other = await kind.post(tenant, key, kind.tagged("#aviso"));
    expect(other.status).toBe(409);
    await driveByAlarms(name);
    const record = await expectEnd(kind, tenant, key, row.end);
    expect(record).toMatchObject({ isAdopted: true, documentId: before?.documentId, numbering: before?.numbering });
  });

  it("loses its journal after the request left: the cron alone adopts the row and asks", async () => {
    const crash: CrashPoint = { point: "authority.send after", visit: 1, writes: "saved" };
    const name = await die("adopted by cron", crash);
    await loseJournal(name);
    await runCron(tenant.companyId, Date.now() + OVERDUE_MS);
    await expect.poll(async () => (await readRecord(name))?.isAdopted, { interval: 10 }).toBe(true);
    // D1 knew a number and no signed file: without the payload nothing can be asked, and nothing is sent.
    for (let day = 1; day <= 3; day += 1) await driveOnce(name);
    expect(await readRecord(name)).toMatchObject({ state: "creating", isAdopted: true });
    setClockAhead();
    await kind.post(tenant, "adopted by cron", kind.sample());
    await expect.poll(async () => (await readRecord(name))?.state, { interval: 10 }).not.toBe("creating");
    await driveByAlarms(name);
    await expectEnd(kind, tenant, "adopted by cron", ACCEPTED);
  });

  it.each([
    ["ledger.project before", 2],
    ["ledger.project after", 2],
    ["signer.sign before", 1],
  ])(
    "loses journal, instance (%s) and alarm once the payload came again: the cron finds it within minutes",
    async (point, visit) => {
      const key = `lost thrice ${point}`;
      const name = await die(key, { point: "authority.send after", visit: 1, writes: "saved" });
      await loseJournal(name);
      await die(key, { point, visit, writes: "saved" });
      expect(await readRecord(name)).toMatchObject({ isAdopted: true, state: "creating" });
      await loseAlarm(name);
      await runCron(tenant.companyId, Date.now() + OVERDUE_MS);
      await expect.poll(async () => (await readRecord(name))?.state, { timeout: 10_000 }).not.toBe("creating");
      await driveByAlarms(name);
      await expectEnd(kind, tenant, key, ACCEPTED);
    },
  );

  it("loses its journal where another document's file lies at its path: that file is never taken for its own", async () => {
    const key = "another file";
    const name = await die(key, { point: "signer.sign before", visit: 1, writes: "saved" });
    const before = await findByName(openDatabase(env.DB), name);
    const { prefix, number } = before?.numbering ?? { prefix: "", number: 0 };
    const path = `documents/${tenant.companyId}/produccion/${before?.typeCode}/${prefix}${number}.xml`;
    await env.FILES.put(path, "<Invoice>another document</Invoice>");
    await loseJournal(name);
    await kind.post(tenant, key, kind.sample());
    await expect.poll(async () => (await readRecord(name))?.state, { timeout: 10_000 }).toBe("firmado");
    const record = await readRecord(name);
    expect(record).toMatchObject({ isArchived: false, isAdopted: true, xmlPath: path });
    expect((await listSendings(tenant.nit)).filter((one) => one.document_key === record?.fiscalId)).toEqual([]);
    // Its number is another document's: the range stopped.
    await resumeRanges(tenant.companyId);
  });

  it("never spins: a turn whose steps lead to no rest ends with an error, and a later wake goes on", async () => {
    const name = await die("spinning", { point: "authority.send after", visit: 1, writes: "saved" });
    await loseJournal(name);
    await runCron(tenant.companyId, Date.now() + OVERDUE_MS);
    await expect.poll(async () => (await readRecord(name))?.isAdopted, { interval: 10 }).toBe(true);
    await awaitWake(name);
    const change = (ports: Ports) => ({ ...ports, pollScale: 0 });
    await expect(live(name, (engine) => engine.wake(name), { change })).rejects.toThrow("200 steps without rest");
    setClockAhead();
    await kind.post(tenant, "spinning", kind.sample());
    await expect.poll(async () => (await readRecord(name))?.state, { interval: 10 }).not.toBe("creating");
    await driveByAlarms(name);
    await expectEnd(kind, tenant, "spinning", ACCEPTED);
  });
});
