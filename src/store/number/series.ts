// Keeps the series of notes: the company's own consecutive numbers, by type and environment.
import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Environment, Module } from "../../domain/company.ts";
import { KINDS, listCodes } from "../../domain/kind.ts";
import { build, type Database, run } from "../base/db.ts";
import { documents, series } from "../base/schema.ts";

const ENVIRONMENTS: readonly Environment[] = ["produccion", "habilitacion"];

/** Modules that a company has from its first day; the one of tickets begins when the operator enables it. */
const FIRST_MODULES: readonly Module[] = ["fe", "dse"];

/**
 * The statement that gives a new company a series of each type in each environment, from 1.
 * @param modules those that begin, too.
 */
export function addDefaultSeries(companyId: number, modules: readonly Module[] = []) {
  const begun = [...FIRST_MODULES, ...modules];
  const types = listCodes({ shape: "note" }).filter((typeCode) => begun.includes(KINDS[typeCode].module));
  const rows = ENVIRONMENTS.flatMap((environment) =>
    types.map((typeCode) => {
      const prefix = KINDS[typeCode].seriesPrefix;
      return { companyId, typeCode, environment, prefix, firstNumber: 1, nextNumber: 1 };
    }),
  );
  return build.insert(series).values(rows).onConflictDoNothing();
}

/**
 * Stops the series of a note whose number another system used; repeated, it changes nothing.
 * @throws Error when D1 fails or does not answer: then nothing is known about its effect, and it is safe to repeat.
 */
export async function stopSeries(db: Database, documentId: number, number: number): Promise<void> {
  const { companyId, typeCode, environment, prefix } = documents;
  const one = (column: typeof companyId | typeof typeCode | typeof environment | typeof prefix) =>
    build.select({ value: column }).from(documents).where(eq(documents.id, documentId));
  // Numbers given before an operator let the series go on may still come back as taken.
  const isNew = and(isNull(series.stoppedBy), lte(series.stopsFrom, number));
  const stop = build.update(series).set({ stoppedBy: documentId });
  const isOfDocument = and(
    inArray(series.companyId, one(companyId)),
    inArray(series.typeCode, one(typeCode)),
    inArray(series.environment, one(environment)),
    inArray(series.prefix, one(prefix)),
  );
  await run(db, stop.where(and(isOfDocument, isNew)));
}

/** The full number that a series gives next. */
export const nextNoteNumber = sql<string>`${series.prefix} || ${series.nextNumber}`;
