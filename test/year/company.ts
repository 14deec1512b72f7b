// Drives companies of one database on a virtual clock: what it may issue on a day, what warns, and what its operator does with the real
// program.
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { createKeyring, createVersionedKey, describeDeployment } from "../../operator/deployment.ts";
import { pickCertificate } from "../../src/domain/company/choice.ts";
import type { RangeKind } from "../../src/domain/company.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { restoreCounters, restoreDocuments } from "../../src/store/archive/restore.ts";
import type { Snapshot } from "../../src/store/archive/snapshot.ts";
import { documents } from "../../src/store/base/schema.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import { allocateNote } from "../../src/store/number/note-allocation.ts";
import { findShortage } from "../../src/store/number/refusal-reason.ts";
import { stopRange } from "../../src/store/number/stopped-range.ts";
import { loadSealedSecrets, openPin, openTechnicalKey } from "../../src/store/secret/vault.ts";
import { findWarnings, type Warning } from "../../src/store/watch/health.ts";
import { openWorkbench, type Ran, type Workbench } from "../operator/workbench.ts";
import { sampleInvoice, sampleReservation, sampleSupportDocument } from "../store/sample.ts";
import { ivaLine, makeInvoiceNote } from "../ubl/fixture.ts";
import { conceptOf } from "../ubl/note-kinds.ts";

const DAY_MS = 86_400_000;

/** What a company cannot issue without: invoices, support documents (`dse …`), credit notes (`series`). */
export const CLASSES = ["certificate", "range", "contingency", "plan", "dse range", "dse plan", "series"] as const;
export type Class = (typeof CLASSES)[number];
type Module = "fe" | "dse";
/** Documents of a day. */
export type Demand = Readonly<Record<Module | "note", number>>;
export type Flags = Readonly<Record<string, string | number | true>>;

/** A row of `ranges`, as far as a life looks at it. */
export interface Range {
  readonly id: number;
  readonly kind: string;
  readonly resolution: string;
  readonly prefix: string;
  readonly from_number: number;
  readonly to_number: number;
  readonly next_number: number;
  readonly last_number: number | null;
  readonly valid_from: string;
  readonly valid_to: string;
  readonly is_active: number;
  readonly stopped_by: number | null;
}

export interface Company {
  readonly id: number;
  readonly modules: readonly Module[];
  readonly bench: Workbench;
  /** Days since the life began. */
  readonly day: () => number;
  readonly today: () => string;
  readonly nowIso: () => string;
  /** Noon of the next day. */
  passDay(): void;
  /** Runs a line of the operator's program. */
  operate(command: string, flags: Flags): Promise<Ran>;
  /** The same, with a key that opens nothing: it must be refused, and nothing changed. */
  operateWithWrongKey(command: string, flags: Flags): Promise<void>;
  warnings(): Promise<Warning[]>;
  /** What keeps the company from issuing now: tried with so many documents, and without one where there are none. */
  issue(demand: Demand): Promise<ReadonlySet<Class>>;
  /** Another system used the number of the newest document from a range, or of the newest note; false where there is none. */
  takeNumber(kind: Module | "note"): Promise<boolean>;
  ranges(): readonly Range[];
  /** A certificate as `certificate import` leaves it; its key is not asked for. */
  addCertificate(notBefore: string, notAfter: string): void;
  /** Copies the database as it is now. */
  keepDatabase(): Promise<void>;
  /** Sets the database back to the copy, and does what `ledger rebuild` does: documents and counters come back from R2. */
  restoreDatabase(): Promise<void>;
  /** Broken promises, in words. */
  readonly violations: string[];
  close(): Promise<void>;
}

/** A database without a company, at noon in Bogotá of its first day. */
export function openYard(firstDay: string) {
  const bench = openWorkbench();
  const startMs = Date.parse(`${firstDay}T17:00:00.000Z`);
  const clock = { startMs, nowMs: startMs };
  bench.setNow(new Date(startMs).toISOString());
  // Nothing here outlives the process.
  bench.query("PRAGMA synchronous = OFF");
  return { bench, clock, ...openSqlite(bench.databaseFile) };
}

