// `status` says what matters first and of whom, and keeps quiet what an operator read or snoozed, until it is something new, worse or due.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { lookForWarnings } from "../../src/store/watch/health.ts";
import { findQuiet } from "../../src/store/watch/quiet.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
  await bench.run("company add", { ...COMPANY, nit: "860002964", name: "Almacenes del Sur S.A.", "fe-plan": "50" });
  await bench.run("range add", RANGE);
});
afterEach(() => bench.close());

const status = async (flags = {}) => {
  const { code, out } = await bench.run("status", flags);
  const [, warnings = ""] = /Warnings:\n([\s\S]*?)\n\n/.exec(`${out}\n\n`) ?? [];
  return { code, out, warnings: warnings.split("\n").map((line) => line.trim().split(/ +/).slice(0, 4).join(" ")) };
};

/** What the cron would report of company 1. */
async function hear(nowIso: string): Promise<string[]> {
  const { db, close } = openSqlite(bench.databaseFile);
  const heard: string[] = [];
  for await (const warnings of lookForWarnings(db, Date.parse(nowIso))) {
    const isQuiet = await findQuiet(db, warnings, Date.parse(nowIso));
    heard.push(...warnings.filter((one) => one.companyId === 1 && !isQuiet(one)).map(({ code }) => code));
  }
  await close();
  return heard.sort();
}

const useUp = (used: number) => bench.query(`UPDATE plans SET used = ${used} WHERE company_id = 1`);

it("the worst stands first, each with the name of its company; --company and --only say less", async () => {
  useUp(95);
  const all = await status();
  expect(all).toMatchObject({
    code: 4,
    warnings: [
      "critical certificate_missing company 1",
      "critical certificate_missing company 2",
      "critical range_missing company 2",
      "warning plan_ending company 1",
    ],
  });
  expect(all.out).toContain("company 2 Almacenes del Sur S.A.: no certificate");
  expect((await status({ company: 2 })).warnings).toEqual([
    "critical certificate_missing company 2",
    "critical range_missing company 2",
  ]);
  expect(await status({ only: "warning" })).toMatchObject({ code: 3, warnings: ["warning plan_ending company 1"] });
  expect(await status({ only: "range_missing,plan_ending" })).toMatchObject({
    code: 4,
    warnings: ["critical range_missing company 2", "warning plan_ending company 1"],
  });
  expect(await status({ company: 1, only: "range_missing" })).toMatchObject({ code: 0, warnings: ["none"] });
  expect((await bench.run("status", { only: "Range!" })).err).toContain('"Range!" is no severity and no code');
});

describe("what an operator keeps quiet", () => {
  const plan = { company: 1, code: "plan_ending" };
  const only = { company: 1, only: "plan_ending" };

  it("by reading it comes again when it gets worse, and is on record", async () => {
    useUp(95);
    expect(await bench.run("alert acknowledge", { ...plan, reason: "offered 500" })).toMatchObject({ code: 0 });
    expect(await status(only)).toMatchObject({ code: 0, warnings: ["none"] });
    expect((await status()).out).toMatch(
      /Kept quiet .*:\n {2}plan_ending fe in:2026 {2}company 1 .*, read by ana: offered 500/,
    );
    expect(await hear("2026-11-20T15:00:00.000Z")).toEqual(["certificate_missing"]);
    expect(
      bench.query("SELECT action, reason FROM events WHERE company_id = 1 ORDER BY sequence DESC LIMIT 1"),
    ).toEqual([{ action: "alert.acknowledge", reason: "offered 500" }]);
    useUp(100);
    expect(await status(only)).toMatchObject({ code: 4 });
    expect(await hear("2026-11-20T15:00:00.000Z")).toEqual(["certificate_missing", "plan_ending"]);
  });

  it("says of each which range, plan or document it is about", async () => {
    await bench.run("company edit", {
      company: 1,
      "dse-software-id": "22222222-2222-2222-2222-222222222222",
      "dse-pin": "75315",
    });
    await bench.run("range edit", { range: 1, active: "false" });
    await bench.run("alert acknowledge", { company: 1, code: "range_missing" });
    const [, kept = ""] = /Kept quiet .*:\n([\s\S]*?)\n\n/.exec((await status()).out) ?? [];
    expect(kept.match(/range_missing \S+/g)?.sort()).toEqual(["range_missing dse", "range_missing fe"]);
  });

  it("by reading it comes again on the day on which it would be reported anew", async () => {
    await bench.run("alert acknowledge", { company: 1, code: "certificate_missing" });
    expect(await hear("2026-11-21T04:59:00.000Z")).toEqual([]);
    expect(await hear("2026-11-21T05:00:00.000Z")).toEqual(["certificate_missing"]);
  });

  it("until a day is heard on that day, or once somebody wakes it", async () => {
    const missing = { company: 1, code: "certificate_missing" };
    const snooze = { ...missing, until: "2026-12-01" };
    expect(await bench.run("alert snooze", { ...snooze, "dry-run": true })).toMatchObject({ code: 0 });
    expect(await hear("2026-11-20T15:00:00.000Z")).toEqual(["certificate_missing"]);
    await bench.run("alert snooze", snooze);
    expect(await hear("2026-12-01T04:59:00.000Z")).not.toContain("certificate_missing");
    expect(await hear("2026-12-01T05:00:00.000Z")).toContain("certificate_missing");
    expect((await status({ company: 2 })).warnings).toContain("critical certificate_missing company 2");
    await bench.run("alert wake", missing);
    expect(await hear("2026-11-20T15:00:00.000Z")).toEqual(["certificate_missing"]);
  });

  it("may be what the service reported of it, or of none", async () => {
    const raise = (company: number | null) =>
      bench.query(
        "INSERT INTO alerts (code, subject, company_id, detail, raised_at) VALUES ('secret_unopened', ?, ?, '{}', ?)",
        `company:${company}`,
        company,
        "2026-11-20T14:50:00.000Z",
      );
    raise(1);
    raise(null);
    const reported = async () => {
      const { out } = await bench.run("status", { only: "secret_unopened", json: true });
      return (JSON.parse(out) as { reported: { company: number | null }[] }).reported.map(({ company }) => company);
    };
    expect(await reported()).toEqual([1, null]);
    await bench.run("alert acknowledge", { company: 1, code: "secret_unopened" });
    expect(await reported()).toEqual([null]);
    await bench.run("alert snooze", { company: 0, code: "secret_unopened", until: "2026-11-22" });
    expect(await reported()).toEqual([]);
    expect(await bench.run("status", { only: "secret_unopened" })).toMatchObject({ code: 0 });
  });

  it.each([
    ["alert acknowledge", { company: 1, code: "range_missing" }, "shows no range_missing of company 1"],
    ["alert snooze", { company: 9, code: "range_missing", until: "2026-12-01" }, "there is no company 9"],
    ["alert snooze", { company: 1, code: "certificate_missing", until: "2026-11-20" }, "is not within 92 days"],
    ["alert snooze", { company: 1, code: "certificate_missing", until: "2027-11-20" }, "is not within 92 days"],
    ["alert wake", { company: 1, code: "certificate_missing" }, "is kept quiet"],
  ])("%s %j is refused", async (name, flags, says) => {
    const before = bench.dump();
    expect(await bench.run(name, flags)).toMatchObject({ code: 1, err: expect.stringContaining(says) });
    expect(bench.dump()).toBe(before);
  });
});
