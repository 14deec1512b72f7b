// Gives a reserved note its number, in one D1 batch that can be repeated without consuming anything twice. The same batch makes
// sure that no other note has changed the balance of the corrected document meanwhile.
import { and, eq, exists, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Note } from "../../domain/document/document.ts";
import type { NoteType } from "../../domain/kind.ts";
import { MOST_NOTES } from "../../domain/note/note-reference.ts";
import { Refusal } from "../../domain/refusal/refusal.ts";
import { build, type Database, findOne, type RowOf, runNamed, statement, template } from "../base/db.ts";
import { moduleEnvironment } from "../base/module-environment.ts";
import { companies, documents, plans, series, software } from "../base/schema.ts";
import { countLive, cutLive, selectLive } from "../document/corrected.ts";
import { findEntry } from "../document/documents.ts";
import {
  type Allocation,
  type AnyReservation,
  bindGiven,
  GIVEN,
  insertNumbered,
  isReserved,
  keepCounterpart,
  keepDetail,
  RESERVED,
  selectPartyId,
  takeFileSequence,
  takePlan,
  toAllocated,
  toCounterpart,
  toDetail,
} from "./allocation.ts";
import { explainDemand, hasMoved, planYearOf } from "./refusal-reason.ts";
import { nextNoteNumber } from "./series.ts";

export type NoteAllocation =
  | Allocation
  /** Other notes of the document came or went since the note was resolved: nothing was taken, it is to be resolved again. */
  | { readonly type: "stale" };

const held = alias(documents, "held");
const corrected = alias(documents, "corrected");

/** Whether another note of the company holds the next number of a series: prefixes may meet (NC with 11, NC1 with 1). */
const isNextNumberHeld = exists(
  build
    .select({ one: sql`1` })
    .from(held)
    .where(
      and(
        eq(held.companyId, companies.id),
        eq(held.environment, moduleEnvironment),
        eq(held.typeCode, series.typeCode),
        eq(held.fullNumber, nextNoteNumber),
      ),
    ),
);

/** Whose document is corrected: a note on it leaves the third party as it is called by now. */
function selectCounterpart(correctedId: Placeholder): SQL {
  return sql`(${build.select({ id: corrected.thirdPartyId }).from(corrected).where(eq(corrected.id, correctedId))})`;
}

function isSeriesOf(typeCode: Placeholder): SQL | undefined {
  return and(
    eq(series.companyId, companies.id),
    eq(series.environment, moduleEnvironment),
    eq(series.typeCode, typeCode),
  );
}

const insertNote = template(
  [...GIVEN, "conceptCode", "correctedId", "liveNotes"],
  ({ conceptCode, correctedId, liveNotes, ...given }) =>
    insertNumbered(
      given,
      {
        conceptCode,
        correctedId,
        thirdPartyId: sql`coalesce(${selectCounterpart(correctedId)}, ${selectPartyId(given.module, given.partyType, given.partyNumber)})`,
        prefix: series.prefix,
        number: series.nextNumber,
        fullNumber: nextNoteNumber,
      },
      sql`${series} ON ${isSeriesOf(given.typeCode)}`,
      and(
        isNull(series.stoppedBy),
        sql`NOT ${isNextNumberHeld}`,
        // The amounts were checked against these very notes, so no other may have come between.
        sql`(${correctedId} IS NULL OR ${selectLive(correctedId, given.typeCode)} = ${liveNotes})`,
        // Debit notes mind no other, but for how many there are.
        sql`(${correctedId} IS NULL OR ${countLive(correctedId)} < ${sql.raw(String(MOST_NOTES))})`,
      ),
    ),
);

// As of a range: only from the very value that the note took, so that a repeat changes nothing.
const takeNumber = statement(RESERVED, (value) =>
  build
    .update(series)
    .set({ nextNumber: sql`${documents.number} + 1` })
    .from(documents)
    .where(
      and(
        isReserved(value),
        eq(series.companyId, documents.companyId),
        eq(series.typeCode, sql`${documents.typeCode}`),
        eq(series.environment, documents.environment),
        eq(series.prefix, documents.prefix),
        eq(series.nextNumber, documents.number),
      ),
    ),
);

const DEMAND = ["companyId", "module", "planYear", "typeCode", "correctedId", "name"] as const;

