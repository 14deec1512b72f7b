// Keeps the authority's answers about acquirers, which are good for a day and gone after it.
import { and, eq, gt, sql } from "drizzle-orm";
import { DAY_MS } from "../../domain/value/calendar.ts";
import { build, type Database, excluded, findOne, run, statement } from "../base/db.ts";
import { acquirers } from "../base/schema.ts";

type Row = typeof acquirers.$inferSelect;

/** How long an answer is good, in milliseconds. */
export const FRESH_MS = DAY_MS;
/** Rows of one statement: what a minute leaves, the next one takes. */
const DROPPED_AT_ONCE = 1_000;

/** `fetchedAt`: ISO instant. */
export type StoredAcquirer = Readonly<Pick<Row, "name" | "email" | "fetchedAt">>;

type AcquirerIdentity = Readonly<Pick<Row, "companyId" | "identificationType" | "identificationNumber">>;

/** Finds an answer that was fetched after `sinceIso`, an ISO instant. */
export function findAcquirer(
  db: Database,
  { companyId, identificationType, identificationNumber }: AcquirerIdentity,
  sinceIso: string,
): Promise<StoredAcquirer | undefined> {
  const { name, email, fetchedAt } = acquirers;
  const isIt = and(
    eq(acquirers.companyId, companyId),
    eq(acquirers.identificationType, identificationType),
    eq(acquirers.identificationNumber, identificationNumber),
    gt(fetchedAt, sinceIso),
  );
  return findOne(db, build.select({ name, email, fetchedAt }).from(acquirers).where(isIt));
}

/** Keeps an answer; an older one never replaces a newer one. */
export async function saveAcquirer(
  db: Database,
  identity: AcquirerIdentity,
  { name, email, fetchedAt }: StoredAcquirer,
): Promise<void> {
  const { companyId, identificationType, identificationNumber } = acquirers;
  const insert = build
    .insert(acquirers)
    .values({ ...identity, name, email, fetchedAt })
    .onConflictDoUpdate({
      target: [companyId, identificationType, identificationNumber],
      set: { name, email, fetchedAt },
      setWhere: sql`${excluded(acquirers.fetchedAt)} > ${acquirers.fetchedAt}`,
    });
  await run(db, insert);
}

const drop = statement(["before", "limit"], ({ before, limit }) => {
  const old = sql`SELECT rowid FROM ${acquirers} WHERE ${acquirers.fetchedAt} <= ${before} LIMIT CAST(${limit} AS INTEGER)`;
  return build.delete(acquirers).where(sql`rowid IN (${old})`);
});

/** Drops answers that are no longer good, a bounded number of them. @param nowMs epoch milliseconds. */
export async function dropOldAcquirers(db: Database, nowMs: number, limit = DROPPED_AT_ONCE): Promise<void> {
  await run(db, drop({ before: new Date(nowMs - FRESH_MS).toISOString(), limit }));
}
