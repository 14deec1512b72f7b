// Drives a company on a virtual clock: what it may issue on a day, what warns, and what its operator does with the real
// program.
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { createKeyring, createVersionedKey, describeDeployment } from "../../operator/deployment.ts";
import { dateInBogota } from "../../src/domain/calendar.ts";
import { pickCertificate } from "../../src/domain/certificate.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import { allocateNumber } from "../../src/store/allocation.ts";
import { loadCompany } from "../../src/store/companies.ts";
import { findWarnings, type Warning } from "../../src/store/health.ts";
import { findShortage } from "../../src/store/refusal-reason.ts";
import { restoreCounters, restoreDocument } from "../../src/store/restore.ts";
import { loadSealedSecrets, openPin, openTechnicalKey } from "../../src/store/sealed-secret.ts";
import type { Snapshot } from "../../src/store/snapshot.ts";
import { openWorkbench, type Ran, type Workbench } from "../operator/workbench.ts";
import { sampleInvoice, sampleReservation } from "../store/sample.ts";

const DAY_MS = 86_400_000;
const ID = 1;

/** What a company cannot issue without. */
export const CLASSES = ["certificate", "range", "contingency", "plan"] as const;
export type Class = (typeof CLASSES)[number];
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
}

export interface Company {
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
  /** What keeps the company from issuing now: tried with `count` invoices, and without a document for contingency. */
  issue(count: number): Promise<ReadonlySet<Class>>;
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

/** A company without anything, at noon in Bogotá of its first day. */
export function openCompany(firstDay: string): Company {
  const bench = openWorkbench();
  const { db, close } = openSqlite(bench.databaseFile);
  const keyring = createKeyring(describeDeployment(bench.root, false), {});
  const violations: string[] = [];
  const given = new Set<string>();
  const copy = join(bench.root, "copy.sqlite");
  const startMs = Date.parse(`${firstDay}T17:00:00.000Z`);
  let nowMs = startMs;
  let certificates = 0;
  bench.setNow(new Date(nowMs).toISOString());
  // Nothing here outlives the process.
  bench.query("PRAGMA synchronous = OFF");

  const day = () => (nowMs - startMs) / DAY_MS;
  const today = () => dateInBogota(nowMs);
  const violate = (text: string) => void violations.push(`day ${day()} (${today()}): ${text}`);

  async function issueOne(): Promise<Class | undefined> {
    const reservation = sampleReservation(ID, {
      module: "fe",
      rangeKind: "fe",
      reservedAt: new Date(nowMs).toISOString(),
    });
    const allocation = await allocateNumber(db, reservation, sampleInvoice({ issueDate: today() }));
    if (allocation.type === "refused") return classOf(allocation.code);
    if (allocation.type !== "allocated") throw new Error("a new reservation is taken already");
    const { prefix, number, rangeId } = allocation.numbering;
    if (rangeId === null) throw new Error("an invoice is numbered by a range");
    const [row] = bench.query("SELECT environment FROM companies");
    const name = `${String(row?.environment)} ${prefix}${number}`;
    if (given.has(name)) violate(`${name} is given twice`);
    given.add(name);
    const keys = await keyring.vaultKeys();
    const sealed = await loadSealedSecrets(db, ID);
    const [software] = sealed.software;
    await openPin(keys, sealed, software?.softwareId ?? "");
    await openTechnicalKey(keys, sealed, rangeId);
    bench.query("UPDATE documents SET state = 'aceptado', due_at = NULL WHERE state = 'creating'");
    return undefined;
  }

  async function findUnsigned(): Promise<Class[]> {
    const company = await loadCompany(db, ID);
    if (company === undefined) throw new Error("the company is gone");
    try {
      pickCertificate(company, nowMs);
      return [];
    } catch (cause) {
      if (cause instanceof Refusal) return ["certificate"];
      throw cause;
    }
  }

  async function findShort(rangeKind: "fe" | "contingency"): Promise<Class[]> {
    const shortage = await findShortage(
      db,
      { companyId: ID, module: "fe", rangeKind, reservedAt: new Date(nowMs).toISOString() },
      today(),
    );
    if (shortage === undefined) return [];
    const found = classOf(shortage.code);
    return [found === "range" && rangeKind === "contingency" ? "contingency" : found];
  }

  return {
    bench,
    day,
    today,
    violations,
    nowIso: () => new Date(nowMs).toISOString(),
    passDay: () => {
      nowMs += DAY_MS;
      bench.setNow(new Date(nowMs).toISOString());
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
    warnings: () => findWarnings(db, nowMs),
    issue: async (count) => {
      const stopped = new Set<Class>([...(await findUnsigned()), ...(await findShort("fe"))]);
      const wanted = bench.query("SELECT 1 FROM ranges WHERE kind = 'contingency' AND is_active LIMIT 1");
      for (const one of wanted.length === 0 ? [] : await findShort("contingency")) stopped.add(one);
      for (let at = 0; at < count && !stopped.has("certificate"); at += 1) {
        const found = await issueOne();
        if (found !== undefined) stopped.add(found);
      }
      return stopped;
    },
    ranges: () => bench.query("SELECT * FROM ranges ORDER BY id") as unknown as Range[],
    addCertificate: (notBefore, notAfter) => {
      certificates += 1;
      insertCertificate(bench, 1000 + certificates, notBefore, notAfter);
    },
    keepDatabase: async () => {
      const source = new DatabaseSync(bench.databaseFile);
      await backup(source, copy);
      source.close();
    },
    restoreDatabase: async () => {
      const rows = bench.query("SELECT * FROM documents ORDER BY id");
      const certificateRows = bench.query(
        "SELECT serial_number, not_before, not_after FROM certificates WHERE disabled_at IS NULL ORDER BY id",
      );
      const source = new DatabaseSync(copy);
      await backup(source, bench.databaseFile);
      source.close();
      for (const row of rows) {
        await restoreDocument(db, { format: 1, row: row as Snapshot["row"], thirdParty: null });
      }
      await restoreCounters(db, ID);
      // The certifier's files are still there: they are imported again.
      bench.query("DELETE FROM certificates");
      for (const { serial_number, not_before, not_after } of certificateRows) {
        insertCertificate(bench, Number(serial_number), String(not_before), String(not_after));
      }
    },
    close: async () => {
      await close();
      bench.close();
    },
  };
}

function insertCertificate(bench: Workbench, serial: number, notBefore: string, notAfter: string): void {
  bench.query(
    `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest,
       not_before, not_after) VALUES (1, 'vault', 's', 'i', ?, '[]', 'd', ?, ?)`,
    String(serial),
    notBefore,
    notAfter,
  );
}

/** Codes of refusals into what is missing. */
function classOf(code: string): Class {
  if (code.startsWith("plan")) return "plan";
  if (code.startsWith("range")) return "range";
  throw new Error(`a refusal that no life expects: ${code}`);
}

/** What a warning is about; undefined for what stops no company. */
export function classOfWarning(warning: Warning): Class | undefined {
  if (warning.code.startsWith("certificate")) return "certificate";
  if (warning.code.startsWith("plan")) return "plan";
  if ("kind" in warning) return warning.kind === "contingency" ? "contingency" : "range";
  return undefined;
}
