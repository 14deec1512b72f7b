// Measures each list, search and page of the feed over a thousand and over a million invoices and notes in a local D1: the time must
// not grow.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getTableName, is, Table } from "drizzle-orm";
import { getPlatformProxy } from "wrangler";
import { connect, type Database, openDatabase, type SqlQuery } from "../src/store/base/db.ts";
import * as schema from "../src/store/base/schema.ts";
import { findCorrected, loadBalance } from "../src/store/document/corrected.ts";
import { type DocumentFilter, listDocuments } from "../src/store/document/document-list.ts";
import { findDocument } from "../src/store/document/documents.ts";
import { type ListFilter, listInvoices } from "../src/store/document/invoice-list.ts";
import { findLastChange, listChanges } from "../src/store/watch/changes.ts";
import { listMigrationStatements } from "../test/support/migration.ts";
import { DOCUMENTS_PER_COMPANY, fill, type Probe, probeOf } from "./fill.ts";

const SIZES = (process.argv[2] ?? "1000,1000000").split(",").map(Number);
const RUNS = 100;
const WARM_UP_RUNS = 20;
const RATIO_MAX = 1.5;
const PER_PAGE = 20;
const FEED_PAGE = 100;

/** A list or search that clients ask for. */
interface Case {
  readonly name: string;
  readonly run: (db: Database, probe: Probe) => Promise<unknown>;
}

function list(name: string, changesOf: (probe: Probe) => Partial<ListFilter>, page = 1): Case {
  const filterOf = (probe: Probe): ListFilter => ({
    companyId: probe.companyId,
    typeCode: null,
    status: null,
    search: null,
    ...changesOf(probe),
  });
  return {
    name,
    run: (db, probe) => listInvoices(db, filterOf(probe), { page, perPage: PER_PAGE }),
  };
}

/** A list of v2. */
function listV2(
  name: string,
  changesOf: (probe: Probe) => Partial<DocumentFilter>,
  after?: (probe: Probe) => number,
): Case {
  return {
    name: `v2 ${name}`,
    run: (db, probe) => {
      const filter: DocumentFilter = {
        companyId: probe.companyId,
        module: "fe",
        typeCodes: [],
        status: null,
        search: null,
        ...{ from: null, to: null, correctedId: null, establishment: null, till: null },
        ...changesOf(probe),
      };
      return listDocuments(db, filter, { order: "DESC", limit: PER_PAGE, offset: 0, after: after?.(probe) ?? null });
    },
  };
}

const CASES: readonly Case[] = [
  listV2("list", () => ({})),
  listV2(
    "after a cursor",
    () => ({}),
    (probe) => probe.id,
  ),
  listV2("desde, hasta", () => ({ from: "2020-01-01", to: "2020-01-31" })),
  listV2("tipo=92", () => ({ typeCodes: ["92"] })),
  listV2("tipo=03", () => ({ typeCodes: ["03"] })),
  listV2("tipo=03&estado=aprobado", () => ({ typeCode: "03", status: "aprobado" })),
  listV2("estado=rechazado", () => ({ status: "rechazado" })),
  listV2("q=name", (probe) => ({ search: probe.partyName })),
  listV2("q=key", (probe) => ({ search: `venta-${probe.number}` })),
  listV2("factura_id", (probe) => ({ correctedId: probe.correctedId })),
  listV2("dse", () => ({ module: "dse" })),
  listV2("dse, q=name", (probe) => ({ module: "dse", search: probe.partyName })),
  list("list", () => ({})),
  list("list, last page", () => ({}), DOCUMENTS_PER_COMPANY / PER_PAGE),
  list("tipo=01", () => ({ typeCode: "01" })),
  list("tipo=91", () => ({ typeCode: "91" })),
  list("estado=aprobado", () => ({ status: "aprobado" })),
  list("estado=rechazado", () => ({ status: "rechazado" })),
  list("estado=pendiente", () => ({ status: "pendiente" })),
  list("tipo=01&estado=rechazado", () => ({ typeCode: "01", status: "rechazado" })),
  list("tipo=91&estado=aprobado", () => ({ typeCode: "91", status: "aprobado" })),
  list("q=id", (probe) => ({ search: String(probe.id) })),
  list("q=consecutive", (probe) => ({ search: String(probe.number) })),
  list("q=full number", (probe) => ({ search: probe.fullNumber })),
  list("q=CUFE", (probe) => ({ search: probe.fiscalId })),
  list("q=name", (probe) => ({ search: probe.partyName })),
  list("q=part of a name", (probe) => ({ search: probe.partyName.slice(3, 9) })),
  list("q=common part of names", () => ({ search: "maria" })),
  list("q=two letters", (probe) => ({ search: probe.partyName.slice(0, 2) })),
  list("q=party number", (probe) => ({ search: probe.partyNumber })),
  list("q=name&estado=aprobado", (probe) => ({ search: probe.partyName, status: "aprobado" })),
  {
    name: "detail",
    run: (db, probe) => findDocument(db, probe.companyId, "fe", probe.id),
  },
  {
    name: "what a note corrects",
    run: (db, { companyId, correctedId: documentId }) =>
      findCorrected(db, { companyId, module: "fe", environment: "produccion", documentId, fiscalId: null }),
  },
  { name: "balance", run: (db, probe) => loadBalance(db, probe.companyId, probe.correctedId) },
  feed("oldest", () => 0),
  feed("after a cursor", (probe) => probe.sequence),
  feed("at its end", () => Date.now()),
  { name: "feed, last change", run: (db, probe) => findLastChange(db, probe.companyId) },
];

