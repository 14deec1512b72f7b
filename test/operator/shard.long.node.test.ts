// Tests the operator's commands about several databases: adding one, moving a company, and finding it wherever it lives.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openLocalArchive } from "../../operator/access/access.ts";
import { renderSql } from "../../operator/access/database.ts";
import { nameLocalFile, openSqlite } from "../../operator/access/sqlite.ts";
import { CARRIED } from "../../operator/command/shard.ts";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { createVersionedKey, writeSecret } from "../../operator/deployment.ts";
import { beginMove, goOn } from "../../operator/move/mover.ts";
import type { Execute } from "../../src/store/base/db.ts";
import { listDemoCompanies } from "../../stand/demo-company.ts";
import { onboardDemo } from "../../stand/onboard.ts";
import { listMigrationStatements } from "../support/migration.ts";
import { COMPANY, NOW, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

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

function bindSecond({ databaseFile }: Workbench): DatabaseSync {
  const db = new DatabaseSync(join(dirname(databaseFile), `${nameLocalFile("DB1")}.sqlite`));
  for (const statement of listMigrationStatements()) db.exec(statement);
  return db;
}

it("the first call says how another database comes to be, and changes nothing", async () => {
  const before = bench.dump();
  const { out } = await bench.run("shard add");
  expect(out).toContain('binding = "DB1"');
  // The local platform makes its databases by itself.
  expect(out).not.toContain("npx wrangler d1 create");
  expect((await bench.run("shard add", { remote: true })).out).toContain("npx wrangler d1 create factura-edge-1");
  // A rehearsal has nothing to hold back: its steps are the whole answer.
  expect((await bench.run("shard add", { "dry-run": true })).out).toBe(out);
  const { code, err } = await bench.run("company move", { company: 1, to: 1 });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/one database is bound.*\n.*shard add/) });
  expect(bench.dump()).toBe(before);
});

it("a database without ids of its own takes no company, and one that has them does", async () => {
  second = bindSecond(bench);
  expect((await bench.run("company move", { company: 1, to: 1 })).err).toContain("gives no ids of its own yet");
  expect(await bench.run("shard add")).toMatchObject({ code: 0 });
  const moved = await bench.run("company move", { company: 1, to: 1 });
  expect(moved).toMatchObject({ code: 0, err: "" });
  expect(moved.out).toContain("company 1 lives in database 1");
  const again = await bench.run("company move", { company: 1, to: 1 });
  expect(again.err).toContain("it lives there already");
  expect(again.err).not.toContain("--abort");
  const listed = await bench.json<{ databases: { companies: number }[] }>("shard list");
  expect(listed).toMatchObject({ databases: [{ companies: 1 }, { companies: 1 }] });
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
  // A leaked token is known by its text alone.
  const { token } = await bench.json<{ token: string }>("token issue", { client: 100_000_001 });
  const revoked = await bench.run("token revoke", { token });
  expect(revoked).toMatchObject({ code: 0, err: "" });
  expect(revoked.out).toMatch(/has no other token: its calls get 401\nnext: operator token issue --client 100000001/);
});

it("a command about all of them looks into each database, and lists each company once", async () => {
  expect((await bench.json<{ id: number }[]>("company list")).map(({ id }) => id)).toEqual([2, 1]);
  expect((await bench.run("status")).out).toMatch(/Database 0[\s\S]*Database 1/);
  expect(await bench.run("ledger gaps")).toMatchObject({ code: 0 });
});

it.each(["company list", "range list", "status", "ledger gaps", "pending", "vault status", "pending ask-now"])(
  "%s answers in JSON as with one database",
  async (name) => {
    const other = openWorkbench();
    const membersOf = (answer: unknown) => (Array.isArray(answer) ? "a list" : Object.keys(Object(answer)).sort());
    try {
      await other.run("company add", COMPANY);
      const answers = [await bench.run(name, { json: true }), await other.run(name, { json: true })];
      const [several, one] = answers.map(({ out }) => membersOf(JSON.parse(out)));
      expect(several).toEqual(one);
    } finally {
      other.close();
    }
  },
);

it("ranges and series of all companies are listed where each lives", async () => {
  const listCompanies = async (name: string) => {
    const rows = await bench.json<{ company: number }[]>(name);
    return [...new Set(rows.map(({ company }) => company))];
  };
  expect(await listCompanies("range list")).toEqual([1]);
  expect(await listCompanies("series list")).toEqual([2, 1]);
});

