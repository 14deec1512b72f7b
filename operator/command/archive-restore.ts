// `archive restore` compares the tables with a day's copy of the configuration, and writes the rows that are missing.
import { isDeepStrictEqual } from "node:util";
import { getTableColumns } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { digestFile } from "../../src/store/archive/files.ts";
import { manifestPath, openManifest } from "../../src/store/audit/configuration-copy.ts";
import { build, type Database, run, runAll } from "../../src/store/base/db.ts";
import { companies } from "../../src/store/base/schema.ts";
import { COPIED, readConfiguration } from "../../src/store/company/configuration.ts";
import { type Command, type Context, commit } from "../command.ts";
import { CSV } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional, toggle } from "../flag.ts";
import { findResidents } from "../home.ts";
import { readDate, readId } from "../reader.ts";
import { printFacts, printTable } from "../table.ts";
import { recordLostEvents } from "./event-lost.ts";

type Row = Readonly<Record<string, unknown>>;
/** Rows of a table by their keys. */
type Rows = ReadonlyMap<string, Row>;
/** By the names of the tables. */
type Tables = ReadonlyMap<string, Rows>;

/** A row of the copy that the database has not, or has otherwise. */
interface Finding {
  readonly company: number;
  readonly table: string;
  readonly key: string;
  readonly finding: "missing" | "differs";
  /** What is to be done by hand, or what differs. */
  readonly detail: string;
  /** What is written; absent for a row that only a person can bring back. */
  readonly row?: Row;
}

const PAGE = z.object({ tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))) });
const MANIFEST = z.object({
  day: z.string(),
  release: z.string().nullable(),
  time_travel: z.string().nullable(),
  pages: z.array(z.object({ path: z.string(), sha256: z.string(), companies: z.number() })),
});

/** What changes while the service runs, or says where a company lives: no copy is right about it. */
const RUNNING = new Set([
  "createdAt",
  "updatedAt",
  "lastUsedDay",
  "home",
  "epoch",
  "shard",
  "move",
  "kept",
  "heldUntil",
  "heldBecause",
  "lastEventAt",
  "startAfter",
  "revision",
  "testId",
  "reached",
  "seenRevision",
  "testedId",
  "waiting",
  "lastSuccessAt",
  "lastFailureAt",
  "lastFailure",
]);
/** Counters, which only move on: behind the copy they were set back. */
const COUNTERS = new Set(["nextNumber", "used"]);
/** Characters of the rows of one transaction: a call of wrangler takes them as one parameter. */
const BATCH_CHARACTERS = 30_000;
/** Findings that the text names; --csv and --json have all. */
const NAMED = 40;

export const DAY = optional("day", "YYYY-MM-DD; today in Bogotá unless given");

/** The manifest of the day that the line names. @throws OperatorError when there is none. */
export async function readManifest({ input, nowMs, readFile, keyring }: Context) {
  const day = input.find("day", readDate) ?? dateInBogota(nowMs());
  const bytes = await readFile(manifestPath(day));
  if (bytes === undefined) {
    throw new OperatorError(
      `there is no copy of ${day}`,
      "the cron writes one a day while the service has an AUDIT_KEY",
    );
  }
  const { text, isGenuine } = await openManifest(await keyring.auditKeys(), bytes);
  return { ...MANIFEST.parse(JSON.parse(text)), isGenuine };
}

export const restoreConfiguration: Command = {
  name: "archive restore",
  reads: (has) => !has("write"),
  about:
    "compares the tables with the copy of the configuration of a day, and with --write adds the rows that are missing: what is there stays. Names what holds a secret and is entered again; exit code 4 while a row is missing",
  flags: [
    DAY,
    optional("company", "id of the company; all of them unless given"),
    toggle("write", "add what is missing; without it nothing is written"),
    CSV,
  ],
  run: async (context) => {
    const { input, shards, isDryRun } = context;
    const company = input.find("company", readId);
    const { day, pages, isGenuine } = await readManifest(context);
    if (isGenuine !== true) {
      const why = isGenuine === false ? "was not written by the service" : "cannot be told from a forged one";
      throw new OperatorError(
        `the copy of ${day} ${why}`,
        `it takes the AUDIT_KEY of ${context.deployment.secretFile}`,
      );
    }
    const isWriting = input.has("write");
    const findings: Finding[] = [];
    const written: Finding[] = [];
    const said: string[] = [];
    for (const [shard, { db }] of shards.entries()) {
      const paths = pages.filter(({ path }) => path.includes(`/db${shard}-after-`));
      const copy = await readCopy(context, paths, company);
      const before = compare(copy, await readPresent(db));
      const left = isWriting ? await addMissing({ ...context, db }, copy, before, said) : before;
      written.push(...before.filter((one) => one.finding === "missing" && !left.some((other) => isSame(one, other))));
      findings.push(...left, ...(await listUnknown(context, shard, copy)));
    }
    if (written.length > 0 || (isDryRun && isWriting)) {
      const rows = Object.fromEntries(
        [...Map.groupBy(written, ({ table }) => table)].map(([table, { length }]) => [table, length]),
      );
      const doneBefore = `${written.length} rows are written already`;
      const detail = { day, company, rows };
      await commit(context, { companyId: 0, action: "archive.restore", detail, doneBefore }, []);
    }
    return answer({ day, isWriting, written, findings, said });
  },
};