/** A page of the feed after what the function says. */
function feed(name: string, afterOf: (probe: Probe) => number): Case {
  return {
    name: `feed, ${name}`,
    run: (db, probe) =>
      listChanges(db, {
        companyId: probe.companyId,
        modules: ["fe", "dse"],
        after: afterOf(probe),
        limit: FEED_PAGE,
      }),
  };
}

/** Tables whose rows are kept; everything else that a plan scans was made by the statement itself, out of a bounded number of rows. */
const KEPT = new Set<string>(Object.values(schema).flatMap((value) => (is(value, Table) ? [getTableName(value)] : [])));

/** A local D1 of its own folder. */
async function openLocalD1(folder: string): Promise<{ readonly db: D1Database; readonly close: () => Promise<void> }> {
  const configPath = join(folder, "wrangler.toml");
  const database = '[[d1_databases]]\nbinding = "DB"\ndatabase_name = "bench"\ndatabase_id = "bench"\n';
  writeFileSync(configPath, `name = "bench"\ncompatibility_date = "2026-09-15"\n${database}`);
  const proxy = await getPlatformProxy<{ DB: D1Database }>({ configPath, persist: { path: join(folder, "state") } });
  return { db: proxy.env.DB, close: () => proxy.dispose() };
}

function findFile(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const found = files.filter((name) => name.endsWith(".sqlite") && !name.includes("metadata"));
  const [file] = found;
  if (file === undefined || found.length > 1)
    throw new Error(`expected one database, found ${found.join(", ") || "none"}`);
  return join(folder, file);
}

/** Migrates and fills a local D1; returns the path of its file. */
async function prepare(folder: string, documents: number): Promise<string> {
  const startedAt = Date.now();
  const { db, close } = await openLocalD1(folder);
  for (const statement of listMigrationStatements()) await db.prepare(statement).run();
  await close();
  const file = findFile(join(folder, "state"));
  fill(file, documents);
  const companies = documents / DOCUMENTS_PER_COMPANY;
  process.stdout.write(`${documents} documents of ${companies} companies in ${Date.now() - startedAt} ms\n`);
  return file;
}

interface Stage {
  readonly documents: number;
  readonly file: string;
  readonly db: D1Database;
  readonly close: () => Promise<void>;
}

/**
 * Medians in microseconds, one per stage, over the same random places; stages take turns, so that
 * other work of the machine weighs on all of them alike.
 */