it("a new vault key is made once, for all databases, and the old one stays while any of them needs it", async () => {
  const keyOf = () => /VAULT_KEY="?([^"\n]*)/.exec(readFileSync(join(bench.root, ".dev.vars"), "utf8"))?.[1];
  const versions = () =>
    keyOf()
      ?.split(",")
      .map((entry) => entry.split(":")[0]);
  const pin = () => String(second.prepare("SELECT sealed_pin FROM software WHERE company_id = 1").get()?.sealed_pin);
  const old = pin();
  expect(await bench.run("vault rotate", { "new-key": true })).toMatchObject({ code: 0, err: "" });
  expect(versions()).toEqual(["2", "1"]);
  expect(await bench.run("vault rotate")).toMatchObject({ code: 0, err: "" });
  const renewed = pin();
  expect(renewed).not.toBe(old);
  // As if the re-wrapping had ended before the second database.
  second.prepare("UPDATE software SET sealed_pin = ? WHERE company_id = 1").run(old);
  expect(await bench.run("vault rotate", { "drop-old": true })).toMatchObject({
    code: 1,
    err: expect.stringContaining("1 secrets still need an older version"),
  });
  expect(versions()).toEqual(["2", "1"]);
  expect(await bench.json("vault rotate")).toEqual({ version: 2, rewrapped: 1, left: 0 });
  expect(await bench.run("vault rotate", { "drop-old": true })).toMatchObject({ code: 0, err: "" });
  expect(versions()).toEqual(["2"]);
  expect(second.prepare("SELECT count(*) AS events FROM events WHERE company_id = 0").get()).toEqual({ events: 0 });
  // A company that lives in the second database is given a secret under it.
  expect(await bench.run("company edit", { company: 1, "fe-pin": "75316" })).toMatchObject({ code: 0, err: "" });
});

it("a rebuild writes each company's documents where the company lives", async () => {
  const paths = [1, 2].map((id) => `documents/${id}/produccion/01/${"a".repeat(96)}.xml`);
  const closed = () => Promise.reject(new Error("closed"));
  bench.setArchive({
    readFile: () => Promise.resolve(undefined),
    listFiles: async function* (prefix) {
      if (prefix === "documents/") for (const path of paths) yield { path, label: undefined };
    },
    putFile: closed,
    close: () => Promise.resolve(),
  });
  type Found = { readonly problems: readonly { readonly path: string }[] };
  const { out } = await bench.run("ledger rebuild", { json: true });
  const found: Found = JSON.parse(out);
  expect(found.problems.map(({ path }) => path)).toEqual([paths[1], paths[0]]);
  expect((await bench.run("ledger rebuild", { output: "x.sql" })).err).toContain("give --company");
  bench.query(`UPDATE companies SET move = '{"from":0,"to":1,"state":"copying"}' WHERE id = 2`);
  expect((await bench.run("ledger rebuild")).err).toContain("company 2 is moving");
  bench.query("UPDATE companies SET move = NULL WHERE id = 2");
});

