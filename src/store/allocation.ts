// Gives a reservation and its priced document a number, in one D1 batch that can be repeated without consuming anything twice.
import {
  and,
  desc,
  eq,
  exists,
  gte,
  isNotNull,
  isNull,
  ne,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { dateInBogota, yearOf } from "../domain/calendar.ts";
import type { Environment, NumberSource, RangeKind } from "../domain/company.ts";
import type { CorrectableDocument, Document } from "../domain/document.ts";
import type { RefusalFacts } from "../domain/refusal.ts";
import type { Correction } from "./corrected.ts";
import { build, type Database, excluded, insertSelect, nameOf, statement, template } from "./db.ts";
import { type DocumentRow, isNumbered, type LedgerEntry, selectEntries } from "./documents.ts";
import {
  buildShortageQuery,
  explainShortage,
  hasMoved,
  isNextNumberHeld,
  nextFullNumber,
  selectNextRange,
} from "./refusal-reason.ts";
import {
  companies,
  documents,
  fileSequences,
  plans,
  ranges,
  type StoredDetail,
  signedNames,
  software,
  thirdParties,
} from "./schema.ts";
import { foldText } from "./search.ts";

/** The part of an issuance that asks for a number, of a range or of a series. `reservedAt`: ISO instant. */
export type AnyReservation = Pick<
  DocumentRow,
  "reservationId" | "module" | "companyId" | "clientId" | "fingerprint" | "reservedAt" | "version"
> & {
  /** Name of the Issuance object. */
  readonly name: string;
  readonly key: string | null;
  /** Where the document belongs; absent in what an earlier release reserved: then where its company is. */
  readonly environment?: Environment;
  readonly rangeKind: NumberSource;
  readonly wakeAt: string | null;
  /** Of a note: the document of this company that it corrects; absent or null where there is none. */
  readonly correction?: Correction | null;
};

/** The same, of a document that a range numbers. */
export type Reservation = AnyReservation & { readonly rangeKind: RangeKind };

/** Why no number was given; nothing was consumed. */
export interface Refused extends RefusalFacts {
  readonly type: "refused";
  /** The number that is next in its range, when another document of the company holds it; else null. */
  readonly heldNumber: string | null;
}

export type Allocation =
  | ({ readonly type: "allocated" } & Pick<
      LedgerEntry,
      "documentId" | "environment" | "numbering" | "thirdPartyId" | "planSequence"
    >)
  | Refused
  /** The company has gone to its other environment since the reservation: nothing was taken. */
  | { readonly type: "moved" }
  /** The name has a document under another reservation, or further on than this one: the journal was lost or set back. */
  | { readonly type: "taken"; readonly row: LedgerEntry };

/** Columns of a document that come from its reservation and its priced document as they are. */
export const INPUT = [
  "companyId",
  "module",
  "typeCode",
  "clientId",
  "issuanceName",
  "idempotencyKey",
  "reservationId",
  "fingerprint",
  "reservedAt",
  "state",
  "version",
  "issueDate",
  "issueTime",
  "dueDate",
  "accountingDueDate",
  "currency",
  "subtotal",
  "taxes",
  "total",
  "withheld",
  "costCenterId",
  "dueAt",
] as const satisfies readonly (keyof DocumentRow)[];

/** What becomes of a reservation and its document in the row, once there is a number. */
export type AllocationInput = Pick<DocumentRow, (typeof INPUT)[number]>;

const insertDocument = template(
  [...INPUT, "environment", "detail", "rangeKind", "planYear", "fileYear"],
  ({ environment, detail, rangeKind, planYear, fileYear, ...input }) => {
    const plan = and(eq(plans.companyId, companies.id), eq(plans.module, software.module), eq(plans.year, planYear));
    const files = and(eq(fileSequences.companyId, companies.id), eq(fileSequences.year, fileYear));
    const isKnown = or(
      eq(documents.reservationId, input.reservationId),
      eq(documents.issuanceName, input.issuanceName),
    );
    return insertSelect(
      documents,
      {
        ...input,
        detail,
        environment: companies.environment,
        rangeId: ranges.id,
        prefix: ranges.prefix,
        number: ranges.nextNumber,
        fullNumber: nextFullNumber(ranges),
        fileSequence: sql`coalesce(${fileSequences.next}, 1)`,
        resolutionDate: ranges.resolutionDate,
        planSequence: sql`iif(${companies.environment} = 'produccion', ${plans.used} + 1, NULL)`,
      },
      sql`FROM ${companies}
        JOIN ${software} ON ${and(eq(software.companyId, companies.id), eq(software.module, input.module))}
        JOIN ${ranges} ON ${ranges.id} = (${selectNextRange(rangeKind, input.issueDate)})
        LEFT JOIN ${plans} ON ${plan}
        LEFT JOIN ${fileSequences} ON ${files}
        WHERE ${and(
          eq(companies.id, input.companyId),
          sql`${companies.environment} = coalesce(${environment}, ${companies.environment})`,
          sql`(${companies.environment} <> 'produccion' OR ${plans.used} < ${plans.allowance})`,
          sql`NOT ${isNextNumberHeld(ranges, input.typeCode)}`,
          notExists(build.select({ id: documents.id }).from(documents).where(isKnown)),
        )}`,
    );
  },
);

// Each counter moves only from the very value that the document took: repeated, the same statement changes nothing.
const takeNumber = statement(["reservationId"], ({ reservationId }) =>
  build
    .update(ranges)
    .set({ nextNumber: sql`${documents.number} + 1` })
    .from(documents)
    .where(
      and(
        eq(documents.reservationId, reservationId),
        eq(ranges.id, documents.rangeId),
        eq(ranges.nextNumber, documents.number),
      ),
    ),
);

/** Year in Bogotá of the reservation of a document: the plan of that year pays for it, with any date of its own. */
export function planYear(reservedAt: SQLWrapper): SQL<number> {
  return sql<number>`CAST(strftime('%Y', ${reservedAt}, '-5 hours') AS INTEGER)`;
}

/** The plan past the place of a document. */
export const takePlan = statement(["reservationId"], ({ reservationId }) =>
  build
    .update(plans)
    .set({ used: sql`${documents.planSequence}` })
    .from(documents)
    .where(
      and(
        eq(documents.reservationId, reservationId),
        eq(plans.companyId, documents.companyId),
        eq(plans.module, documents.module),
        eq(plans.year, planYear(documents.reservedAt)),
        eq(plans.used, sql`${documents.planSequence} - 1`),
      ),
    ),
);

/** The file sequence past the one of a document. */
export const takeFileSequence = statement(["reservationId"], ({ reservationId }) =>
  build
    .insert(fileSequences)
    .select(
      build
        .select({
          companyId: documents.companyId,
          year: sql<number>`CAST(substr(${documents.issueDate}, 1, 4) AS INTEGER)`.as("issueYear"),
          next: sql<number>`${documents.fileSequence} + 1`.as("nextSequence"),
        })
        .from(documents)
        .where(and(eq(documents.reservationId, reservationId), isNotNull(documents.fileSequence))),
    )
    .onConflictDoUpdate({
      target: [fileSequences.companyId, fileSequences.year],
      set: { next: excluded(fileSequences.next) },
      setWhere: sql`${fileSequences.next} < ${excluded(fileSequences.next)}`,
    }),
);

/** The counterpart of a document as a row of third parties has it; `id` as it had before, null when that is not known. */
export interface Counterpart {
  readonly id: number | null;
  readonly type: string;
  readonly number: string;
  readonly name: string;
  readonly foldedName: string;
  readonly email: string | null;
  readonly address: string | null;
}

/** Both names of a counterpart that is known under another than the document gives it. */
const keepSignedNames = template(
  ["reservationId", "type", "number", "name", "foldedName"],
  ({ reservationId, type, number, name, foldedName }) => {
    const isParty = and(
      eq(thirdParties.companyId, documents.companyId),
      eq(thirdParties.module, documents.module),
      eq(thirdParties.identificationType, type),
      eq(thirdParties.identificationNumber, number),
    );
    const isRenamed = and(
      eq(documents.reservationId, reservationId),
      isNull(documents.thirdPartyId),
      sql`${documents.module} = 'fe'`,
      ne(thirdParties.name, name),
    );
    return insertSelect(
      signedNames,
      {
        companyId: thirdParties.companyId,
        thirdPartyId: thirdParties.id,
        name: sql`iif(side.value, ${thirdParties.name}, ${name})`,
        foldedName: sql`iif(side.value, ${thirdParties.foldedName}, ${foldedName})`,
      },
      sql`FROM ${documents} JOIN ${thirdParties} ON ${isParty}, json_each('[0,1]') AS side WHERE ${isRenamed} ON CONFLICT DO NOTHING`,
    );
  },
);

/**
 * The counterpart of a document, new or brought up to date, while the document names none. It is found by who it is; an
 * `id` that it had before is only its own while no other row has it.
 */
const keepThirdParty = template(
  ["reservationId", "id", "type", "number", "name", "foldedName", "email", "address"],
  ({ reservationId, id, type, number, ...names }) => {
    const isIdTaken = exists(build.select({ id: thirdParties.id }).from(thirdParties).where(eq(thirdParties.id, id)));
    const { name, foldedName, email, address, updatedAt } = thirdParties;
    return sql`${insertSelect(
      thirdParties,
      {
        id: sql`(SELECT ${id} WHERE NOT ${isIdTaken})`,
        companyId: documents.companyId,
        module: documents.module,
        identificationType: type,
        identificationNumber: number,
        ...names,
        updatedAt: documents.createdAt,
      },
      sql`FROM ${documents} WHERE ${and(eq(documents.reservationId, reservationId), isNull(documents.thirdPartyId))}`,
    )}
    ON CONFLICT (${nameOf(thirdParties.companyId)}, ${nameOf(thirdParties.module)},
      ${nameOf(thirdParties.identificationType)}, ${nameOf(thirdParties.identificationNumber)})
    DO UPDATE SET ${nameOf(name)} = ${excluded(name)}, ${nameOf(foldedName)} = ${excluded(foldedName)},
      ${nameOf(email)} = coalesce(${excluded(email)}, ${email}),
      ${nameOf(address)} = coalesce(${excluded(address)}, ${address}),
      ${nameOf(updatedAt)} = ${excluded(updatedAt)}
    WHERE ${gte(sql`${excluded(updatedAt)}`, updatedAt)}`;
  },
);

const linkThirdParty = statement(["reservationId", "type", "number"], ({ reservationId, type, number }) => {
  const isParty = and(
    eq(thirdParties.companyId, documents.companyId),
    eq(thirdParties.module, documents.module),
    eq(thirdParties.identificationType, type),
    eq(thirdParties.identificationNumber, number),
  );
  const party = build.select({ id: thirdParties.id }).from(thirdParties).where(isParty);
  return build
    .update(documents)
    .set({ thirdPartyId: sql`(${party})` })
    .where(and(eq(documents.reservationId, reservationId), isNull(documents.thirdPartyId)));
});

/**
 * The statements that make a document name its counterpart, in their order: both names first, because the row of the
 * counterpart may take the new one over.
 */
export function linkCounterpart(reservationId: string, party: Counterpart) {
  const values = { reservationId, ...party };
  return [keepSignedNames(values), keepThirdParty(values), linkThirdParty(values)] as const;
}

/** The document of a reservation, or else the one of its name. */
export const findEntry = statement(["reservationId", "name"], ({ reservationId, name }) =>
  selectEntries()
    .where(and(isNumbered, or(eq(documents.reservationId, reservationId), eq(documents.issuanceName, name))))
    .orderBy(desc(eq(documents.reservationId, reservationId))),
);

/**
 * Gives a document its number: contracted module, allowance of the year of its reservation, active range, file sequence, third party and
 * the row `creating`, all in one transaction, or nothing at all.
 * Idempotent by `reservationId`; a name that another reservation took comes back as `taken`.
 * @throws Error when D1 fails or does not answer: then nothing is known about its effect, and it is safe to repeat.
 */
export async function allocateNumber(
  db: Database,
  reservation: Reservation,
  document: CorrectableDocument,
): Promise<Allocation> {
  const { reservationId, name, environment = null, rangeKind, reservedAt } = reservation;
  const insert = insertDocument({
    ...toInput(reservation, document),
    detail: toDetail(document),
    environment,
    rangeKind,
    planYear: yearOf(dateInBogota(Date.parse(reservedAt))),
    fileYear: yearOf(document.issueDate),
  });
  const results = await db.batch([
    insert,
    takeNumber({ reservationId }),
    takePlan({ reservationId }),
    takeFileSequence({ reservationId }),
    ...linkCounterpart(reservationId, toCounterpart(document, null)),
    findEntry({ reservationId, name }),
    buildShortageQuery(reservation, document.issueDate),
  ]);
  const [row] = results[7];
  const [facts] = results[8];
  if (row === undefined) {
    if (hasMoved(facts, reservation)) return { type: "moved" };
    const { code, why, problems } = explainShortage(facts, reservation, document.issueDate);
    return { type: "refused", code, why, problems, heldNumber: facts?.heldNumber ?? null };
  }
  return toAllocated(row, reservation);
}

/** What a row that was found says of its reservation. */
export function toAllocated(row: LedgerEntry, { reservationId, version }: AnyReservation): Allocation {
  // A row is never ahead of its journal, unless the journal was set back to an earlier moment.
  const isAhead = row.version > version;
  if (row.reservationId !== reservationId || isAhead) return { type: "taken", row };
  const { documentId, numbering, thirdPartyId, planSequence } = row;
  return { type: "allocated", documentId, environment: row.environment, numbering, thirdPartyId, planSequence };
}

/** The columns of a document that are known before it has a number. */
export function toInput(reservation: AnyReservation, document: Document): AllocationInput {
  const { name, module, companyId, clientId, key, reservationId, fingerprint, reservedAt, version, wakeAt } =
    reservation;
  const { typeCode, issueDate, issueTime, dueDate, currency, totals } = document;
  return {
    ...{ companyId, module, typeCode, clientId, issuanceName: name, idempotencyKey: key },
    ...{ reservationId, fingerprint, reservedAt, state: "creating", version, issueDate, issueTime, dueDate },
    accountingDueDate: document.kind === "support-document" ? document.accountingDueDate : null,
    currency,
    ...{ subtotal: totals.subtotal, taxes: totals.taxes, total: totals.total, withheld: totals.withheld },
    costCenterId: document.lines.find((line) => line.costCenterId !== null)?.costCenterId ?? null,
    dueAt: wakeAt,
  };
}

/** What `documents.detail` holds. */
export function toDetail(document: Document, correction?: Correction | null): StoredDetail {
  const { lines, taxes, withholdings, totals, payment, exchangeRate, notes, counterpart } = document;
  // The third party's row may say something else tomorrow; the document says what was signed.
  const party = { name: counterpart.name, email: counterpart.email, address: counterpart.address?.line ?? null };
  const { allowances = [] } = document;
  const own = allowances.length === 0 ? {} : { allowances };
  const detail = { lines, taxes, withholdings, ...own, totals, payment, exchangeRate, notes, party };
  if (document.kind !== "note") return detail;
  const { concept, motive, corrected, period } = document;
  return { ...detail, note: { concept, motive, corrected, period, liveNotes: correction?.liveNotes ?? "" } };
}

/** The columns that only the rows of notes fill. */
export function toNoteColumns({ correction }: AnyReservation, document: Document) {
  if (document.kind !== "note") return {};
  return { conceptCode: document.concept.code, correctedId: correction?.documentId ?? null };
}

/** The counterpart as a row of third parties. */
export function toCounterpart({ counterpart }: Document, id: number | null): Counterpart {
  return {
    type: counterpart.identificationType,
    number: counterpart.identificationNumber,
    name: counterpart.name,
    foldedName: foldText(counterpart.name),
    email: counterpart.email,
    address: counterpart.address?.line ?? null,
    id,
  };
}
