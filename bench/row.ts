// Measures what documents at rest take in D1, by table, index and column: written by the product's own statements.
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Document } from "../src/domain/document/document.ts";
import { dateInBogota, yearOf } from "../src/domain/value/calendar.ts";
import { priceCommand } from "../src/issuance/price/price.ts";
import { xmlPathOf } from "../src/store/archive/files.ts";
import { connect } from "../src/store/base/db.ts";
import { createLedger } from "../src/store/ledger.ts";
import type { Reservation } from "../src/store/number/allocation.ts";
import { listMigrationStatements } from "../test/support/migration.ts";
import { ISSUED_AT_MS, makeCompany, writeInvoiceBody } from "./document.ts";
import { readObject, readRequest } from "./fixture.ts";

/** What is written. */
interface Wish {
  readonly lines: number;
  readonly documents: number;
  /** Documents that are on their way at once. */
  readonly open: number;
}

/** Bytes of one document, each rounded up. */
export interface RowReport {
  /** Pages of the whole database that a document adds. */
  readonly pages: number;
  /** Bytes of the database, and the documents in it. */
  readonly file: number;
  readonly all: number;
  /** Pages of each table and index that grew, by its name. */
  readonly parts: Readonly<Record<string, number>>;
  /** The row itself, as it lies in its page. */
  readonly row: number;
  /** Its values by column, without those that are null. */
  readonly columns: Readonly<Record<string, number>>;
}

/** Told now and then: how many documents there are, in how many bytes. */
type Tell = (documents: number, bytes: number) => void;
const TOLD_EACH = 100_000;

