// Keeps the pretend authority's memory in the object's SQLite: register, documents, arrivals, request bodies, faults.

import type { DocumentFacts } from "./judge/judge.ts";
import type { AcceptedDocument, Correction } from "./judge/sheet.ts";
import type { Fate, FaultSetting } from "./plan.ts";
import type { Acquirer, Taxpayer, TestSet } from "./register.ts";

/** One request as it came; an alias, because the storage takes no interface for a row. */
export type Arrival = {
  readonly seq: number;
  readonly at: string;
  readonly operation: string | null;
  readonly fileName: string | null;
  readonly nit: string | null;
  readonly number: string | null;
  readonly documentKey: string | null;
  readonly sha256: string | null;
  readonly verdict: string | null;
  /** JSON list of what was let pass although the texts say otherwise. */
  readonly remarks: string | null;
  readonly zipKey: string | null;
};

export interface StoredDocument {
  readonly documentKey: string;
  readonly nit: string;
  readonly type: string;
  readonly number: string;
  readonly fate: Fate;
  readonly queries: number;
  readonly isValid: boolean;
  readonly errors: readonly string[];
  /** Signed ApplicationResponse in base64; undefined when the schema failed. */
  readonly response: string | undefined;
  readonly fileName: string;
}

export interface StoredZip {
  readonly zipKey: string;
  readonly documentKey: string;
  /** stuck: for ever in process; duplicateOnly: answers rule 90 alone, once. */
  readonly mode: "normal" | "stuck" | "duplicateOnly";
}

type Content = Pick<DocumentFacts, "issueDate" | "total" | "corrected">;

const TABLES = [
  "CREATE TABLE IF NOT EXISTS taxpayer (nit TEXT PRIMARY KEY, body TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS acquirer (type TEXT, number TEXT, name TEXT, email TEXT, PRIMARY KEY (type, number))",
  `CREATE TABLE IF NOT EXISTS arrival (seq INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, operation TEXT, fileName TEXT,
    nit TEXT, number TEXT, documentKey TEXT, sha256 TEXT, verdict TEXT, remarks TEXT, zipKey TEXT)`,
  "CREATE INDEX IF NOT EXISTS arrivalKey ON arrival (documentKey, operation)",
  "CREATE TABLE IF NOT EXISTS body (seq INTEGER PRIMARY KEY, documentKey TEXT, soap BLOB NOT NULL)",
  "CREATE INDEX IF NOT EXISTS bodyKey ON body (documentKey)",
  `CREATE TABLE IF NOT EXISTS document (documentKey TEXT PRIMARY KEY, nit TEXT, type TEXT, number TEXT, fate TEXT, queries INTEGER,
    isValid INTEGER, errors TEXT, response TEXT, fileName TEXT)`,
  "CREATE INDEX IF NOT EXISTS documentNumber ON document (nit, type, number)",
  "CREATE TABLE IF NOT EXISTS content (documentKey TEXT PRIMARY KEY, issueDate TEXT NOT NULL, total TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS correction (documentKey TEXT PRIMARY KEY, corrected TEXT NOT NULL)",
  "CREATE INDEX IF NOT EXISTS correctionOf ON correction (corrected)",
  "CREATE TABLE IF NOT EXISTS trial (documentKey TEXT PRIMARY KEY, testSetId TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS zip (zipKey TEXT PRIMARY KEY, documentKey TEXT, mode TEXT)",
  "CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
];

/** A register of an earlier start knows no software for tickets. */
function withTickets(taxpayer: Taxpayer): Taxpayer {
  const software = taxpayer.software.map((one) => ({ ...one, isForTickets: one.isForTickets === true }));
  return { ...taxpayer, software };
}

type Row = Record<string, SqlStorageValue>;

