// Runs `npm run deep -- move [--documents 100000] [--filled 1000000]`: moves a large company between two well filled databases,
// kills the mover three times, compares by hash what arrived, and measures the company's lists before and after.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { type OpenDatabase, openSqlite } from "../operator/access/sqlite.ts";
import { seedIds } from "../operator/move/ids.ts";
import { beginMove, goOn, type MoveWorld } from "../operator/move/mover.ts";
import { connect, type Database, type Execute, runAll } from "../src/store/base/db.ts";
import { guard } from "../src/store/base/home.ts";
import { type DocumentFilter, listDocuments } from "../src/store/document/document-list.ts";
import { listInvoices } from "../src/store/document/invoice-list.ts";
import { listChanges } from "../src/store/watch/changes.ts";
import { listMigrationStatements } from "../test/support/migration.ts";
import { fill } from "./fill.ts";
import { percentile } from "./measure.ts";

const { values } = parseArgs({
  options: { documents: { type: "string", default: "100000" }, filled: { type: "string", default: "1000000" } },
});
const [documents, filled] = [Number(values.documents), Number(values.filled)];
/** Above the companies that `fill` writes about. */
const COMPANY = 1_000_000;
const PARTIES = 100;
const KILLS = 3;
const RUNS = 60;
const RATIO_MAX = 1.5;
/** Characters of one call, as the operator's program carries them to a local database. */
const CARRIED = 500_000;
const TABLES =
  "software certificates api_clients ranges series plans file_sequences third_parties documents changes document_days";

class Killed extends Error {}

const folder = mkdtempSync(join(tmpdir(), "factura-edge-move-"));
try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function main(): Promise<boolean> {
  const files = ["first", "second"].map((name) => join(folder, `${name}.sqlite`));
  for (const [shard, file] of files.entries()) await prepare(file, shard);
  addCompany(files[0] ?? "");
  const opened = files.map(openSqlite);
  const [first, second] = opened;
  if (first === undefined || second === undefined) throw new Error("two databases are needed");
  console.log(`${filled} documents in each database, ${documents} more of the company`);
  const before = await measureLists(first);
  const digest = digestOf(files[0] ?? "");

  const { seconds, kills } = await move(opened);
  const arrived = digestOf(files[1] ?? "");
  console.log(
    `moved in ${seconds.toFixed(0)} s, ${(documents / seconds).toFixed(0)} documents a second; the mover was killed ${kills} times and went on`,
  );
  console.log(`${arrived === digest ? "equal by hash" : "NOT EQUAL"}: ${arrived.slice(0, 16)}`);

  const after = await measureLists(second);
  const ratios = Object.entries(before).map(([name, time]) => ({ name, ratio: (after[name] ?? Number.NaN) / time }));
  for (const { name, ratio } of ratios)
    console.log(`${name.padEnd(24)} ${ratio.toFixed(2)} times as long as where it was`);
  for (const one of opened) await one.close();
  return kills === KILLS && arrived === digest && ratios.every(({ ratio }) => ratio < RATIO_MAX);
}

async function prepare(file: string, shard: number): Promise<void> {
  const db = new DatabaseSync(file);
  for (const statement of listMigrationStatements()) db.exec(statement);
  db.close();
  if (shard > 0) {
    const { db: seeded, close } = openSqlite(file);
    await runAll(seeded, seedIds(shard));
    await close();
  }
  fill(file, filled);
}

