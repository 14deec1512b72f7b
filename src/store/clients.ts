// API clients and their tokens out of D1, together with the company of the path.
import type { Company } from "../domain/company.ts";
import { COMPANY_QUERY, type CompanyRow, toCompany } from "./companies.ts";
import { type Database, readBatch, write } from "./database.ts";

/** A token as stored: its digest, never itself; scopes and company are its client's. */
export interface StoredToken {
  readonly id: string;
  readonly clientId: number;
  readonly companyId: number;
  readonly scopes: readonly string[];
  readonly digest: string;
  readonly pepperVersion: number;
  /** ISO instants. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** `YYYY-MM-DD`. */
  readonly lastUsedDay: string | null;
}

interface TokenRow {
  readonly id: string;
  readonly client_id: number;
  readonly company_id: number;
  readonly scopes: string;
  readonly digest: string;
  readonly pepper_version: number;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_day: string | null;
}

const TOKEN_QUERY = `
SELECT t.id, t.client_id, c.company_id, c.scopes, t.digest, t.pepper_version, t.expires_at, t.revoked_at, t.last_used_day
FROM tokens t JOIN api_clients c ON c.id = t.client_id WHERE t.id = ?1`;

/** The token and the company of the path, in one round trip; the caller compares the token's company with it. */
export async function findTokenWithCompany(
  db: Database,
  tokenId: string,
  companyId: number,
): Promise<{ readonly token: StoredToken | undefined; readonly company: Company | undefined }> {
  const [tokens = [], companies = []] = await readBatch(db, [
    db.prepare(TOKEN_QUERY).bind(tokenId),
    db.prepare(COMPANY_QUERY).bind(companyId),
  ]);
  const token = tokens[0] as TokenRow | undefined;
  const company = companies[0] as CompanyRow | undefined;
  return {
    token: token === undefined ? undefined : toToken(token),
    company: company === undefined ? undefined : toCompany(company),
  };
}

/** Remembers the day (`YYYY-MM-DD`) of a token's last use; writes once a day at most. */
export async function touchToken(db: Database, tokenId: string, day: string): Promise<void> {
  const sql = "UPDATE tokens SET last_used_day = ?2 WHERE id = ?1 AND (last_used_day IS NULL OR last_used_day < ?2)";
  await write(db.prepare(sql).bind(tokenId, day));
}

function toToken(row: TokenRow): StoredToken {
  return {
    id: row.id,
    clientId: row.client_id,
    companyId: row.company_id,
    scopes: JSON.parse(row.scopes) as string[],
    digest: row.digest,
    pepperVersion: row.pepper_version,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedDay: row.last_used_day,
  };
}
