// Tests a company that moves from its tests to production, and back: a key belongs to the environment in which it was used, an
// open document stays in its own, and nothing of the one is taken for the other.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Answer } from "../support/api.ts";
import { setClockAhead } from "../support/clock.ts";
import { type CrashPoint, driveByAlarms, live, readRecord } from "../support/issuance-object.ts";
import { KINDS, type Kind } from "../support/kind.ts";
import { listSendings, listSendingsOf } from "../support/ledger.ts";
import { createTenant, moveTenant, type Tenant } from "../support/tenant.ts";

beforeEach(() => {
  setClockAhead();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const KEY = "sale-1";

async function readTestSet({ companyId }: Tenant): Promise<string | null> {
  const sql = "SELECT test_set_id FROM software WHERE company_id = ?1";
  return env.DB.prepare(sql).bind(companyId).first<string>("test_set_id");
}

async function countRows({ companyId }: Tenant): Promise<number | null> {
  return env.DB.prepare("SELECT count(*) AS rows FROM documents WHERE company_id = ?1")
    .bind(companyId)
    .first<number>("rows");
}

/** What an answer says of its being a test: a boolean of invoices (2.9), a number of support documents (2.16). */
const flagOf = (kind: Kind, { body }: Answer): unknown =>
  kind.module === "fe" ? body.es_habilitacion : body.documento.es_habilitacion;
const flagFor = (kind: Kind, isTest: boolean): unknown => (kind.module === "fe" ? isTest : Number(isTest));

const operationsOf = async ({ nit }: Tenant) => (await listSendings(nit)).map(({ operation }) => operation);

/** What a client gets once its document of habilitacion is settled. */
async function settleTest(kind: Kind, tenant: Tenant, name: string): Promise<Answer> {
  await driveByAlarms(name);
  const answer = await kind.post(tenant, KEY, kind.sample());
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(kind.factsOf(answer).state).toBe("aceptado");
  return answer;
}

describe.each(KINDS)("$title", (kind) => {
  it("a key of habilitacion is new in production, and each environment repeats its own document", async () => {
    const testing = await createTenant({ environment: "habilitacion" });
    const testSetId = await readTestSet(testing);
    await kind.post(testing, KEY, kind.sample());
    const test = await settleTest(kind, testing, kind.nameOf(testing, KEY));

    const producing = await moveTenant(testing, "produccion", null);
    const sale = await kind.post(producing, KEY, kind.sample());
    expect(sale.status).toBe(201);
    expect(kind.factsOf(sale)).toMatchObject({ state: "aceptado" });
    expect(kind.factsOf(sale).id).not.toBe(kind.factsOf(test).id);
    expect(await operationsOf(testing)).toEqual(["SendTestSetAsync", "SendBillSync"]);
    const replay = await kind.post(producing, KEY, kind.sample());
    expect(replay.status).toBe(200);
    expect(kind.factsOf(replay)).toEqual(kind.factsOf(sale));
    expect((await kind.post(producing, KEY, kind.tagged("#otro"))).status).toBe(409);

    const back = await moveTenant(producing, "habilitacion", testSetId);
    expect(kind.factsOf(await kind.post(back, KEY, kind.sample()))).toEqual(kind.factsOf(test));
    expect(await countRows(testing)).toBe(2);
    expect((await readRecord(kind.nameOf(producing, KEY)))?.environment).toBe("produccion");
  });

  it("every answer about a document says whether it is a test", async () => {
    const testing = await createTenant({ environment: "habilitacion" });
    const created = await kind.post(testing, KEY, kind.sample());
    const test = await settleTest(kind, testing, kind.nameOf(testing, KEY));
    const producing = await moveTenant(testing, "produccion", null);
    const sale = await kind.post(producing, KEY, kind.sample());
    const replayed = await kind.post(producing, KEY, kind.sample());
    const rejected = await kind.post(producing, "rejected", kind.tagged("#rechazo"));
    const rejectedAgain = await kind.post(producing, "rejected", kind.tagged("#rechazo"));
    const uncertain = await kind.post(producing, "uncertain", kind.tagged("#html"));
    const answers = [created, test, sale, replayed, rejected, rejectedAgain, uncertain];
    expect(answers.map(({ status }) => status)).toEqual([expect.any(Number), 200, 201, 200, 422, 422, 502]);
    expect(answers.map((answer) => flagOf(kind, answer))).toEqual(
      answers.map((_, position) => flagFor(kind, position < 2)),
    );
  });

  it("a reservation whose company moves before it has its number takes none, and leaves the key free", async () => {
    const testing = await createTenant({ environment: "habilitacion" });
    const name = kind.nameOf(testing, KEY);
    const command = await kind.toCommand(testing, KEY, kind.sample());
    const crash: CrashPoint = { point: "ledger.allocate before", visit: 1, writes: "saved" };
    await live(name, (engine) => engine.issue(command), { crash });
    expect((await readRecord(name))?.state).toBe("creating");
    const producing = await moveTenant(testing, "produccion", null);
    expect(await driveByAlarms(name)).toBeUndefined();
    expect(await countRows(testing)).toBe(0);
    const sale = await kind.post(producing, KEY, kind.sample());
    expect(kind.factsOf(sale)).toMatchObject({ number: 1, state: "aceptado" });
  });

  it("a request that was authenticated before its company moved is asked to come again", async () => {
    const testing = await createTenant({ environment: "habilitacion" });
    const command = await kind.toCommand(testing, KEY, kind.sample());
    await moveTenant(testing, "produccion", null);
    const { ended } = await live(command.name, (engine) => engine.issue(command));
    expect(ended).toEqual({ type: "returned", result: { type: "unavailable" } });
    expect(await readRecord(command.name)).toBeUndefined();
    expect(await countRows(testing)).toBe(0);
  });

  describe("an open document of a company that has moved on", () => {
    it("is asked about, and sent again by order, where it belongs", async () => {
      const testing = await createTenant({ environment: "habilitacion" });
      await kind.post(testing, KEY, kind.tagged("#perdido"));
      const name = kind.nameOf(testing, KEY);
      const record = await driveByAlarms(name);
      expect(record?.state).toBe("send_unknown");
      await moveTenant(testing, "produccion", null);
      const order = { orderId: 1, actor: "ana", approver: "beto", reason: "la autoridad no lo conoce" };
      expect(await env.ISSUANCE.getByName(name).resend(order)).toMatchObject({ type: "resent" });
      const sendings = async () => (await listSendingsOf(record?.fiscalId ?? "")).map(({ operation }) => operation);
      await expect.poll(sendings, { interval: 20 }).toEqual(["SendTestSetAsync", "SendTestSetAsync"]);
    });

    const CRASH_POINTS: readonly { readonly title: string; readonly point: string }[] = [
      { title: "numbered", point: "signer.sign before" },
      { title: "signed", point: "archive.putOnce before" },
      { title: "archived", point: "archive.putOnce after" },
    ];

    it.each(CRASH_POINTS)("ends there: $title", async ({ point }) => {
      const testing = await createTenant({ environment: "habilitacion" });
      const name = kind.nameOf(testing, KEY);
      const command = await kind.toCommand(testing, KEY, kind.sample());
      await live(name, (engine) => engine.issue(command), { crash: { point, visit: 1, writes: "saved" } });
      const producing = await moveTenant(testing, "produccion", null);
      const record = await driveByAlarms(name);
      expect(record?.state).toBe("aceptado");
      expect(record?.xmlPath).toContain("/habilitacion/");
      expect(await operationsOf(testing)).toEqual(["SendTestSetAsync"]);
      const sale = await kind.post(producing, KEY, kind.sample());
      expect(sale.status).toBe(201);
      expect(kind.factsOf(sale).id).not.toBe(record?.documentId);
    });
  });
});