/** A company with a hundred receivers, whose documents are the first ones of the database under other names. */
function addCompany(file: string): void {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA synchronous = OFF; BEGIN;
    INSERT INTO companies (id, nit, name, environment, profile) VALUES (${COMPANY}, '900', 'Grande', 'produccion', '{}');
    INSERT INTO api_clients (company_id, name, scopes) VALUES (${COMPANY}, 'ERP', '[]');
    INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from, valid_to, next_number)
      VALUES (${COMPANY}, 'fe', '18760000001', '2026-01-01', 'FE', 1, ${documents * 2}, '2026-01-01', '2027-12-31', ${documents + 1});
    INSERT INTO plans (company_id, module, year, allowance, used) VALUES (${COMPANY}, 'fe', 2026, ${documents * 2}, ${documents});
    INSERT INTO third_parties (company_id, module, identification_type, identification_number, name, folded_name, email)
      SELECT ${COMPANY}, module, identification_type, identification_number, name, folded_name, email FROM third_parties ORDER BY id LIMIT ${PARTIES}`);
  const columns = db
    .prepare("SELECT name FROM pragma_table_info('documents') WHERE name <> 'id'")
    .all()
    .map(({ name }) => String(name));
  const own: Readonly<Record<string, string>> = {
    company_id: String(COMPANY),
    type_code: "'01'",
    prefix: "'FE'",
    number: "id",
    full_number: "'FE' || id",
    issuance_name: `'fe:${COMPANY}:' || id`,
    reservation_id: "'moved-' || id",
    fiscal_id: "unhex(printf('%096x', id))",
    third_party_id: `(SELECT min(id) FROM third_parties WHERE company_id = ${COMPANY}) + id % ${PARTIES}`,
    concept_code: "NULL",
    corrected_id: "NULL",
  };
  db.exec(`INSERT INTO documents (${columns.join(", ")})
    SELECT ${columns.map((name) => own[name] ?? name).join(", ")} FROM documents WHERE id <= ${documents} ORDER BY id; COMMIT`);
  const { n } = db.prepare(`SELECT count(*) AS n FROM documents WHERE company_id = ${COMPANY}`).get() ?? {};
  db.close();
  if (n !== documents) throw new Error(`the company has ${String(n)} documents`);
}

/** Moves the company; the mover dies at a quarter, at the half and at three quarters of its calls, before or after one. */
async function move(opened: readonly OpenDatabase[]): Promise<{ readonly seconds: number; readonly kills: number }> {
  const startedAt = performance.now();
  let rows = 0;
  let kills = 0;
  const due = [0.25, 0.5, 0.75].map((share) => share * 3);
  const watched =
    (execute: Execute): Execute =>
    async (queries) => {
      const isDue = kills < KILLS && rows > (due[kills] ?? 0) * documents;
      if (isDue && kills % 2 === 0) {
        kills += 1;
        throw new Killed();
      }
      const answer = await execute(queries);
      if (isDue) {
        kills += 1;
        throw new Killed();
      }
      return answer;
    };
  let last = 0;
  const world: MoveWorld = {
    companyId: COMPANY,
    shards: opened.map(({ execute }) => watched(execute)),
    carried: CARRIED,
    nowMs: () => Date.parse("2026-11-23T15:00:00Z"),
    progress: (_what, done) => {
      rows += done > last ? done - last : done;
      last = done;
    },
  };
  await beginMove(world, 1);
  for (;;) {
    try {
      await goOn(world);
      return { seconds: (performance.now() - startedAt) / 1_000, kills };
    } catch (cause) {
      if (!(cause instanceof Killed)) throw cause;
      last = 0;
    }
  }
}

/** The digest of every row of the company. */
function digestOf(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true });
  const hash = createHash("sha256");
  for (const table of TABLES.split(" ")) {
    for (const row of db.prepare(`SELECT * FROM ${table} WHERE company_id = ${COMPANY} ORDER BY 1, 2, 3`).iterate()) {
      hash.update(JSON.stringify(row));
    }
  }
  db.close();
  return hash.digest("hex");
}

/** Medians of the company's lists in milliseconds, each asked as the service asks where there are several databases. */
async function measureLists({ execute }: OpenDatabase): Promise<Readonly<Record<string, number>>> {
  const db = connect(guard(execute, COMPANY));
  const filter = { companyId: COMPANY, typeCode: null, status: null, search: null };
  const v2: DocumentFilter = {
    companyId: COMPANY,
    typeCodes: [],
    status: null,
    search: null,
    module: "fe",
    from: null,
    to: null,
    correctedId: null,
    establishment: null,
    till: null,
  };
  const page = { order: "DESC", limit: 20, offset: 0, after: null } as const;
  const cases: Readonly<Record<string, (on: Database) => Promise<unknown>>> = {
    "list, first page": (on) => listInvoices(on, filter, { page: 1, perPage: 20 }),
    "list, rejected": (on) => listInvoices(on, { ...filter, status: "rechazado" }, { page: 1, perPage: 20 }),
    "search by number": (on) => listInvoices(on, { ...filter, search: `FE${documents / 2}` }, { page: 1, perPage: 20 }),
    "v2, first page": (on) => listDocuments(on, v2, page),
    "feed, a page": (on) => listChanges(on, { companyId: COMPANY, modules: ["fe"], after: 0, limit: 100 }),
  };
  const medians: Record<string, number> = {};
  for (const [name, run] of Object.entries(cases)) {
    const times: number[] = [];
    for (let index = 0; index < RUNS; index += 1) {
      const startedAt = performance.now();
      await run(db);
      times.push(performance.now() - startedAt);
    }
    medians[name] = percentile(times, 50);
  }
  return medians;
}