function isSame(one: Finding, other: Finding): boolean {
  return one.table === other.table && one.key === other.key && one.company === other.company;
}

/** Companies of a further database whom the first one, the directory of all, does not know: no copy says how they got there. */
async function listUnknown({ shards: [first] }: Context, shard: number, copy: Tables): Promise<Finding[]> {
  if (shard === 0 || first === undefined) return [];
  const known = new Set((await run(first.db, build.select({ id: companies.id }).from(companies))).map(({ id }) => id));
  return [...(copy.get("companies") ?? [])].flatMap(([key, { id }]): Finding[] => {
    const detail = `it lives in database ${shard}, and the first one does not know it: set that back by Time Travel`;
    return known.has(Number(id)) ? [] : [{ company: Number(id), table: "companies", key, finding: "missing", detail }];
  });
}

interface Answered {
  readonly day: string;
  readonly isWriting: boolean;
  readonly written: readonly Finding[];
  readonly findings: readonly Finding[];
  readonly said: readonly string[];
}

function answer({ day, isWriting, written, findings, said }: Answered) {
  const shown = findings.map(({ row: _row, ...finding }) => finding);
  const missing = shown.filter(({ finding }) => finding === "missing").length;
  const facts = { day, written: written.length, missing, differ: shown.length - missing };
  const rest = shown.length > NAMED ? `\nand ${shown.length - NAMED} more (--csv)` : "";
  const isLeft = findings.some(({ row }) => row !== undefined);
  const next = [
    ...(isLeft && !isWriting ? [`operator archive restore --day ${day} --write`] : []),
    ...written.flatMap(adviseKey),
    ...(written.length > 0
      ? ["operator ledger rebuild, before anybody issues: counters move on to what was issued since"]
      : []),
  ];
  const table = printTable(shown.slice(0, NAMED), "every row of the copy is there, as it was");
  return {
    data: { ...facts, findings: shown },
    rows: shown,
    text: [printFacts(facts), `${table}${rest}`, ...said].join("\n"),
    ...(missing === 0 ? {} : { exitCode: 4 }),
    next,
  };
}

/** @throws OperatorError for a page that is gone or another one. */
async function readCopy(
  { readFile }: Context,
  pages: readonly { readonly path: string; readonly sha256: string }[],
  company: number | undefined,
): Promise<Tables> {
  const tables = new Map<string, Map<string, Row>>();
  for (const { path, sha256 } of pages) {
    const bytes = await readFile(path);
    if (bytes === undefined || (await digestFile(bytes)) !== sha256) {
      throw new OperatorError(
        `${path} is ${bytes === undefined ? "gone" : "another one"}`,
        "try the copy of another day",
      );
    }
    gather(tables, PAGE.parse(JSON.parse(new TextDecoder().decode(bytes))).tables);
  }
  return company === undefined ? tables : keepCompany(tables, company);
}

function keepCompany(tables: Tables, company: number): Tables {
  const ownerOf = ownersIn(tables);
  return new Map(
    [...tables].map(([name, rows]) => [name, new Map([...rows].filter(([, row]) => ownerOf(name, row) === company))]),
  );
}

async function readPresent(db: Database): Promise<Tables> {
  const tables = new Map<string, Map<string, Row>>();
  for (let after: number | null = 0; after !== null; ) {
    const { next, tables: page }: Awaited<ReturnType<typeof readConfiguration>> = await readConfiguration(db, after);
    // As a copy has them: instants and lists of the tables in JSON.
    gather(tables, PAGE.parse({ tables: JSON.parse(JSON.stringify(page)) }).tables);
    after = next;
  }
  return tables;
}

function gather(into: Map<string, Map<string, Row>>, page: Readonly<Record<string, readonly Row[]>>): void {
  for (const [name, table] of COPIED) {
    const rows = into.get(name) ?? new Map<string, Row>();
    for (const row of page[name] ?? []) rows.set(keyOf(table, row), row);
    into.set(name, rows);
  }
}

