// Puts together what an issuance asks of D1.
import type { Company, NumberSource, RangeKind } from "../domain/company.ts";
import type { Document } from "../domain/document.ts";
import { type AnyReservation, allocateNumber } from "./allocation.ts";
import { type Claim, holdsClaim } from "./claim.ts";
import { loadCompany } from "./companies.ts";
import { type CorrectedQuery, type CorrectedRow, findCorrected } from "./corrected.ts";
import type { Database } from "./db.ts";
import { findByName, type LedgerEntry } from "./documents.ts";
import { allocateNote, type NoteAllocation } from "./note-allocation.ts";
import { projectProgress } from "./projection.ts";
import type { Progress } from "./snapshot.ts";
import { type Collision, stopRange } from "./stopped-range.ts";

/** D1 as the engine sees it. Every call is idempotent and may throw: then nothing is known about its effect. */
export interface DocumentLedger {
  allocate(reservation: AnyReservation, document: Document): Promise<NoteAllocation>;
  findCorrected(query: CorrectedQuery): Promise<CorrectedRow | undefined>;
  findByName(name: string): Promise<LedgerEntry | undefined>;
  project(progress: Progress): Promise<void>;
  stopRange(collision: Collision): Promise<void>;
  loadCompany(companyId: number): Promise<Company | undefined>;
  holdsClaim(companyId: number, claim: Claim): Promise<boolean>;
}

/**
 * The ledger over a database.
 * @param onShown gets the webhooks that may have a change to deliver, once a row shows it; it must not throw.
 */
export function createLedger(
  db: Database,
  onShown: (webhookIds: readonly string[]) => void = () => undefined,
): DocumentLedger {
  return {
    allocate: (reservation, document) => allocate(db, reservation, document),
    findCorrected: (query) => findCorrected(db, query),
    findByName: (name) => findByName(db, name),
    project: async (progress) => onShown(await projectProgress(db, progress)),
    stopRange: (collision) => stopRange(db, collision),
    loadCompany: (companyId) => loadCompany(db, companyId),
    holdsClaim: (companyId, claim) => holdsClaim(db, companyId, claim),
  };
}

function allocate(db: Database, reservation: AnyReservation, document: Document): Promise<NoteAllocation> {
  if (document.kind === "note") return allocateNote(db, reservation, document);
  const { rangeKind } = reservation;
  if (!isRangeKind(rangeKind)) throw new Error("only notes are numbered by a series");
  return allocateNumber(db, { ...reservation, rangeKind }, document);
}

function isRangeKind(source: NumberSource): source is RangeKind {
  return source === "fe" || source === "contingency" || source === "dse";
}
