// Many faults among an isolate's answers become one alert, and what is not reported again for a while becomes its end.
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { writePosts } from "../../src/cron/alert-form.ts";
import { keyOf, severityOf } from "../../src/cron/alert-matter.ts";
import { findEnds } from "../../src/cron/end.ts";
import { confirmStorage } from "../../src/store/archive/files.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { listRaised, raiseAlerts, type StoredAlert } from "../../src/store/watch/alerts.ts";
import { countAnswer, FAULT_WINDOW_MS, FAULTS_LEAST } from "../../src/telemetry/fault.ts";

const MINUTE_MS = 60_000;
let nowMs = Date.parse("2033-01-01T15:00:00Z");
beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  // Each test has days of its own.
  nowMs += 10 * 24 * 60 * MINUTE_MS;
});

/** An isolate of its own, which answers with these, all at once. */
async function answerWith(statuses: readonly number[], afterMs = 0, changes: object = {}): Promise<void> {
  const isolate = { ...env, ...changes, DB: new Proxy(env.DB, { get: (db, name) => Reflect.get(db, name).bind(db) }) };
  const work: Promise<unknown>[] = [];
  for (const [place, status] of statuses.entries()) {
    countAnswer(isolate, status, nowMs + (place === statuses.length - 1 ? afterMs : 0), (one) => work.push(one));
  }
  await Promise.all(work);
}

const listKept = async () => {
  const raised = await listRaised(
    openDatabase(env.DB),
    ["errors_many"],
    new Date(Date.now() - MINUTE_MS).toISOString(),
  );
  const hour = new Date(nowMs).toISOString().slice(0, 15);
  return raised.filter(({ subject }) => subject === `http hour:${hour}`);
};
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe("faults", () => {
  it("are one alert when they are at least five and a twentieth of the answers", async () => {
    await answerWith([...times(95, 200), ...times(FAULTS_LEAST + 3, 500)]);
    expect(await listKept()).toMatchObject([{ detail: { severity: "critical", count: 5, size: 100 } }]);
    await answerWith(times(20, 503));
    expect(await listKept()).toHaveLength(1);
  });

  it.each<[string, readonly number[], number]>([
    ["four", times(FAULTS_LEAST - 1, 500), 0],
    ["few among many", [...times(200, 201), ...times(FAULTS_LEAST, 500)], 0],
    ["of the authority, which are uncertain documents", times(50, 502), 0],
    ["of clients", times(50, 429), 0],
    ["of two windows", times(FAULTS_LEAST, 500), FAULT_WINDOW_MS],
  ])("are no alert when they are %s", async (_, statuses, afterMs) => {
    await answerWith(statuses, afterMs);
    expect(await listKept()).toEqual([]);
  });
});

it("faults for the reason that the storage is another deployment's write nothing into it", async () => {
  await confirmStorage(env);
  await answerWith(times(20, 503), 0, { DEPLOYMENT: "another-one" });
  expect(await listKept()).toEqual([]);
});

describe("an end", () => {
  const raise = (code: string, subject: string, minutes: number) =>
    raiseAlerts(
      openDatabase(env.DB),
      [
        {
          code,
          subject: `${subject} hour:${new Date(nowMs + minutes * MINUTE_MS).toISOString().slice(0, 15)}`,
          companyId: null,
          detail: {},
        },
      ],
      new Date(nowMs + minutes * MINUTE_MS).toISOString(),
    );
  const endsAt = (minutes: number) => findEnds(openDatabase(env.DB), nowMs + minutes * MINUTE_MS);

  it("is raised once what was reported is quiet, and closes what the report opened", async () => {
    const [begun] = await raise("cron_failed", "cron wake", 0);
    await raise("cron_failed", "cron wake", 60);
    await raise("cron_failed", "cron heads", 100);
    expect(await endsAt(129)).toEqual([]);
    const ends = await endsAt(131);
    expect(ends).toMatchObject([{ code: "cron_works", detail: { since: new Date(nowMs).toISOString() } }]);
    const [end] = await raiseAlerts(openDatabase(env.DB), ends, new Date(nowMs + 131 * MINUTE_MS).toISOString());
    if (begun === undefined || end === undefined) throw new Error("nothing was raised");
    expect([severityOf(end), keyOf("edge", end)]).toEqual(["resolved", keyOf("edge", begun)]);
    const [post] = writePosts(
      "pagerduty",
      {
        url: "https://pager.test",
        key: "k",
        deployment: "edge",
        target: "",
        runbooks: "docs/operations.md",
        names: new Map(),
      },
      [end],
    );
    expect(JSON.parse(post?.body ?? "")).toEqual({
      routing_key: "k",
      dedup_key: keyOf("edge", begun),
      event_action: "resolve",
    });
    expect(await endsAt(135)).toEqual([]);
  });

  it("is raised again after a new beginning, which is what it ends", async () => {
    await raise("errors_many", "http", 0);
    await raiseAlerts(openDatabase(env.DB), await endsAt(21), new Date(nowMs + 21 * MINUTE_MS).toISOString());
    await raise("errors_many", "http", 40);
    expect(await endsAt(59)).toEqual([]);
    const since = new Date(nowMs + 40 * MINUTE_MS).toISOString();
    expect(await endsAt(61)).toMatchObject([{ code: "errors_over", detail: { since } } satisfies Partial<StoredAlert>]);
  });
});