function keyOf(table: SQLiteTable, row: Row): string {
  const composite = getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns.map(({ name }) => name));
  const keys = Object.entries(getTableColumns(table)).filter(
    ([, { primary, name }]) => primary || composite.includes(name),
  );
  return keys.map(([member]) => String(row[member])).join(" ");
}

function ownersIn(tables: Tables): (name: string, row: Row) => number {
  const clients = tables.get("apiClients");
  return (name, row) => {
    if (name === "companies") return Number(row.id);
    return Number(name === "tokens" ? clients?.get(String(row.clientId))?.companyId : row.companyId);
  };
}

function compare(copy: Tables, present: Tables): Finding[] {
  const ownerOf = ownersIn(copy);
  return [...copy].flatMap(([table, rows]) =>
    [...rows].flatMap(([key, row]): Finding[] => {
      const found = present.get(table)?.get(key);
      const place = { company: ownerOf(table, row), table, key };
      if (found === undefined) {
        const detail = adviseSecret(table, row, place.company);
        return [{ ...place, finding: "missing", detail: detail ?? "", ...(detail === undefined ? { row } : {}) }];
      }
      const detail = Object.keys(row)
        .flatMap((member) => describeChange(member, row[member], found[member]))
        .join("; ");
      return detail === "" ? [] : [{ ...place, finding: "differs", detail }];
    }),
  );
}

function describeChange(member: string, copied: unknown, found: unknown): string[] {
  if (RUNNING.has(member) || isDeepStrictEqual(copied, found)) return [];
  if (COUNTERS.has(member) && Number(found) > Number(copied)) return [];
  return [`${member} ${JSON.stringify(found)}, the copy has ${JSON.stringify(copied)}`];
}

/** A range comes back with its counter and without its key: it gives no number until that is there. */
function adviseKey({ table, company, row }: Finding): string[] {
  if (table !== "ranges" || row?.kind !== "fe") return [];
  return [`operator range import --company ${company} --kind fe --prefix ${row.prefix}: no copy has its technical key`];
}

/** How a row comes back that is nothing without its secret, which no copy has. */
function adviseSecret(table: string, row: Row, company: number): string | undefined {
  const isSealed = table === "certificates" && row.location === "vault";
  if (isSealed) return `serial ${row.serialNumber}: \`operator certificate import --company ${company} FILE.p12\``;
  if (table === "software") {
    return `id ${row.softwareId}: \`operator company edit --company ${company} --file software.json\``;
  }
  if (table === "tokens" && row.revokedAt !== null) return "it was revoked";
  if (table === "tokens") return `\`operator token issue --client ${row.clientId}\``;
  if (table === "webhooks") return `${row.url}: \`operator webhook add --company ${company}\``;
  return undefined;
}

/**
 * Companies first: what belongs to one that could not be written, because its NIT is another's, is not written either.
 * @returns what is missing or differs then.
 */
async function addMissing(
  context: Context,
  copy: Tables,
  found: readonly Finding[],
  said: string[],
): Promise<readonly Finding[]> {
  const { db, isDryRun } = context;
  const missing = found.filter(({ row }) => row !== undefined);
  if (missing.length === 0) return found;
  const isOwn = await findResidents(context);
  // The next event would take a number that the archive has.
  if (!isDryRun) said.push(...(await recordLostEvents(context, null, isOwn)).lines);
  await insertAll(
    context,
    missing.filter(({ table }) => table === "companies"),
  );
  const present = isDryRun ? copy : await readPresent(db);
  const owned = missing.filter(({ table, company }) => {
    return table !== "companies" && present.get("companies")?.has(String(company)) === true;
  });
  await insertAll(context, owned);
  return isDryRun ? found : compare(copy, await readPresent(db));
}

async function insertAll({ db, progress }: Context, findings: readonly Finding[]): Promise<void> {
  const statements = findings.flatMap(({ table: name, row }) => {
    const table = COPIED.get(name);
    if (table === undefined || row === undefined) return [];
    // A row whose place another one has stays missing, and is named.
    return [{ size: JSON.stringify(row).length, statement: build.insert(table).values(row).onConflictDoNothing() }];
  });
  let [batch, size]: [(typeof statements)[number]["statement"][], number] = [[], 0];
  for (const [done, one] of statements.entries()) {
    if (size + one.size > BATCH_CHARACTERS) {
      progress("rows", done, statements.length);
      await runAll(db, batch);
      [batch, size] = [[], 0];
    }
    batch.push(one.statement);
    size += one.size;
  }
  await runAll(db, batch);
}