async function measure(stages: readonly Stage[], { run }: Case): Promise<readonly number[]> {
  const times = stages.map((): number[] => []);
  let seed = 7;
  const pick = (count: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + (Math.floor(seed / 256) % count);
  };
  for (let i = -WARM_UP_RUNS; i < RUNS; i += 1) {
    const place = pick(2 ** 20);
    const number = pick(DOCUMENTS_PER_COMPANY);
    for (const [index, { db, documents }] of stages.entries()) {
      const company = 1 + (place % (documents / DOCUMENTS_PER_COMPANY));
      const start = process.hrtime.bigint();
      await run(openDatabase(db), probeOf(company, number, documents));
      if (i >= 0) times[index]?.push(Number(process.hrtime.bigint() - start) / 1_000);
    }
  }
  return times.map(median);
}

/** The statements' own median in microseconds, without the way to D1 and back; and the plan they follow. */
async function inspect(
  { file, documents }: Stage,
  { run }: Case,
): Promise<{ readonly alone: number; readonly plan: readonly string[] }> {
  const db = new DatabaseSync(file, { readOnly: true });
  db.exec("PRAGMA cache_size = -65536");
  const asked: SqlQuery[] = [];
  const asking = connect(async (queries) => {
    asked.push(...queries);
    return queries.map(({ sql, params }) =>
      db
        .prepare(sql)
        .all(...params)
        .map(Object.values),
    );
  });
  const times: number[] = [];
  for (let i = 0; i < RUNS; i += 1) {
    const company = 1 + ((i * 7919) % (documents / DOCUMENTS_PER_COMPANY));
    asked.length = 0;
    await run(asking, probeOf(company, 1 + ((i * 13) % DOCUMENTS_PER_COMPANY), documents));
    const prepared = asked.map(({ sql, params }) => ({ params, statement: db.prepare(sql) }));
    const start = process.hrtime.bigint();
    for (const { params, statement } of prepared) statement.all(...params);
    times.push(Number(process.hrtime.bigint() - start) / 1_000);
  }
  const steps = asked.flatMap(({ sql, params }) => db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params));
  db.close();
  return { alone: median(times), plan: steps.map((step) => String(step.detail)) };
}

function median(times: number[]): number {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-list-"));
  const stages: Stage[] = [];
  const slow: string[] = [];
  const scans: string[] = [];
  process.stdout.write(`${CASES.length} lists, searches and reads\n`);
  try {
    for (const documents of SIZES) {
      const own = mkdtempSync(join(folder, "d1-"));
      const file = await prepare(own, documents);
      stages.push({ documents, file, ...(await openLocalD1(own)) });
    }
    for (const each of CASES) {
      const times = await measure(stages, each);
      const inspected = await Promise.all(stages.map((stage) => inspect(stage, each)));
      const plan = inspected.at(-1)?.plan ?? [];
      const alone = inspected.map((one) => `${one.alone.toFixed(0).padStart(5)} µs`).join(" ");
      const ratio = (times.at(-1) ?? 0) / (times[0] ?? 0);
      const figures = times.map((time) => `${time.toFixed(0).padStart(6)} µs`).join(" ");
      const steps = plan.map((step) => `    ${step}\n`).join("");
      process.stdout.write(
        `\n${each.name.padEnd(28)} ${figures}  x${ratio.toFixed(2)}  in SQLite alone ${alone}\n${steps}`,
      );
      if (!(ratio <= RATIO_MAX)) slow.push(`${each.name} takes x${ratio.toFixed(2)}`);
      const walks = plan.filter((step) => KEPT.has(/^SCAN (\w+)/.exec(step)?.[1] ?? ""));
      scans.push(...walks.map((step) => `${each.name}: ${step}`));
    }
  } finally {
    for (const { close } of stages) await close();
    rmSync(folder, { recursive: true });
  }
  if (slow.length + scans.length === 0) return;
  process.stderr.write(`\nlists that grow with the table:\n${[...slow, ...scans].join("\n")}\n`);
  // 2: measured to the end, and slower than the limit; a walk over a table is a fault of the statement itself.
  process.exitCode = scans.length > 0 ? 1 : 2;
}

await main();