/** A company without anything; the first one of a database has id 1, the second 2. */
export function openCompany(yard: ReturnType<typeof openYard>, id: number, modules: readonly Module[]): Company {
  const { bench, clock, db, close } = yard;
  const keyring = createKeyring(describeDeployment(bench.root, false), {});
  const violations: string[] = [];
  const given = new Set<string>();
  const copy = join(bench.root, "copy.sqlite");
  let certificates = 0;

  const day = () => (clock.nowMs - clock.startMs) / DAY_MS;
  const today = () => dateInBogota(clock.nowMs);
  const nowIso = () => new Date(clock.nowMs).toISOString();
  const violate = (text: string) => void violations.push(`company ${id}, day ${day()} (${today()}): ${text}`);

  async function issueOne(kind: Module | "note"): Promise<Class | undefined> {
    const module = kind === "dse" ? "dse" : "fe";
    const reservation = sampleReservation(id, { module, rangeKind: module, reservedAt: nowIso() });
    const allocation =
      kind === "note"
        ? await allocateNote(db, { ...reservation, rangeKind: "91" }, sampleNote(today()))
        : kind === "dse"
          ? await allocateNumber(db, reservation, sampleSupportDocument({ issueDate: today() }))
          : await allocateNumber(db, reservation, sampleInvoice({ issueDate: today() }));
    if (allocation.type === "refused") return classOf(allocation.code, kind);
    if (allocation.type !== "allocated") throw new Error("a new reservation is taken already");
    const { prefix, number, rangeId } = allocation.numbering;
    const [row] = bench.query("SELECT environment FROM companies WHERE id = ?", id);
    const name = `${String(row?.environment)} ${kind} ${prefix}${number}`;
    if (given.has(name)) violate(`${name} is given twice`);
    given.add(name);
    const keys = await keyring.vaultKeys();
    const sealed = await loadSealedSecrets(db, id);
    for (const { softwareId } of sealed.software) await openPin(keys, sealed, softwareId);
    if (kind === "fe" && rangeId !== null) await openTechnicalKey(keys, sealed, rangeId);
    bench.query("UPDATE documents SET state = 'aceptado', due_at = NULL WHERE state = 'creating'");
    return undefined;
  }

  async function findUnsigned(): Promise<Class[]> {
    const company = await loadCompany(db, id);
    if (company === undefined) throw new Error("the company is gone");
    try {
      pickCertificate(company, clock.nowMs);
      return [];
    } catch (cause) {
      if (cause instanceof Refusal) return ["certificate"];
      throw cause;
    }
  }

  async function findShort(rangeKind: Module | "contingency"): Promise<Class[]> {
    const module = rangeKind === "dse" ? "dse" : "fe";
    const shortage = await findShortage(db, { companyId: id, module, rangeKind, reservedAt: nowIso() }, today());
    return shortage === undefined ? [] : [classOf(shortage.code, rangeKind)];
  }

  return {
    id,
    modules,
    bench,
    day,
    today,
    violations,
    nowIso,
    passDay: () => {
      clock.nowMs += DAY_MS;
      bench.setNow(nowIso());
    },
    operate: (command, flags) => bench.run(command, flags),
    operateWithWrongKey: async (command, flags) => {
      const before = bench.dump();
      bench.environment.VAULT_KEY = createVersionedKey(1);
      const { code } = await bench.run(command, flags);
      delete bench.environment.VAULT_KEY;
      const isSame = bench.dump() === before;
      if (code === 0 || !isSame) violate(`${command} with a wrong key gave ${code}, changed: ${!isSame}`);
    },
    warnings: async () => (await findWarnings(db, clock.nowMs)).filter(({ companyId }) => companyId === id),
    issue: async (demand) => {
      const stopped = new Set<Class>(await findUnsigned());
      for (const module of modules) for (const one of await findShort(module)) stopped.add(one);
      const wanted = "SELECT 1 FROM ranges WHERE company_id = ? AND kind = 'contingency' AND is_active LIMIT 1";
      for (const one of bench.query(wanted, id).length === 0 ? [] : await findShort("contingency")) stopped.add(one);
      for (const kind of [...modules, ...(modules.includes("fe") ? (["note"] as const) : [])]) {
        for (let at = 0; at < demand[kind] && !stopped.has("certificate"); at += 1) {
          const found = await issueOne(kind);
          if (found !== undefined) stopped.add(found);
        }
      }
      return stopped;
    },
    takeNumber: async (kind) => {
      const typeCode = { fe: "01", dse: "05", note: "91" }[kind];
      const [last] = bench.query(
        `SELECT id, range_id, number FROM documents WHERE company_id = ? AND type_code = ?
          AND environment = (SELECT environment FROM companies WHERE id = documents.company_id) ORDER BY id DESC LIMIT 1`,
        id,
        typeCode,
      );
      if (last === undefined) return false;
      const numbering = { rangeId: last.range_id === null ? null : Number(last.range_id), number: Number(last.number) };
      await stopRange(db, { documentId: Number(last.id), numbering }, "elsewhere");
      return true;
    },
    ranges: () => bench.query("SELECT * FROM ranges WHERE company_id = ? ORDER BY id", id) as unknown as Range[],
    addCertificate: (notBefore, notAfter) => {
      certificates += 1;
      insertCertificate(bench, id, { serial: 1000 * id + certificates, notBefore, notAfter });
    },
    keepDatabase: async () => {
      const source = new DatabaseSync(bench.databaseFile);
      await backup(source, copy);
      source.close();
    },
    restoreDatabase: async () => {
      const rows = bench.query(
        "SELECT documents.*, detail FROM documents JOIN document_details ON document_id = id ORDER BY id",
      );
      const certificateRows = bench.query(
        "SELECT company_id, serial_number, not_before, not_after FROM certificates WHERE disabled_at IS NULL ORDER BY id",
      );
      const source = new DatabaseSync(copy);
      await backup(source, bench.databaseFile);
      source.close();
      for (const row of rows) {
        const snapshot = { format: 1, row: toFullRow(row), thirdParty: null } as const;
        await restoreDocuments(db, [{ snapshot, fileSha256: null }]);
      }
      for (const company of bench.query("SELECT id FROM companies")) await restoreCounters(db, Number(company.id));
      // The certifier's files are still there: they are imported again.
      bench.query("DELETE FROM certificates");
      for (const { company_id, serial_number, not_before, not_after } of certificateRows) {
        const [notBefore, notAfter] = [String(not_before), String(not_after)];
        insertCertificate(bench, Number(company_id), { serial: Number(serial_number), notBefore, notAfter });
      }
    },
    close: async () => {
      await close();
      bench.close();
    },
  };
}

