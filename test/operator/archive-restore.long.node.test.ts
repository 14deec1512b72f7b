// The configuration is gone, and comes back from the copy of a day: rows without a secret by one line, the others by name.
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Archive, openBucket } from "../../operator/access/archive.ts";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { describeLocal } from "../../operator/access/wrangler.ts";
import { createVersionedKey } from "../../operator/deployment.ts";
import { findCheckDigit } from "../../src/domain/catalogue/catalogue.ts";
import { digestFile } from "../../src/store/archive/files.ts";
import { buildManifest } from "../../src/store/audit/configuration-copy.ts";
import { importAuditKeys } from "../../src/store/audit/event-head.ts";
import { readConfiguration } from "../../src/store/company/configuration.ts";
import { openPart } from "./archive-part.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

const DAY = "2026-11-20";
const AT = `${DAY}T12:00:00.000Z`;
const KEY = createVersionedKey(1);
const withNit = (nit: string) => ({ ...COMPANY, nit: `${nit}-${findCheckDigit(nit)}`, name: "Otra S.A.S." });
const OTHER = withNit("900500000");
/** Tables that the copy has, and rows of them that hold no secret. */
const RESTORED = ["companies", "ranges", "series", "plans", "api_clients", "payment_methods", "cost_centers", "tills"];
const SEALED = ["software", "certificates", "tokens", "webhooks"];

let bench: Workbench;
let whole: Archive;
let archive: Archive;
let folder: Workbench;
beforeAll(async () => {
  folder = openWorkbench();
  whole = openBucket(describeLocal(join(folder.root, ".wrangler/state")));
  // It opens with the first question.
  await whole.readFile("none");
});
afterAll(async () => {
  await whole.close();
  folder.close();
});

let part = 0;
beforeEach(async () => {
  bench = openWorkbench();
  bench.environment.AUDIT_KEY = KEY;
  part += 1;
  archive = openPart(whole, `part-${part}`);
  bench.setArchive(archive);
  await bench.run("company add", COMPANY);
  await bench.run("company add", OTHER);
  await bench.run("range add", RANGE);
  await bench.run("payment-method add", {
    company: 1,
    form: "contado",
    label: "Efectivo",
    means: "10",
    default: "true",
  });
  await bench.run("cost-center add", { company: 2, code: "C1", name: "Ventas" });
  await bench.run("client add", { company: 1, name: "ERP", scopes: "fe.read" });
  await bench.run("token issue", { client: 1 });
  await bench.run("webhook add", { company: 1, url: "https://hooks.example.com/fe?token=a" });
  bench.environment.CERTIFICATE_PASSWORD = "secreto";
  await bench.run("certificate import", { company: 1 }, join(import.meta.dirname, "fixture/modern-chain.p12"));
});
afterEach(() => bench.close());

/** Writes the copy as the cron does. @param day of the copy; @param change of a page after its digest was taken. */
async function writeCopy(day = DAY, key = KEY, change = (text: string) => text): Promise<void> {
  const { db, close } = openSqlite(bench.databaseFile);
  const { companies, tables } = await readConfiguration(db, 0);
  await close();
  const text = JSON.stringify({ at: AT, tables });
  const path = `configuration/${day}/db0-after-000000000000.json`;
  const sha256 = await digestFile(new TextEncoder().encode(text));
  await archive.putFile({ path, bytes: new TextEncoder().encode(change(text)), label: {} });
  const pages = [{ path, at: AT, sha256, companies, next: null }];
  const keys = await importAuditKeys(key);
  await archive.putFile(await buildManifest(keys, { day, release: null, time_travel: AT, pages }));
}

const rowsOf = (tables: readonly string[]) =>
  tables.map(
    (table) =>
      [
        table,
        bench
          .query(`SELECT * FROM ${table}`)
          .map((row) => JSON.stringify(row))
          .toSorted(),
      ] as const,
  );