/** Invoices of some lines, in a database of their own. */
export async function measureRows({ lines, documents, open }: Wish, tell: Tell = () => undefined): Promise<RowReport> {
  const folder = mkdtempSync(join(tmpdir(), "factura-edge-rows-"));
  try {
    const path = join(folder, "d1.sqlite");
    prepare(path);
    const { db, countBytes, commit, close } = openToFill(path);
    const ledger = createLedger(db);
    const document = priceInvoice(lines);
    const onTheirWay: Reservation[] = [];
    let given = 0;
    const issue = async (count: number, isLast: boolean) => {
      for (let n = 0; n < count; n += 1) {
        const reservation = reserve();
        const result = await ledger.allocate(reservation, document);
        if (result.type !== "allocated") throw new Error(`no number: ${JSON.stringify(result)}`);
        onTheirWay.push(reservation);
        given += 1;
        if (given % TOLD_EACH === 0) tell(given, countBytes());
        if (onTheirWay.length > open) await settle(ledger, onTheirWay.shift());
      }
      while (isLast && onTheirWay.length > 0) await settle(ledger, onTheirWay.shift());
    };
    // What an empty database has is no document's.
    const first = Math.ceil(documents / 10);
    await issue(first, false);
    commit();
    const before = readPages(path);
    await issue(documents, true);
    close();
    return { ...report(path, before, documents), all: first + documents };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function prepare(path: string): void {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA synchronous = OFF");
  for (const statement of listMigrationStatements()) db.exec(statement);
  db.exec(`INSERT INTO companies (id, nit, name, environment, profile) VALUES (1, '900373115', 'EMPRESA DE PRUEBA SAS', 'produccion', '{}');
    INSERT INTO software (company_id, module, software_id, sealed_pin, provider_nit, provider_check_digit)
      VALUES (1, 'fe', 'software', 'sealed', '900373115', '3');
    INSERT INTO plans (company_id, module, year, allowance)
      VALUES (1, 'fe', ${yearOf(dateInBogota(Date.now()))}, 100000000);
    INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from, valid_to, next_number)
      VALUES (1, 'fe', '18760000001', '2019-01-19', 'SETP', 990000000, 995000000, '2019-01-19', '2030-01-19', 990000000);`);
  db.close();
}

/** Each statement is prepared once and nothing waits for the disk: millions are written, and a crash loses nothing that counts. */
function openToFill(path: string) {
  const connection = new DatabaseSync(path);
  connection.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -1048576; BEGIN");
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? connection.prepare(sql);
    statement.setReturnArrays(true);
    prepared.set(sql, statement);
    return statement;
  };
  let batches = 0;
  const db = connect(async (queries) => {
    const answers = queries.map(({ sql, params }) =>
      prepare(sql)
        .all(...params)
        .map((row) => Object.values(row)),
    );
    batches += 1;
    if (batches % BATCHES_PER_COMMIT === 0) connection.exec("COMMIT; BEGIN");
    return answers;
  });
  const countBytes = () => read("page_count") * read("page_size");
  const read = (pragma: string) => Number(connection.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
  const commit = () => connection.exec("COMMIT; BEGIN");
  const close = () => {
    connection.exec("COMMIT");
    connection.close();
  };
  return { db, countBytes, commit, close };
}

const BATCHES_PER_COMMIT = 30_000;

function priceInvoice(lines: number): Document {
  const { draft } = readRequest(readObject(new TextEncoder().encode(writeInvoiceBody(lines))));
  return priceCommand({ draft, company: makeCompany("1") }, ISSUED_AT_MS).document;
}

function reserve(): Reservation {
  const key = randomUUID();
  return {
    reservationId: randomUUID(),
    name: `fe:1:${key}`,
    module: "fe",
    companyId: 1,
    clientId: 1,
    key,
    environment: "produccion",
    fingerprint: `1:${sha256(key)}`,
    reservedAt: new Date().toISOString(),
    rangeKind: "fe",
    version: 1,
    wakeAt: new Date(Date.now() + 60_000).toISOString(),
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Accepted at its first sending, and filed. */
async function settle(ledger: ReturnType<typeof createLedger>, reservation: Reservation | undefined): Promise<void> {
  if (reservation === undefined) throw new Error("no document is on its way");
  const { reservationId, name } = reservation;
  const row = await ledger.findByName(name);
  if (row === undefined) throw new Error("the document has no row");
  const { typeCode, numbering } = row;
  const startedAt = new Date().toISOString();
  const endedAt = new Date(Date.parse(startedAt) + 2_300).toISOString();
  await ledger.project({
    reservationId,
    name,
    version: 6,
    state: "aceptado",
    zipKey: null,
    verdict: null,
    wakeAt: null,
    lastError: null,
    fiscalId: createHash("sha384").update(name).digest("hex"),
    fileName: `fv09003731150002600${numbering.fileSequence.toString(16).padStart(6, "0")}.xml`,
    xmlPath: xmlPathOf({ id: 1, environment: "produccion" }, typeCode, numbering),
    xmlSha256: sha256(`${name} xml`),
    fileSha256: sha256(`${name} file`),
    changes: [],
    attempts: [
      {
        id: "00",
        kind: "send",
        startedAt,
        endedAt,
        outcome: "accepted",
        httpStatus: 200,
        detail: null,
        answerSha256: null,
      },
    ],
  });
}

function readPages(path: string): ReadonlyMap<string, number> {
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare("SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name").all();
  db.close();
  return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]));
}

function report(path: string, before: ReadonlyMap<string, number>, documents: number): Omit<RowReport, "all"> {
  const after = readPages(path);
  const grown = [...after].map(
    ([name, bytes]) => [name, Math.ceil((bytes - (before.get(name) ?? 0)) / documents)] as const,
  );
  const parts = Object.fromEntries(
    grown.filter(([, bytes]) => bytes !== 0).toSorted((one, other) => other[1] - one[1]),
  );
  const sum = (pages: ReadonlyMap<string, number>) => [...pages.values()].reduce((all, bytes) => all + bytes, 0);
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const columns = db.prepare("SELECT * FROM documents WHERE id = (SELECT max(id) FROM documents)").get() ?? {};
    const names = Object.keys(columns).map((name) => `coalesce(length(CAST("${name}" AS BLOB)), 0) AS "${name}"`);
    const sizes = db
      .prepare(`SELECT ${names.join(", ")} FROM documents WHERE id = (SELECT max(id) FROM documents)`)
      .get();
    const payload = db
      .prepare("SELECT sum(payload) / sum(ncell) AS row FROM dbstat WHERE name = 'documents' AND pagetype = 'leaf'")
      .get();
    const known = Object.entries(sizes ?? {}).map(([name, size]) => [name, Number(size)] as const);
    return {
      file: sum(after),
      pages: Math.ceil((sum(after) - sum(before)) / documents),
      parts,
      row: Math.ceil(Number(payload?.row ?? 0)),
      columns: Object.fromEntries(known.filter(([, size]) => size > 0).toSorted((one, other) => other[1] - one[1])),
    };
  } finally {
    db.close();
  }
}
