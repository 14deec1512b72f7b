// Keeps the authority's answers about acquirers, which are good for a day.
import { and, eq, gt, sql } from "drizzle-orm";
import { build, type Database, excluded, findOne, run } from "../base/db.ts";
import { acquirers } from "../base/schema.ts";

type Row = typeof acquirers.$inferSelect;

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
