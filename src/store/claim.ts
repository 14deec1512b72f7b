// Checks claims. A claim is what an earlier request read about its caller; the batch that numbers a document confirms it, so that
// no question goes before.
import { and, eq, exists, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import { build, type Database, findOne, statement } from "./db.ts";
import { companies, tokens } from "./schema.ts";

/**
 * A token and a company as an earlier request read them. It holds while the token is as it was, not revoked, and nothing of the
 * company, its lists or the scopes of its clients has changed since, nor the database in which they live.
 */
export interface Claim {
  readonly tokenId: string;
  readonly expiresAt: string | null;
  readonly revision: string;
}

/** The version of all that is read of a company together with a token: it changes with every part of it. */
export const revision = sql<string>`${companies.epoch} || '.' || ${companies.revision}`;

/** Placeholders of a claim; all null where there is none. */
export const CLAIM = ["claimedToken", "claimedExpiry", "claimedRevision"] as const;

/** The values of those placeholders. */
export function bindClaim(claim: Claim | null | undefined) {
  const { tokenId = null, expiresAt = null } = claim ?? {};
  return { claimedToken: tokenId, claimedExpiry: expiresAt, claimedRevision: claim?.revision ?? null };
}

/** Whether a claim on a company of the statement holds, or there is none. */
export function isClaimHeld(claim: Readonly<Record<(typeof CLAIM)[number], Placeholder>>): SQL {
  const { claimedToken, claimedExpiry, claimedRevision } = claim;
  const isToken = and(
    eq(tokens.id, claimedToken),
    isNull(tokens.revokedAt),
    sql`${tokens.expiresAt} IS ${claimedExpiry}`,
  );
  const live = exists(build.select({ one: sql`1` }).from(tokens).where(isToken));
  return sql`(${claimedToken} IS NULL OR (${revision} = ${claimedRevision} AND ${live}))`;
}

/** Gives a row when a claim on a company holds, and none when it does not. */
export const selectClaimed = statement(["companyId", ...CLAIM], ({ companyId, ...claim }) =>
  build
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, companyId), isClaimHeld(claim))),
);

/** Whether a claim holds now. @throws Error when D1 fails. */
export async function holdsClaim(db: Database, companyId: number, claim: Claim): Promise<boolean> {
  return (await findOne(db, selectClaimed({ companyId, ...bindClaim(claim) }))) !== undefined;
}