const selectShortage = statement(DEMAND, ({ companyId, module, planYear, typeCode, correctedId, name }) => {
  const given = build.select({ id: documents.id }).from(documents);
  // Of a note that has its number the notes beside it are not asked again.
  const isGiven = exists(given.where(eq(documents.issuanceName, name)));
  const hasModule = and(eq(software.companyId, companies.id), eq(software.module, module));
  return build
    .select({
      environment: moduleEnvironment.as("environment"),
      home: companies.home,
      hasModule: sql<number>`${software.companyId} IS NOT NULL`.as("hasModule"),
      allowance: plans.allowance,
      used: plans.used,
      nextNumber: sql<string | null>`${nextNoteNumber}`.as("nextNoteNumber"),
      stoppedBy: series.stoppedBy,
      isHeld: sql<number>`${isNextNumberHeld}`.as("isHeld"),
      liveNotes: sql<string | null>`iif(${isGiven}, NULL, ${selectLive(correctedId, typeCode)})`.as("liveNotes"),
      countLive: sql<number | null>`iif(${isGiven}, NULL, ${countLive(correctedId)})`.as("countLive"),
    })
    .from(companies)
    .leftJoin(software, hasModule)
    .leftJoin(plans, and(eq(plans.companyId, companies.id), eq(plans.module, module), eq(plans.year, planYear)))
    .leftJoin(series, isSeriesOf(typeCode))
    .where(eq(companies.id, companyId));
});

type Shortage = RowOf<ReturnType<typeof selectShortage>> | undefined;
type NoteDemand = Pick<AnyReservation, "companyId" | "module" | "reservedAt" | "correction"> & {
  readonly name?: string;
};

function buildShortageQuery(demand: NoteDemand, typeCode: NoteType) {
  const { companyId, module, correction, name = null } = demand;
  const correctedId = correction?.documentId ?? null;
  return selectShortage({ companyId, module, planYear: planYearOf(demand), typeCode, correctedId, name });
}

/**
 * Gives a note its number: module, plan and series as of every document, and the live notes of the corrected document still
 * the ones with which its balance was computed, all in one transaction, or nothing at all. Idempotent by `reservationId`.
 * @param from the least id of a document of this database; what an older one keeps is at rest, live notes too.
 * @throws Error when D1 fails or does not answer: then nothing is known about its effect, and it is safe to repeat.
 */
export async function allocateNote(
  db: Database,
  reservation: AnyReservation,
  note: Note,
  from = 0,
): Promise<NoteAllocation> {
  const { reservationId, name, correction = null } = reservation;
  const reserved = { reservationId, name };
  const conceptCode = note.concept.code;
  const correctedId = correction?.documentId ?? null;
  const liveNotes = correction === null ? null : cutLive(correction.liveNotes, from);
  const { found, shortage } = await runNamed(db, {
    note: insertNote({ ...bindGiven(reservation, note), conceptCode, correctedId, liveNotes }),
    detail: keepDetail({ ...reserved, detail: toDetail(note, correction) }),
    ...keepCounterpart(reserved, toCounterpart(note, null)),
    number: takeNumber(reserved),
    plan: takePlan(reserved),
    file: takeFileSequence(reserved),
    found: findEntry({ name }),
    shortage: buildShortageQuery(reservation, note.typeCode),
  });
  const [row] = found;
  const [facts] = shortage;
  if (row !== undefined) return toAllocated(row, reservation);
  if (hasMoved(facts, reservation)) return { type: "moved" };
  const refusal = explainShortage(facts, reservation, note.typeCode);
  if (refusal !== undefined) {
    const { why } = refusal;
    const heldNumber = why?.reason === "series-number-held" ? why.number : null;
    return { type: "refused", ...refusal.facts, heldNumber };
  }
  const isFull = (facts?.countLive ?? 0) >= MOST_NOTES;
  if (correction !== null && (isFull || facts?.liveNotes !== liveNotes)) return { type: "stale" };
  throw new Error("an allocation gave no number and no reason");
}

/** Says why a note got no number: module, then plan, then series; undefined when none of them is why. */
function explainShortage(facts: Shortage, demand: NoteDemand, typeCode: NoteType): Refusal | undefined {
  const refusal = explainDemand(facts, demand.module, planYearOf(demand));
  if (refusal !== undefined) return refusal;
  if (facts === undefined || facts.nextNumber === null)
    return new Refusal({ reason: "no-series", field: [], typeCode });
  const next = { field: [], typeCode, number: facts.nextNumber } as const;
  if (facts.isHeld === 1) return new Refusal({ reason: "series-number-held", ...next });
  return facts.stoppedBy === null ? undefined : new Refusal({ reason: "series-stopped", ...next });
}

/** Why a note of this type would get no number at this moment, its balance apart; takes nothing. */
export async function findNoteShortage(
  db: Database,
  demand: NoteDemand,
  typeCode: NoteType,
): Promise<Refusal | undefined> {
  return explainShortage(await findOne(db, buildShortageQuery(demand, typeCode)), demand, typeCode);
}
