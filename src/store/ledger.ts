// Puts together what an issuance asks of a database, as the engine's port `Ledger` declares it.
import type { NumberSource, RangeKind } from "../domain/company.ts";
import type { Document } from "../domain/document.ts";
import { readOwner } from "../domain/issuance-name.ts";
import { type AnyReservation, allocateNumber } from "./allocation.ts";
import { type Claim, holdsClaim } from "./claim.ts";
import { loadCompany } from "./companies.ts";
import { type CorrectedQuery, findCorrected } from "./corrected.ts";
import type { Database } from "./db.ts";
import { findByName } from "./documents.ts";
import { type Bindings, openHome } from "./home.ts";
import { allocateNote, type NoteAllocation } from "./note-allocation.ts";
import { projectProgress } from "./projection.ts";
import type { Progress } from "./snapshot.ts";
import { type Collision, stopRange } from "./stopped-range.ts";

/**
 * The ledger over a database.
 * @param onShown gets the webhooks that may have a change to deliver, once a row shows it; it must not throw.
 */
export function createLedger(db: Database, onShown: (webhookIds: readonly string[]) => void = () => undefined) {
  return {
    allocate: (reservation: AnyReservation, document: Document) => allocate(db, reservation, document),
    findCorrected: (query: CorrectedQuery) => findCorrected(db, query),
    findByName: (name: string) => findByName(db, name),
    project: async (progress: Progress) => onShown(await projectProgress(db, progress)),
    stopRange: (collision: Collision) => stopRange(db, collision),
    loadCompany: (companyId: number) => loadCompany(db, companyId),
    holdsClaim: (companyId: number, claim: Claim) => holdsClaim(db, companyId, claim),
  };
}

/**
 * The same, opened at each call over the database in which the company lives then: a company may move, its objects do not.
 * @param onShown as above.
 */
export function createMovingLedger(bindings: Bindings, onShown: (webhookIds: readonly string[]) => void) {
  const of = (companyId: number) => createLedger(openHome(bindings, companyId), onShown);
  return {
    allocate: (reservation: AnyReservation, document: Document) =>
      of(reservation.companyId).allocate(reservation, document),
    findCorrected: (query: CorrectedQuery) => of(query.companyId).findCorrected(query),
    findByName: (name: string) => of(readOwner(name)).findByName(name),
    project: (progress: Progress & Owned) => of(progress.companyId).project(progress),
    stopRange: (collision: Collision & Owned) => of(collision.companyId).stopRange(collision),
    loadCompany: (companyId: number) => of(companyId).loadCompany(companyId),
    holdsClaim: (companyId: number, claim: Claim) => of(companyId).holdsClaim(companyId, claim),
  };
}

interface Owned {
  readonly companyId: number;
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
