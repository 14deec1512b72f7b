// Tests that isolates share what they hear of the authority, and that an outage is reported once.
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import { createBrake, findCondition } from "../../src/issuance/port/brake-port.ts";

const NOW = Date.parse("2026-11-26T08:00:00.000Z");
const SECOND = 1_000;

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM authority_health").run();
  await env.DB.prepare("DELETE FROM alerts WHERE code LIKE 'authority%'").run();
});

/** An isolate of its own: it knows nothing yet. `reads`: how often it asked D1. */
function openIsolate() {
  const asked = { reads: 0 };
  const DB = {
    prepare: (sql: string) => {
      asked.reads += 1;
      return env.DB.prepare(sql);
    },
    batch: (all: D1PreparedStatement[]) => env.DB.batch(all),
  } as D1Database;
  const one: Env = { ...env, DB, POLL_SCALE: "1" };
  return { asked, env: one, brake: createBrake(one) };
}

type Isolate = ReturnType<typeof openIsolate>;
const judge = ({ brake }: Isolate, at: number, companyId = 1) =>
  brake.judge("produccion", { companyId, reservedMs: NOW }, NOW + at * SECOND);
const note = ({ brake }: Isolate, at: number, isAnswered: boolean, isSending: boolean, companyId = 1) =>
  brake.note("produccion", { companyId, isSending, startedMs: NOW + at * SECOND - 1 }, isAnswered, NOW + at * SECOND);
const fail = (isolate: Isolate, at: number, companyId = 1) => note(isolate, at, false, true, companyId);
const begin = ({ brake }: Isolate, at: number) =>
  brake.begin("produccion", { companyId: 1, isSending: false, startedMs: NOW + at * SECOND });
const answer = (isolate: Isolate, at: number, isSending = false) => note(isolate, at, true, isSending);
const listAlerts = async () =>
  (
    await env.DB.prepare(
      "SELECT code, subject, company_id FROM alerts WHERE code LIKE 'authority%' ORDER BY code",
    ).all()
  ).results;

