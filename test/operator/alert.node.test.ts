// A warning that an operator orders to see whether it arrives.
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { writeSecret } from "../../operator/deployment.ts";
import { keyOf, severityOf } from "../../src/cron/alert-matter.ts";
import { findEnds } from "../../src/cron/end.ts";
import { raiseAlerts } from "../../src/store/watch/alerts.ts";
import { COMPANY, openWorkbench, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
});
afterEach(() => bench.close());

it("waits for the receiver, is in the record, and the list says when it was taken", async () => {
  writeSecret(join(bench.root, ".dev.vars"), "ALERT_URL", "http://127.0.0.1:9999/");
  expect((await bench.run("alert list")).out).toBe("nothing was reported yet");
  const { test } = await bench.json<{ test: string }>("alert test");
  expect(await bench.json("alert list")).toMatchObject([{ code: "alert_test", subject: `test ${test}`, taken: null }]);
  expect(bench.query("SELECT actor, company_id FROM events WHERE action = 'alert.test'")).toEqual([
    { actor: "ana", company_id: 0 },
  ]);
  expect((await bench.run("alert test")).out).toContain("1 waits beside it");
  bench.query("UPDATE alerts SET delivered_at = '2026-11-20T15:01:00.000Z' RETURNING code");
  expect((await bench.run("alert list", { limit: 1 })).out).toContain("taken 2026-11-20 10:01:00");
  const { out } = await bench.run("alert list", { csv: true });
  expect(out).toContain("Somebody ordered this test, and nothing is wrong: it closes by itself.");
});

it("closes by itself: its end has the key of the test, and is raised once", async () => {
  writeSecret(join(bench.root, ".dev.vars"), "ALERT_URL", "http://127.0.0.1:9999/");
  bench.setNow("2026-11-20T15:00:00.000Z");
  const { out } = await bench.run("alert test");
  expect(out).toContain("closes by itself within a quarter of an hour");
  const [raised] = bench.query("SELECT subject, raised_at FROM alerts");
  const begun = { code: "alert_test", subject: String(raised?.subject), companyId: null, detail: {} };
  const { db, close } = openSqlite(bench.databaseFile);
  const endsAt = (iso: string) => findEnds(db, Date.parse(iso));
  expect(await endsAt("2026-11-20T15:04:00.000Z")).toEqual([]);
  const [end, ...others] = await endsAt("2026-11-20T15:05:00.000Z");
  expect([end?.code, others]).toEqual(["alert_test_over", []]);
  if (end === undefined) throw new Error("no end");
  expect([keyOf("edge", end), severityOf(end)]).toEqual([keyOf("edge", begun), "resolved"]);
  await raiseAlerts(db, [end], "2026-11-20T15:05:00.000Z");
  expect(await endsAt("2026-11-20T15:15:00.000Z")).toEqual([]);
  await close();
});

it("is listed in words: whom it is about by name, what it means and which line comes next; as data with --json", async () => {
  await bench.run("company add", COMPANY);
  const { name } = bench.query("SELECT name FROM companies")[0] ?? {};
  const raise = (code: string, companyId: number | null, detail: object) =>
    bench.query(
      "INSERT INTO alerts (code, subject, company_id, detail, raised_at) VALUES (?, ?, ?, ?, '2026-11-20T14:55:00.000Z')",
      code,
      `company:${companyId} fe`,
      companyId,
      JSON.stringify(detail),
    );
  raise("plan_missing", 1, { companyId: 1, severity: "critical", module: "fe", daysLeft: 3 });
  raise("send_unknown", 1, { severity: "warning", documentId: 77 });
  raise("range_ending", null, { severity: "warning", companies: 30, among: "1 2" });
  const { out } = await bench.run("alert list");
  expect(out).not.toMatch(/[{}"]|daysLeft|documentId/);
  const blocks = out.split(/\n(?=\d)/);
  expect(blocks).toContain(
    [
      `2026-11-20 09:55:00 (5 min ago)  critical  plan_missing  company 1 ${name}: module fe, days left 3; nobody took it yet`,
      "  There is no plan, and its clients are refused: now, if you may decide it. Next: `operator plan list --company 1`",
    ].join("\n"),
  );
  expect(blocks).toContain(
    [
      `2026-11-20 09:55:00 (5 min ago)  warning  send_unknown  company 1 ${name}: document 77; nobody took it yet`,
      "  It is not known what became of a document: in the morning, send nothing again. Next: `operator document explain --document 77`",
    ].join("\n"),
  );
  expect(out).toContain(`range_ending  30 companies, among them 1 ${name}, 2; nobody took it yet`);
  expect((await bench.run("alert list", { csv: true })).out).toContain("module fe, days left 3");
  expect(await bench.json("alert list")).toContainEqual(
    expect.objectContaining({
      code: "plan_missing",
      detail: { companyId: 1, severity: "critical", module: "fe", daysLeft: 3 },
    }),
  );
});

it("of one company lists its own, and those of many that name it", async () => {
  for (const nit of ["900373115-3", "800197268-4"]) await bench.run("company add", { ...COMPANY, nit });
  const { db, close } = openSqlite(bench.databaseFile);
  const of = (code: string, companyId: number | null, among?: string) => {
    const detail = among === undefined ? {} : { companies: 30, among };
    return { code, subject: `${code} ${companyId}`, companyId, detail };
  };
  const raised = [
    of("file_lost", 2),
    of("plan_missing", 1),
    of("range_ending", null, "2 12"),
    of("plan_ending", null, "12"),
  ];
  await raiseAlerts(db, raised, "2026-11-20T15:00:00.000Z");
  await close();
  const codes = async (company: number) => {
    const rows = await bench.json<{ code: string }[]>("alert list", { company });
    return rows.map(({ code }) => code).toSorted();
  };
  expect(await codes(1)).toEqual(["plan_missing"]);
  expect(await codes(2)).toEqual(["file_lost", "range_ending"]);
});

it("without ALERT_URL is refused on a stand: no alert goes anywhere, nothing is raised, and the step is a line of .dev.vars", async () => {
  const { code, err } = await bench.run("alert test");
  expect(code).toBe(1);
  expect(err).toContain("no alert went anywhere");
  expect(err).toContain(`ALERT_URL=https://… into ${join(bench.root, ".dev.vars")}`);
  expect(bench.query("SELECT code FROM alerts")).toEqual([]);
  expect(bench.query("SELECT action FROM events")).toEqual([]);
});

it("without ALERT_URL is refused with --remote, and says how the Worker gets one; with it the test is raised", async () => {
  await bench.run("deploy", { remote: true });
  const refused = await bench.run("alert test", { remote: true });
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("no alert went anywhere")]);
  expect(refused.err).toContain("npx wrangler secret put ALERT_URL");
  expect(bench.query("SELECT code FROM alerts")).toEqual([]);
  expect((await bench.run("alert test", { remote: true, "dry-run": true })).code).toBe(0);
  await bench.deployed.wrangler(["secret", "put", "ALERT_URL"], "https://alerts.example.com/");
  expect(await bench.run("alert test", { remote: true })).toMatchObject({
    code: 0,
    out: expect.stringContaining("is raised"),
  });
});

it("is refused with --remote where no Worker is there yet", async () => {
  const { code, err } = await bench.run("alert test", { remote: true });
  expect([code, err]).toEqual([1, expect.stringMatching(/no alert went anywhere[\s\S]*operator deploy --remote/)]);
});
