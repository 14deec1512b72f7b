// Tests the operator's commands about several databases: adding one, moving a company, and finding it wherever it lives.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nameLocalFile } from "../../operator/access/sqlite.ts";
import { ROOT } from "../../operator/deployment.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
let second: DatabaseSync;

beforeAll(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
  await bench.run("company add", { ...COMPANY, nit: "800197268-4", name: "Otra" });
  await bench.run("range add", RANGE);
});
afterAll(() => {
  second.close();
  bench.close();
});

function bindSecond(): void {
  second = new DatabaseSync(join(dirname(bench.databaseFile), `${nameLocalFile("DB1")}.sqlite`));
  for (const name of readdirSync(join(ROOT, "migrations")).filter((file) => file.endsWith(".sql"))) {
    second.exec(readFileSync(join(ROOT, "migrations", name), "utf8"));
  }
}

it("the first call says how another database comes to be, and changes nothing", async () => {
  const before = bench.dump();
  const { out } = await bench.run("shard add");
  expect(out).toContain("npx wrangler d1 create factura-edge-1");
  expect(out).toContain('binding = "DB1"');
  expect(await bench.run("company move", { company: 1, to: 1 })).toMatchObject({ code: 1 });
  expect(bench.dump()).toBe(before);
});

it("a database without ids of its own takes no company, and one that has them does", async () => {
  bindSecond();
  expect((await bench.run("company move", { company: 1, to: 1 })).err).toContain("gives no ids of its own yet");
  expect(await bench.run("shard add")).toMatchObject({ code: 0 });
  expect((await bench.run("shard list")).out).toContain("an earlier release can be deployed again");
  const moved = await bench.run("company move", { company: 1, to: 1 });
  expect(moved).toMatchObject({ code: 0, err: "" });
  expect(moved.out).toContain("company 1 lives in database 1");
  expect(moved.out).toContain("no release from before several databases can be deployed again");
  const listed = await bench.json<{ databases: { companies: number }[]; way_back: boolean }>("shard list");
  expect(listed).toMatchObject({ databases: [{ companies: 1 }, { companies: 1 }], way_back: false });
});

it("a command about a company, or about a thing of it, works where the company lives", async () => {
  expect(await bench.run("company edit", { company: 1, name: "Mudada" })).toMatchObject({ code: 0, err: "" });
  expect(second.prepare("SELECT name FROM companies WHERE id = 1").get()).toEqual({ name: "Mudada" });
  expect(bench.query("SELECT name FROM companies WHERE id = 1")).toEqual([{ name: COMPANY.name }]);
  expect(await bench.run("range edit", { range: 1, active: "false" })).toMatchObject({ code: 0, err: "" });
  expect(second.prepare("SELECT is_active FROM ranges").get()).toEqual({ is_active: 0 });
  expect(await bench.run("client add", { company: 1, name: "ERP", scopes: "fe.read" })).toMatchObject({ code: 0 });
  expect(second.prepare("SELECT id FROM api_clients").get()).toEqual({ id: 100_000_001 });
  expect((await bench.run("event list", { company: 1 })).out).toContain("company.moved");
});

it("a command about all of them looks into each database, and lists each company once", async () => {
  const { databases } = await bench.json<{ databases: { id: number }[][] }>("company list");
  expect(databases.map((rows) => rows.map(({ id }) => id))).toEqual([[2], [1]]);
  expect((await bench.run("status")).out).toMatch(/Database 0[\s\S]*Database 1/);
  expect(await bench.run("ledger gaps")).toMatchObject({ code: 0 });
  expect((await bench.run("ledger rebuild")).err).toContain("give --company");
});

it("a new company begins in the first database, with an id that no other has", async () => {
  const added = await bench.json("company add", { ...COMPANY, nit: "860002964-4", name: "Nueva" });
  expect(added).toMatchObject({ id: 3 });
});

it("what was left behind goes after a week, with --resume", async () => {
  bench.setNow("2026-11-28T15:00:00.000Z");
  expect(bench.query("SELECT count(*) AS n FROM ranges WHERE company_id = 1")).toEqual([{ n: 1 }]);
  expect(await bench.run("company move", { company: 1, resume: true })).toMatchObject({ code: 0, err: "" });
  expect(bench.query("SELECT count(*) AS n FROM ranges WHERE company_id = 1")).toEqual([{ n: 0 }]);
  expect((await bench.run("company move", { company: 1, abort: true })).err).toContain("is not moving");
});