/** A row as a snapshot has it: what the database keeps as bytes or shortened is whole. */
function toFullRow(row: Readonly<Record<string, unknown>>): Snapshot["row"] {
  const { reservationId, issueTime, fiscalId, fileName, xmlSha256 } = documents;
  const columns: readonly SQLiteColumn[] = [reservationId, issueTime, fiscalId, fileName, xmlSha256];
  const whole = columns.flatMap((column) => {
    const value = row[column.name] ?? null;
    return value === null ? [] : [[column.name, column.mapFromDriverValue(value)] as const];
  });
  return { ...row, ...Object.fromEntries(whole) } as Snapshot["row"];
}

/** A credit note on a period. */
function sampleNote(issueDate: string) {
  const concept = conceptOf("91", "3");
  return makeInvoiceNote([ivaLine(1, "1000.00", "19.00", "190.00")], {
    ...{ typeCode: "91", operationType: "22", concept, issueDate },
  });
}

interface Validity {
  readonly serial: number;
  readonly notBefore: string;
  readonly notAfter: string;
}

function insertCertificate(bench: Workbench, companyId: number, { serial, notBefore, notAfter }: Validity): void {
  bench.query(
    `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest,
       not_before, not_after) VALUES (?, 'vault', 's', 'i', ?, '[]', 'd', ?, ?)`,
    companyId,
    String(serial),
    notBefore,
    notAfter,
  );
}

/** Codes of refusals into what is missing. */
function classOf(code: string, kind: RangeKind | Module | "note"): Class {
  if (code.startsWith("plan")) return kind === "dse" ? "dse plan" : "plan";
  if (code.startsWith("series")) return "series";
  if (code.startsWith("range")) return kind === "dse" ? "dse range" : kind === "contingency" ? kind : "range";
  throw new Error(`a refusal that no life expects: ${code}`);
}

/** What a warning is about; undefined for what stops no company. */
export function classOfWarning(warning: Warning): Class | undefined {
  if (warning.code.startsWith("certificate")) return "certificate";
  if (warning.code === "series_stopped") return "series";
  if (warning.code === "plan_missing" || warning.code === "plan_ending")
    return warning.module === "dse" ? "dse plan" : "plan";
  if ("kind" in warning) return classOf("range", warning.kind);
  return undefined;
}
