// Puts together what an issuance asks of D1.
import type { Company } from "../domain/company.ts";
import type { Document } from "../domain/document.ts";
import { type Allocation, allocateNumber, type Reservation } from "./allocation.ts";
import { loadCompany } from "./companies.ts";
import type { Database } from "./db.ts";
import { findByName, type LedgerEntry } from "./documents.ts";
import { projectProgress } from "./projection.ts";
import type { Progress } from "./snapshot.ts";
import { type Collision, stopRange } from "./stopped-range.ts";

/** D1 as the engine sees it. Every call is idempotent and may throw: then nothing is known about its effect. */
export interface DocumentLedger {
  allocate(reservation: Reservation, document: Document): Promise<Allocation>;
  findByName(name: string): Promise<LedgerEntry | undefined>;
  project(progress: Progress): Promise<void>;
  stopRange(collision: Collision): Promise<void>;
  loadCompany(companyId: number): Promise<Company | undefined>;
}

/** The ledger over a database. */
export function createLedger(db: Database): DocumentLedger {
  return {
    allocate: (reservation, document) => allocateNumber(db, reservation, document),
    findByName: (name) => findByName(db, name),
    project: (progress) => projectProgress(db, progress),
    stopRange: (collision) => stopRange(db, collision),
    loadCompany: (companyId) => loadCompany(db, companyId),
  };
}