export class Store {
  readonly #sql: SqlStorage;
  readonly #taxpayers = new Map<string, Taxpayer>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    for (const table of TABLES) sql.exec(table);
    for (const row of sql.exec<{ nit: string; body: string }>("SELECT nit, body FROM taxpayer")) {
      this.#taxpayers.set(row.nit, withTickets(JSON.parse(row.body) as Taxpayer));
    }
  }

  findTaxpayer(nit: string): Taxpayer | undefined {
    return this.#taxpayers.get(nit);
  }

  listTaxpayers(): readonly Taxpayer[] {
    return [...this.#taxpayers.values()];
  }

  saveTaxpayer(taxpayer: Taxpayer): void {
    this.#sql.exec("INSERT OR REPLACE INTO taxpayer VALUES (?, ?)", taxpayer.nit, JSON.stringify(taxpayer));
    this.#taxpayers.set(taxpayer.nit, taxpayer);
  }

  saveAcquirer(one: Acquirer): void {
    this.#sql.exec("INSERT OR REPLACE INTO acquirer VALUES (?, ?, ?, ?)", one.type, one.number, one.name, one.email);
  }

  findAcquirer(type: string, number: string): Acquirer | undefined {
    const [row] = this.#sql.exec("SELECT * FROM acquirer WHERE type = ? AND number = ?", type, number).toArray();
    return row ? { type, number, name: String(row.name), email: String(row.email) } : undefined;
  }

  /** Appends to the ledger; the body is kept for sendings only. */
  addArrival(one: Omit<Arrival, "seq">, soap: Uint8Array | undefined): number {
    const [row] = this.#sql
      .exec<{ seq: number }>(
        `INSERT INTO arrival (at, operation, fileName, nit, number, documentKey, sha256, verdict, remarks, zipKey)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
        ...[one.at, one.operation, one.fileName, one.nit, one.number, one.documentKey, one.sha256],
        ...[one.verdict, one.remarks, one.zipKey],
      )
      .toArray();
    const seq = row?.seq ?? 0;
    if (soap) this.#sql.exec("INSERT INTO body VALUES (?, ?, ?)", seq, one.documentKey, soap.slice().buffer);
    return seq;
  }

  /** Arrivals after a sequence number, oldest first; optionally of one document. */
  listArrivals(since: number, documentKey: string | undefined, limit: number): Arrival[] {
    const filter = documentKey === undefined ? "" : " AND documentKey = ?";
    const values: SqlStorageValue[] = documentKey === undefined ? [since] : [since, documentKey];
    return this.#sql
      .exec<Arrival>(`SELECT * FROM arrival WHERE seq > ?${filter} ORDER BY seq LIMIT ?`, ...values, limit)
      .toArray();
  }

  countArrivals(operation: string, documentKey: string): number {
    const [row] = this.#sql
      .exec<{ n: number }>(
        "SELECT count(*) AS n FROM arrival WHERE documentKey = ? AND operation = ?",
        documentKey,
        operation,
      )
      .toArray();
    return row?.n ?? 0;
  }

  /** The first sending of a document, as received; undefined when none came. */
  findSoap(documentKey: string): Uint8Array | undefined {
    const [row] = this.#sql
      .exec<{ soap: ArrayBuffer }>("SELECT soap FROM body WHERE documentKey = ? ORDER BY seq LIMIT 1", documentKey)
      .toArray();
    return row ? new Uint8Array(row.soap) : undefined;
  }

  saveDocument(one: StoredDocument): void {
    this.#sql.exec(
      "INSERT OR REPLACE INTO document VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ...[one.documentKey, one.nit, one.type, one.number, one.fate, one.queries, one.isValid ? 1 : 0],
      ...[JSON.stringify(one.errors), one.response ?? null, one.fileName],
    );
  }

  findDocument(documentKey: string): StoredDocument | undefined {
    return this.#document("documentKey = ?", [documentKey]);
  }

  /** The accepted document that holds a number. */
  findHolder(nit: string, type: string, number: string): StoredDocument | undefined {
    const where = "nit = ? AND type = ? AND number = ? AND isValid = 1 AND fate IN ('settled', 'inProcess')";
    return this.#document(where, [nit, type, number]);
  }

  #document(where: string, values: readonly string[]): StoredDocument | undefined {
    const [row] = this.#sql.exec<Row>(`SELECT * FROM document WHERE ${where} LIMIT 1`, ...values).toArray();
    if (!row) return undefined;
    return {
      documentKey: String(row.documentKey),
      nit: String(row.nit),
      type: String(row.type),
      number: String(row.number),
      fate: String(row.fate) as Fate,
      queries: Number(row.queries),
      isValid: row.isValid === 1,
      errors: JSON.parse(String(row.errors)) as string[],
      response: row.response === null ? undefined : String(row.response),
      fileName: String(row.fileName),
    };
  }

  /** What notes on the document are judged by, and what it corrects itself. */
  saveContent(documentKey: string, { issueDate, total, corrected }: Content): void {
    this.#sql.exec("INSERT OR REPLACE INTO content VALUES (?, ?, ?)", documentKey, issueDate, total);
    if (corrected !== "") this.#sql.exec("INSERT OR REPLACE INTO correction VALUES (?, ?)", documentKey, corrected);
  }

  #listCorrections(documentKey: string): Correction[] {
    return this.#sql
      .exec<{ type: string; total: string }>(
        `SELECT type, total FROM correction JOIN document USING (documentKey) JOIN content USING (documentKey)
         WHERE corrected = ? AND isValid = 1 AND fate IN ('settled', 'inProcess')`,
        documentKey,
      )
      .toArray();
  }

  /** An accepted document of a test set. */
  saveTrial(documentKey: string, testSetId: string): void {
    this.#sql.exec("INSERT OR REPLACE INTO trial VALUES (?, ?)", documentKey, testSetId);
  }

  /** Whether a test set has what opens production; one that asks for nothing never closes. */
  isFinished({ id, required }: TestSet): boolean {
    if (required === undefined) return false;
    const [row] = this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM trial WHERE testSetId = ?", id).toArray();
    return (row?.n ?? 0) >= required;
  }

  /** A document that has been judged and accepted; one in process is not yet. */
  findAccepted(documentKey: string): AcceptedDocument | undefined {
    const [row] = this.#sql
      .exec<{ nit: string; type: string; issueDate: string; total: string }>(
        `SELECT nit, type, issueDate, total FROM document JOIN content USING (documentKey)
         WHERE documentKey = ? AND isValid = 1 AND fate = 'settled'`,
        documentKey,
      )
      .toArray();
    return row === undefined ? undefined : { ...row, corrections: this.#listCorrections(documentKey) };
  }

  saveZip(zip: StoredZip): void {
    this.#sql.exec("INSERT OR REPLACE INTO zip VALUES (?, ?, ?)", zip.zipKey, zip.documentKey, zip.mode);
  }

  findZip(zipKey: string): StoredZip | undefined {
    const [row] = this.#sql.exec<Row>("SELECT * FROM zip WHERE zipKey = ?", zipKey).toArray();
    if (!row) return undefined;
    return { zipKey, documentKey: String(row.documentKey), mode: String(row.mode) as StoredZip["mode"] };
  }

  /** A named value that outlives restarts: the throw-away identity, the fault setting, a flag. */
  readSetting(name: string): string | undefined {
    const [row] = this.#sql.exec<{ value: string }>("SELECT value FROM setting WHERE name = ?", name).toArray();
    return row?.value;
  }

  saveSetting(name: string, value: string | undefined): void {
    if (value === undefined) this.#sql.exec("DELETE FROM setting WHERE name = ?", name);
    else this.#sql.exec("INSERT OR REPLACE INTO setting VALUES (?, ?)", name, value);
  }

  readFaults(): FaultSetting | undefined {
    const text = this.readSetting("faults");
    return text === undefined ? undefined : (JSON.parse(text) as FaultSetting);
  }

  /** Forgets arrivals and documents; the register stays. */
  clearDocuments(): void {
    for (const table of ["arrival", "body", "document", "content", "correction", "trial", "zip"])
      this.#sql.exec(`DELETE FROM ${table}`);
    this.#sql.exec("DELETE FROM setting WHERE name LIKE 'fault:%'");
  }
}