/** The same without what only a person brings back. */
const withoutKeys = () =>
  JSON.stringify(rowsOf(RESTORED)).replaceAll(/sealed_technical_key\\":\\"[^"]*"/g, 'sealed_technical_key\\":null');

function loseAll(): void {
  for (const table of [...RESTORED, ...SEALED, "events"]) bench.query(`DELETE FROM ${table}`);
}

describe("archive restore", () => {
  it("says first what is missing, then writes it as it was, and names the rows that hold a secret", async () => {
    await writeCopy();
    const before = withoutKeys();
    loseAll();
    const empty = bench.dump();
    const looked = await bench.run("archive restore", { day: DAY });
    expect([looked.code, looked.err]).toEqual([4, ""]);
    expect(looked.out).toContain("operator archive restore --day 2026-11-20 --write");
    const rehearsed = await bench.run("archive restore", { day: DAY, write: true, "dry-run": true });
    expect(rehearsed.out).toMatch(/would add to companies/);
    expect(bench.dump()).toBe(empty);

    const { out, code } = await bench.run("archive restore", { day: DAY, write: true });
    expect(withoutKeys()).toEqual(before);
    expect(rowsOf(SEALED).map(([, rows]) => rows.length)).toEqual([0, 0, 0, 0]);
    expect(code).toBe(4);
    expect(out).toMatch(/software +1 fe +missing .*`operator company edit --company 1/);
    expect(out).toMatch(/certificates .*missing .*`operator certificate import --company 1/);
    expect(out).toMatch(/tokens .*missing +`operator token issue --client 1`/);
    expect(out).toMatch(/webhooks .*https:\/\/hooks.example.com: `operator webhook add --company 1`/);
    expect(out).toContain("next: operator range import --company 1 --kind fe --prefix SETP");
    expect(out).toContain("operator ledger rebuild");
    const [written, ...others] = bench.query("SELECT * FROM events WHERE action = 'archive.restore'");
    expect([written?.company_id, others]).toEqual([0, []]);
    expect(JSON.parse(String(written?.detail))).toMatchObject({
      day: DAY,
      rows: { companies: 2, ranges: 1, plans: 2, paymentMethods: 1, costCenters: 1, apiClients: 1 },
    });
    await bench.run("range add", RANGE);
    expect(bench.query("SELECT id FROM ranges WHERE sealed_technical_key IS NOT NULL")).toEqual([{ id: 1 }]);
  });

  it("takes no number of an event that the archive knows, and changes nothing when it is given again", async () => {
    await writeCopy();
    loseAll();
    const { out, err } = await bench.run("archive restore", { day: DAY, write: true });
    expect(err).toBe("");
    expect(out).toContain("another person, for all of them: operator event lost --all --approve");
    const before = bench.dump();
    const again = await bench.run("archive restore", { day: DAY, write: true });
    expect([again.out.split("\n")[1], again.err]).toEqual([expect.stringMatching(/^written +0$/), ""]);
    expect(bench.dump()).toBe(before);
  });

  it("leaves a row that is another one by now, and says in what; counters alone move on without a word", async () => {
    await writeCopy();
    bench.query("UPDATE ranges SET next_number = next_number + 5, last_number = 990000100");
    bench.query("UPDATE plans SET allowance = 500, used = 7 WHERE company_id = 2");
    const before = bench.dump();
    const { code, out } = await bench.run("archive restore", { day: DAY, write: true });
    expect(code).toBe(0);
    expect(out).toMatch(/ranges +1 +differs +lastNumber 990000100, the copy has null$/m);
    expect(out).toMatch(/plans +2 fe 2026 +differs +allowance 500, the copy has 100$/m);
    expect(bench.dump()).toBe(before);
  });

  it("names a counter that is behind the copy", async () => {
    bench.query("UPDATE ranges SET next_number = next_number + 5");
    await writeCopy();
    bench.query("UPDATE ranges SET next_number = from_number");
    const { out } = await bench.run("archive restore", { day: DAY });
    expect(out).toMatch(/ranges +1 +differs +nextNumber 990000000, the copy has 990000005$/m);
  });

  it("writes nothing of a company whose NIT is another's by now, and goes on naming it", async () => {
    await writeCopy();
    loseAll();
    bench.query("DELETE FROM sqlite_sequence");
    await bench.run("company add", withNit("900123456"));
    bench.query("UPDATE companies SET id = 9, nit = '900373115'");
    const { out } = await bench.run("archive restore", { day: DAY, write: true });
    expect(out).toMatch(/companies +1 +missing/);
    expect(bench.query("SELECT id FROM companies ORDER BY id")).toEqual([{ id: 2 }, { id: 9 }]);
    expect(bench.query("SELECT DISTINCT company_id FROM payment_methods")).toEqual([]);
  });

  it("is about one company alone where the line names it", async () => {
    await writeCopy();
    loseAll();
    await bench.run("archive restore", { day: DAY, company: 2, write: true });
    expect(bench.query("SELECT id FROM companies")).toEqual([{ id: 2 }]);
    expect(bench.query("SELECT company_id FROM cost_centers")).toEqual([{ company_id: 2 }]);
    expect(bench.query("SELECT count(*) AS rows FROM ranges")).toEqual([{ rows: 0 }]);
  });

  it.each([
    ["a copy of another key", createVersionedKey(1), KEY, (text: string) => text, /was not written by the service/],
    ["a changed page", KEY, KEY, (text: string) => text.replace("Ventas", "Otros"), /is another one/],
    ["a copy without the key at hand", KEY, "", (text: string) => text, /cannot be told from a forged one/],
  ])("refuses %s", async (_, key, known, change, words) => {
    await writeCopy(DAY, key, change);
    loseAll();
    bench.environment.AUDIT_KEY = known;
    const before = bench.dump();
    const { code, err } = await bench.run("archive restore", { day: DAY, write: true });
    expect([code, err, bench.dump()]).toEqual([1, expect.stringMatching(words), before]);
  });
});
