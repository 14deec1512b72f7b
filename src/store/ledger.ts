// Implements the engine's port `Ledger`: chooses the company's database for each question of an issuance.

import type { Document } from "../domain/document/document.ts";
import { KINDS, readOwner } from "../domain/kind.ts";
import type { Progress } from "./archive/snapshot.ts";
import type { Database } from "./base/db.ts";
import type { Lane } from "./base/gate.ts";
import { type Bindings, openHome, overParts, type Part, type Parts, partOf } from "./base/home.ts";
import { loadCompany } from "./company/companies.ts";
import { type CorrectedQuery, findCorrected } from "./document/corrected.ts";
import { findByName } from "./document/documents.ts";
import { type AnyReservation, allocateNumber, toAllocated } from "./number/allocation.ts";
import { allocateNote, type NoteAllocation } from "./number/note-allocation.ts";
import { type Collision, type GivenBefore, stopRange } from "./number/stopped-range.ts";
import { projectProgress, type Shown } from "./projection.ts";

type OnShown = (shown: Shown) => void;

/**
 * The ledger over a database.
 * @param onShown hears who has something to do now that a row shows its state; it must not throw.
 */
export function createLedger(db: Database, onShown: OnShown = () => undefined) {
  return connectLedger(() => db, onShown);
}

/**
 * The same, opened at each call over the databases in which the company lives then: a company may move, its objects do not.
 * @param onShown as above.
 */
export function createMovingLedger(bindings: Bindings, onShown: OnShown) {
  return connectLedger((findCompany, lane) => openHome(bindings, findCompany(), lane), onShown);
}

function connectLedger(open: (findCompany: () => number, lane?: Lane) => Database, onShown: OnShown) {
  return {
    allocate: (reservation: AnyReservation, document: Document) =>
      overParts(
        open(() => reservation.companyId),
        async (parts) => (await findKept(parts, reservation)) ?? allocate(parts[0], reservation, document),
      ),
    findCorrected: (query: CorrectedQuery) =>
      findCorrected(
        open(() => query.companyId),
        query,
      ),
    findByName: (name: string) =>
      findByName(
        open(() => readOwner(name)),
        name,
      ),
    project: (progress: Progress & Partial<Owned>) =>
      overParts(
        open(() => getOwner(progress), "urgent"),
        async (parts) => onShown(await projectProgress(partOf(parts, progress.documentId ?? null).db, progress)),
      ),
    stopRange: (collision: Collision & Partial<Owned>, given: GivenBefore) =>
      stopRange(
        open(() => getOwner(collision), "urgent"),
        collision,
        given,
      ),
    loadCompany: (companyId: number) =>
      loadCompany(
        open(() => companyId),
        companyId,
      ),
  };
}

interface Owned {
  readonly companyId: number;
  readonly documentId: number | null;
}

function getOwner({ companyId }: Partial<Owned>): number {
  if (companyId === undefined) throw new Error("a record of no company");
  return companyId;
}

/** The document of a name that an older database keeps. Its object is the only one that writes the name, and none is numbered there. */
async function findKept([, ...older]: Parts, reservation: AnyReservation): Promise<NoteAllocation | undefined> {
  const found = await Promise.all(older.map(({ db }) => findByName(db, reservation.name)));
  const row = found.find((one) => one !== undefined);
  return row && toAllocated(row, reservation);
}

function allocate({ db, from }: Part, reservation: AnyReservation, document: Document): Promise<NoteAllocation> {
  if (document.kind === "note") return allocateNote(db, reservation, document, from);
  return allocateNumber(db, { ...reservation, rangeKind: KINDS[document.typeCode].range }, document);
}