describe("what isolates share", () => {
  it("is an outage that none of them saw whole, reported once, and so is its end", async () => {
    const [first, second] = [openIsolate(), openIsolate()];
    for (const [at, one] of [first, second, first, second, first].entries()) await fail(one, at + 1);
    expect((await judge(first, 6)).type).toBe("wait");
    // The other one asks before it sends anything, and knows as soon as that fails.
    expect((await judge(second, 6)).type).toBe("ask");
    await fail(second, 7);
    expect((await judge(second, 8)).type).toBe("wait");
    const late = openIsolate();
    expect((await judge(late, 8)).type).toBe("wait");
    expect(await findCondition(late.env, "produccion", NOW + 8 * SECOND)).toEqual({
      state: "caida",
      sinceMs: NOW + SECOND,
    });
    expect(await findCondition(late.env, "habilitacion", NOW)).toEqual({ state: "normal", sinceMs: null });
    // One of them may ask in each half minute.
    const asks = await Promise.all([first, second, late].map((one) => judge(one, 36)));
    expect(asks.map(({ type }) => type).sort()).toEqual(["ask", "wait", "wait"]);
    await answer(second, 37);
    expect(await findCondition(late.env, "produccion", NOW + 38 * SECOND)).toMatchObject({ state: "lenta" });
    expect(await listAlerts()).toMatchObject([{ code: "authority_down" }]);
    // One document of all is tried.
    const tries = await Promise.all([first, second, late].map((one) => judge(one, 100)));
    expect(tries.map(({ type }) => type).sort()).toEqual(["go", "wait", "wait"]);
    await answer(late, 130, true);
    expect(await listAlerts()).toEqual([
      { code: "authority_back", subject: "produccion since:2026-11-26T08:00:01.000Z", company_id: null },
      { code: "authority_down", subject: "produccion since:2026-11-26T08:00:01.000Z", company_id: null },
    ]);
  });

  it("is told as over when a sending is answered: questions may be answered while every sending still fails", async () => {
    const [one, other] = [openIsolate(), openIsolate()];
    for (const at of [1, 2, 3, 4, 5]) await fail(one, at);
    const told = async () => (await listAlerts()).map(({ code }) => code);
    for (const at of [40, 140, 240, 340, 440]) {
      await answer(one, at);
      await fail(at === 240 ? other : one, at + 5);
      expect(await told()).toEqual(["authority_down"]);
      expect(await findCondition(one.env, "produccion", NOW + (at + 6) * SECOND)).toMatchObject({ state: "caida" });
    }
    // It fails again as a whole: the same outage, of which people know.
    for (const at of [501, 502, 503, 504, 505]) await fail(one, at);
    await answer(one, 540);
    expect(await told()).toEqual(["authority_down"]);
    await answer(other, 650, true);
    expect(await told()).toEqual(["authority_back", "authority_down"]);
    const back = await env.DB.prepare("SELECT detail FROM alerts WHERE code = 'authority_back'").first("detail");
    expect(JSON.parse(String(back))).toEqual({
      environment: "produccion",
      since: "2026-11-26T08:10:50.000Z",
      down: "2026-11-26T08:00:01.000Z",
    });
  });

  it("is sendings that fail while questions are answered: they are held, and one document after another is tried", async () => {
    const [one, other] = [openIsolate(), openIsolate()];
    for (const at of [1, 3, 5, 7, 9]) {
      await fail(at === 3 ? other : one, at, at);
      await answer(one, at + 1);
    }
    const down = await env.DB.prepare("SELECT detail FROM alerts WHERE code = 'authority_down'").first("detail");
    expect(JSON.parse(String(down))).toEqual({
      environment: "produccion",
      since: "2026-11-26T08:00:01.000Z",
      questions: "answered",
    });
    expect((await judge(one, 11)).type).toBe("go");
    await fail(one, 11.2);
    for (const isolate of [one, openIsolate()]) expect((await judge(isolate, 11.4)).type).toBe("wait");
    // The other one knew of nothing until its next request failed.
    await fail(other, 11.6);
    expect((await judge(other, 11.8)).type).toBe("wait");
    // Another company's goes before those of the one that lost the last.
    expect((await judge(other, 12)).type).toBe("wait");
    expect((await judge(other, 12, 4)).type).toBe("go");
    await answer(other, 13, true);
    expect((await listAlerts()).map(({ code }) => code)).toEqual(["authority_back", "authority_down"]);
    // Who did not hear of the end learns of it.
    expect(await judge(one, 44)).toEqual({ type: "wait", untilMs: NOW + 103 * SECOND });
    expect((await judge(one, 104)).type).toBe("go");
  });

  it("is told of no company's own trouble, and once it is everybody's", async () => {
    const one = openIsolate();
    for (const at of [1, 16, 31, 46, 61]) {
      await fail(one, at);
      await answer(one, at + 1);
    }
    expect((await judge(one, 63)).type).toBe("go");
    expect((await judge(one, 63.5)).type).toBe("wait");
    expect((await judge(one, 63.5, 2)).type).toBe("go");
    expect(await listAlerts()).toEqual([]);
    expect(await findCondition(one.env, "produccion", NOW + 63 * SECOND)).toMatchObject({ state: "normal" });
    await fail(one, 63.6, 2);
    await answer(one, 63.7);
    expect((await judge(one, 63.8, 2)).type).toBe("wait");
    expect(await listAlerts()).toMatchObject([{ code: "authority_down" }]);
    await answer(one, 64, true);
    expect((await listAlerts()).map(({ code }) => code)).toEqual(["authority_back", "authority_down"]);
  });

  it("is silence that one isolate hears and the others learn of as soon as a request of theirs is late", async () => {
    const [first, second, third] = [openIsolate(), openIsolate(), openIsolate()];
    for (const one of [first, second, third]) expect((await judge(one, 0)).type).toBe("go");
    for (const at of [1, 2, 3, 4, 5]) begin(first, at);
    begin(second, 6);
    expect((await judge(first, 19)).type).toBe("go");
    expect((await judge(first, 20)).type).toBe("wait");
    expect((await judge(second, 20)).type).toBe("go");
    expect((await judge(second, 21)).type).toBe("wait");
    // Nothing of its own is late.
    expect((await judge(third, 21)).type).toBe("go");
    expect(await listAlerts()).toHaveLength(1);
  });

  it("is known to one whose first request is a question, before it sends anything", async () => {
    const one = openIsolate();
    for (const at of [1, 3, 5, 7, 9]) {
      await fail(one, at, at);
      await answer(one, at + 1);
    }
    expect((await judge(one, 11)).type).toBe("go");
    const late = openIsolate();
    await answer(late, 11.1);
    expect((await judge(late, 11.2)).type).toBe("wait");
  });

  it("is nobody's turn where it cannot be written whose it is", async () => {
    const one = openIsolate();
    for (const at of [1, 2, 3, 4, 5]) await fail(one, at);
    await answer(one, 40);
    one.env.DB.prepare = (sql) => {
      if (/^update/i.test(sql)) throw new Error("D1: the database is full");
      return env.DB.prepare(sql);
    };
    for (const at of [41, 42, 43]) expect((await judge(one, at)).type).toBe("wait");
    one.env.DB.prepare = (sql) => env.DB.prepare(sql);
    expect((await judge(one, 44)).type).toBe("go");
  });

  it("is nothing where another version of the service wrote it in a form of its own", async () => {
    const state = { failures: [], downSince: NOW, backSince: null, heldFrom: NOW, probeAt: NOW, toldSince: NOW };
    await env.DB.prepare("INSERT INTO authority_health (environment, state, version) VALUES ('produccion', ?, 7)")
      .bind(JSON.stringify(state))
      .run();
    const one = openIsolate();
    expect(await judge(one, 1)).toEqual({ type: "go" });
    expect(await findCondition(one.env, "produccion", NOW)).toEqual({ state: "normal", sinceMs: null });
    for (const at of [1, 2, 3, 4, 5]) await fail(one, at);
    expect((await judge(openIsolate(), 6)).type).toBe("wait");
  });

  it("costs one read in the life of an isolate while the authority answers", async () => {
    const one = openIsolate();
    for (let at = 0; at < 50; at += 1) {
      expect(await judge(one, at)).toEqual({ type: "go" });
      await answer(one, at);
    }
    expect(one.asked.reads).toBe(1);
  });

  it("is nothing when D1 does not answer: an isolate goes by what it saw itself", async () => {
    const one = openIsolate();
    one.env.DB.prepare = () => {
      throw new Error("D1: network connection lost");
    };
    expect(await judge(one, 0)).toEqual({ type: "go" });
    for (const at of [1, 2, 3, 4, 5]) await fail(one, at);
    expect((await judge(one, 6)).type).toBe("wait");
  });
});
