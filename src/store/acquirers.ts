// The authority's answers about acquirers into rows that are good for a day, and back.
import { type Database, readOne, write } from "./database.ts";

export interface StoredAcquirer {
  readonly name: string;
  readonly email: string | null;
  /** ISO instant. */
  readonly fetchedAt: string;
}

export interface AcquirerIdentity {
  readonly companyId: number;
  readonly identificationType: string;
  readonly identificationNumber: string;
}

/** Finds an answer that was fetched after `sinceIso`. */
export function findAcquirer(
  db: Database,
  { companyId, identificationType, identificationNumber }: AcquirerIdentity,
  sinceIso: string,
): Promise<StoredAcquirer | undefined> {
  const sql = `SELECT name, email, fetched_at AS fetchedAt FROM acquirers WHERE company_id = ?1
    AND identification_type = ?2 AND identification_number = ?3 AND fetched_at > ?4`;
  return readOne<StoredAcquirer>(db.prepare(sql).bind(companyId, identificationType, identificationNumber, sinceIso));
}

/** Keeps an answer; an older one never replaces a newer one. */
export async function saveAcquirer(
  db: Database,
  { companyId, identificationType, identificationNumber }: AcquirerIdentity,
  { name, email, fetchedAt }: StoredAcquirer,
): Promise<void> {
  const sql = `INSERT INTO acquirers (company_id, identification_type, identification_number, name, email, fetched_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO UPDATE SET name = excluded.name, email = excluded.email,
    fetched_at = excluded.fetched_at WHERE excluded.fetched_at > acquirers.fetched_at`;
  await write(db.prepare(sql).bind(companyId, identificationType, identificationNumber, name, email, fetchedAt));
}