it("a report counts each company once, from all databases", async () => {
  const certificate = `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest, not_before, not_after)
    VALUES (?, 'vault', '', '', '1', '[]', '', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')`;
  const documents = `INSERT INTO documents (company_id, module, type_code, environment, client_id, issuance_name, reservation_id, fingerprint,
    reserved_at, prefix, number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld)
    VALUES (?1, 'fe', '01', 'produccion', 1, 'fe:' || ?1, 'r' || ?1, '', '', 'FE', 1, 'FE1', 'aceptado', 1, '2026-11-20', '', '', '', '', '', '')`;
  const plan = "INSERT OR IGNORE INTO plans (company_id, module, year, allowance, used) VALUES (?, 'fe', 2026, 10, 1)";
  for (const sql of [certificate, documents, plan]) {
    second.prepare(sql).run(1);
    // What company 1 left behind is there for a week.
    bench.query("UPDATE companies SET home = 1 WHERE id = 1");
    for (const id of [1, 2]) bench.query(sql, id);
    bench.query("UPDATE companies SET home = -1 WHERE id = 1");
  }
  const report = await bench.json("report", { output: join(bench.root, "report.html") });
  expect(report).toMatchObject({
    usage: [
      { company: 2, documents: 1 },
      { company: 1, documents: 1 },
    ],
    days: [{ day: "2026-11-20", outcome: "accepted", documents: 2 }],
    types: [{ type: "01", state: "aceptado", documents: 2 }],
    plans: [{ company: 2 }, { company: 1 }],
    certificates: [{ company: 2 }, { company: 1 }],
    ranges: [],
  });
  const { rows } = await bench.json<{ rows: { company: number }[] }>("usage");
  expect(rows.map(({ company }) => company)).toEqual([2, 1]);
  expect((await bench.run("usage", { csv: true })).out.match(/company,nit/g)).toHaveLength(1);
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

/** Commands about all companies that read alone; secrets are counted wherever they lie. */
const LOOKING = ALL_COMMANDS.filter(({ name, isOfAll }) => isOfAll === true && !/^(?:vault|ledger rebuild)/.test(name));

it("what a company left behind is in no answer of a command about all of them", async () => {
  const own = openWorkbench();
  bindSecond(own).close();
  await own.run("shard add");
  await own.run("company add", COMPANY);
  await own.run("range add", RANGE);
  own.setArchive({
    readFile: () => Promise.resolve(undefined),
    listFiles: async function* () {
      yield* [];
    },
    putFile: () => Promise.reject(new Error("closed")),
    close: () => Promise.resolve(),
  });
  const attempt = {
    kind: "send",
    startedAt: NOW,
    endedAt: NOW,
    outcome: "unknown",
    detail: "network",
    httpStatus: null,
  };
  own.query(
    `INSERT INTO documents (company_id, module, type_code, environment, client_id, issuance_name, reservation_id, fingerprint, reserved_at,
      prefix, number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld, due_at,
      last_status_error, timeline)
    VALUES (1, 'fe', '01', 'produccion', 1, 'fe:1', 'r', '', ?1, 'SETP', 990000000, 'SETP990000000', 'en_proceso_http', 1, '2026-11-20',
      '', '', '', '', '', '', ?1, 'unknown: network', ?2)`,
    NOW,
    JSON.stringify({ changes: [], attempts: [attempt] }),
  );
  expect(await own.run("company move", { company: 1, to: 1 })).toMatchObject({ code: 0, err: "" });
  // The first database keeps the copy for a week, and counts it for nobody.
  expect(own.query("SELECT count(*) AS n FROM documents")).toEqual([{ n: 1 }]);
  expect(await own.json("shard list")).toMatchObject({ databases: [{ documents: 0 }, { documents: 1 }] });
  own.setNow("2026-11-28T15:00:00.000Z");
  const look = async () => {
    const seen: Record<string, string> = {};
    for (const { name } of LOOKING) seen[name] = (await own.run(name)).out;
    return seen;
  };
  const before = await look();
  expect(await own.run("company move", { company: 1, resume: true })).toMatchObject({ code: 0, err: "" });
  expect(before).toEqual(await look());
  expect(before.pending?.match(/SETP990000000/g)).toHaveLength(1);
  own.close();
});

it("a company with many documents moves in statements that D1 takes", async () => {
  const own = openWorkbench();
  const there = bindSecond(own);
  await own.run("shard add");
  await own.run("company add", COMPANY);
  for (let number = 1; number <= 60; number += 1) {
    own.query(
      `INSERT INTO documents (company_id, module, type_code, environment, client_id, issuance_name, reservation_id, fingerprint, reserved_at,
        prefix, number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld, figures)
      VALUES (1, 'fe', '01', 'produccion', 1, 'fe:' || ?1, 'r' || ?1, '', '', 'FE', ?1, 'FE' || ?1, 'aceptado', 1, '2026-11-20', '', '', '',
        '', '', '', ?2)`,
      number,
      JSON.stringify({ text: "€".repeat(4_000) }),
    );
  }
  const lengths: number[] = [];
  const [here, file] = [
    openSqlite(own.databaseFile),
    openSqlite(join(dirname(own.databaseFile), `${nameLocalFile("DB1")}.sqlite`)),
  ];
  const shards = [here, file].map(({ execute }): Execute => {
    return (queries) => {
      lengths.push(...queries.map((query) => Buffer.byteLength(renderSql(query))));
      return execute(queries);
    };
  });
  const world = { companyId: 1, shards, carried: CARRIED, nowMs: () => Date.parse(NOW), progress: () => undefined };
  await beginMove(world, 1);
  await goOn(world);
  await Promise.all([here.close(), file.close()]);
  expect(there.prepare("SELECT count(*) AS documents FROM documents").get()).toEqual({ documents: 60 });
  expect(Math.max(...lengths)).toBeLessThan(100_000);
  there.close();
  own.close();
});

it("an open document that does not compress moves in pieces, also when its mover is cut off between them", async () => {
  const own = openWorkbench();
  const there = bindSecond(own);
  await own.run("shard add");
  await own.run("company add", COMPANY);
  own.query(
    `INSERT INTO documents (company_id, module, type_code, environment, client_id, issuance_name, reservation_id, fingerprint, reserved_at,
      prefix, number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld, due_at)
    VALUES (1, 'fe', '01', 'produccion', 1, 'fe:1', 'r1', '', '', 'FE', 1, 'FE1', 'firmado', 1, '2026-11-20', '', '', '', '', '', '', ?1)`,
    NOW,
  );
  const detail = JSON.stringify({ packed: randomBytes(150_000).toString("base64"), notes: "'€\"😀".repeat(2_000) });
  own.query("INSERT INTO document_details (document_id, company_id, detail) SELECT id, 1, ?1 FROM documents", detail);
  const [here, file] = [
    openSqlite(own.databaseFile),
    openSqlite(join(dirname(own.databaseFile), `${nameLocalFile("DB1")}.sqlite`)),
  ];
  const lengths: number[] = [];
  let pieces = 0;
  const shards = [here, file].map(({ execute }): Execute => {
    return async (queries) => {
      lengths.push(...queries.map((query) => Buffer.byteLength(renderSql(query))));
      if (queries.some(({ sql }) => sql.includes('UPDATE "document_details"'))) pieces += 1;
      if (pieces === 3) {
        pieces += 1;
        throw new Error("cut off");
      }
      return execute(queries);
    };
  });
  const world = { companyId: 1, shards, carried: CARRIED, nowMs: () => Date.parse(NOW), progress: () => undefined };
  await beginMove(world, 1);
  await expect(goOn(world)).rejects.toThrow("cut off");
  await goOn(world);
  await Promise.all([here.close(), file.close()]);
  expect(there.prepare("SELECT detail FROM document_details").all()).toEqual([{ detail }]);
  expect(Math.max(...lengths)).toBeLessThan(100_000);
  there.close();
  own.close();
});

it("a stand that starts again finds its companies where they live, and adds none anew", async () => {
  const own = openWorkbench();
  bindSecond(own).close();
  await own.run("shard add");
  const wanted = listDemoCompanies().slice(0, 1);
  const known = await onboardDemo(own.root, Date.now(), [], wanted);
  expect(await own.run("company move", { company: 1, to: 1 })).toMatchObject({ code: 0, err: "" });
  expect(await onboardDemo(own.root, Date.now(), known, wanted)).toEqual(known);
  own.close();
});

it("each company's events are compared with the archive where it lives, and those of the deployment in the first database", async () => {
  const own = openWorkbench();
  const there = bindSecond(own);
  writeSecret(join(own.root, ".dev.vars"), "AUDIT_KEY", createVersionedKey(1));
  const archive = openLocalArchive(join(own.root, ".wrangler/state"));
  own.setArchive(archive);
  await own.run("company add", COMPANY);
  await own.run("company add", { ...COMPANY, nit: "800197268-4", name: "Otra" });
  await own.run("shard add");
  expect(await own.run("ledger verify")).toMatchObject({ code: 0 });
  expect(await own.run("company move", { company: 1, to: 1 })).toMatchObject({ code: 0, err: "" });
  expect(await own.run("ledger verify", { journals: true, wait: 0 })).toMatchObject({ code: 0, err: "" });
  expect(await own.run("ledger verify")).toMatchObject({ code: 0, err: "" });
  expect(there.prepare("SELECT count(*) AS events FROM events WHERE company_id = 0").get()).toEqual({ events: 0 });
  there.exec("DELETE FROM events WHERE company_id = 1");
  own.query("DELETE FROM events WHERE company_id = 2");
  const { code, out } = await own.run("ledger verify");
  expect(code).toBe(4);
  expect(out.match(/the events 1 to \d of company \d are gone/g)).toEqual([
    "the events 1 to 1 of company 2 are gone",
    "the events 1 to 3 of company 1 are gone",
  ]);
  await archive.close();
  there.close();
  own.close();
});

it("a company that goes on in another database is listed, accounted for and counted as one", async () => {
  const own = openWorkbench();
  const there = bindSecond(own);
  await own.run("shard add");
  await own.run("company add", { ...COMPANY, "fe-plan": "100" });
  await own.run("range add", RANGE);
  const insert = `INSERT INTO documents (id, company_id, module, type_code, environment, client_id, issuance_name, reservation_id, fingerprint,
      reserved_at, range_id, prefix, number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld)
    VALUES (?2 + ?1, 1, 'fe', '01', 'produccion', 1,
      'fe:' || CAST(?1 AS INTEGER), 'r' || CAST(?1 AS INTEGER), '', '2026-11-20T15:00:00Z', 1, 'SETP', 990000000 + ?1, 'SETP' || CAST(990000000 + ?1 AS INTEGER),
      'aceptado', 1, '2026-11-20', '', 'COP', '1.00', '0.00', '1.00', '0.00')`;
  const details = `INSERT INTO document_details (document_id, company_id, detail)
    SELECT id, 1, '{"lines":[],"notes":[]}' FROM documents WHERE true ON CONFLICT DO NOTHING`;
  for (const number of [0, 1, 2]) own.query(insert, number, 1);
  own.query(details);
  own.query("UPDATE ranges SET next_number = 990000003");
  const extended = await own.run("company extend", { company: 1, to: 1 });
  expect(extended).toMatchObject({ code: 0, err: "" });
  expect(extended.out).toContain("lives in database 1; documents with ids below 4 are in database 0");
  there.prepare(insert).run(3, 100_000_000);
  there.exec(details);
  there.exec("UPDATE ranges SET next_number = 990000004");
  const answers = async () => {
    const rows = await own.json<{ document: number; number: string }[]>("document list", { company: 1, limit: 3 });
    expect(rows.map(({ number }) => number)).toEqual(["SETP990000003", "SETP990000002", "SETP990000001"]);
    expect(await own.json<unknown[]>("document list")).toHaveLength(4);
    for (const { document } of rows) {
      expect(await own.run("document show", { document })).toMatchObject({ code: 0, err: "" });
      expect((await own.run("document explain", { document })).out).toContain("of company 1: aceptado");
    }
    expect((await own.run("ledger gaps", { company: 1 })).out).toMatch(/^nothing is wrong.*\n.*4 aceptado$/);
    expect(await own.run("ledger gaps")).toMatchObject({ code: 0 });
    const { rows: used } = await own.json<{ rows: unknown[] }>("usage");
    expect(used).toMatchObject([{ company: 1, documents: 4, accepted: 4 }]);
    const page = join(own.root, "report.html");
    const report = await own.json("report", { output: page, again: true });
    expect(report).toMatchObject({
      usage: [{ company: 1, documents: 4 }],
      days: [{ day: "2026-11-20", documents: 4 }],
      plans: [{ company: 1 }],
    });
    return JSON.stringify([rows, used]);
  };
  const before = await answers();
  expect((await own.run("company show", { company: 1 })).out).toContain("in 1 older databases");
  expect((await own.run("shard list")).out).toContain("keeps_older_of");
  expect((await own.run("company move", { company: 1, resume: true })).err).toContain("company extend");
  own.setNow("2026-11-28T15:00:00.000Z");
  expect(await own.run("company extend", { company: 1, resume: true })).toMatchObject({ code: 0, err: "" });
  expect(own.query("SELECT count(*) AS n FROM software")).toEqual([{ n: 0 }]);
  own.setNow(NOW);
  expect(await answers()).toBe(before);
  expect((await own.run("company move", { company: 1, to: 1 })).err).toContain("spans several databases");
  expect((await own.run("ledger rebuild")).err).toContain("spans several databases");
  expect((await own.run("ledger verify", { company: 1 })).out.match(/missing-digest/g)).toHaveLength(4);
  own.query("UPDATE documents SET number = 990000007 WHERE id = 3");
  expect((await own.run("ledger gaps", { company: 1 })).out).toContain("SETP990000002 of range 1 has no document");
  there.close();
  own.close();
});
