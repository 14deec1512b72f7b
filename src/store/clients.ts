// Finds API clients by their tokens, together with the company of the path.
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Company } from "../domain/company.ts";
import { selectCompany, toCompany } from "./companies.ts";
import { build, type Database, run, statement } from "./db.ts";
import { apiClients, tokens } from "./schema.ts";

type TokenRow = Readonly<typeof tokens.$inferSelect>;

/** A token as stored: its digest, never itself; scopes and company are its client's. `lastUsedDay`: `YYYY-MM-DD`. */
export type StoredToken = Pick<
  TokenRow,
  "id" | "clientId" | "digest" | "pepperVersion" | "expiresAt" | "revokedAt" | "lastUsedDay"
> &
  Readonly<Pick<typeof apiClients.$inferSelect, "companyId" | "scopes">>;

const findToken = statement(["id"], (value) =>
  build
    .select({
      id: tokens.id,
      clientId: tokens.clientId,
      companyId: apiClients.companyId,
      scopes: apiClients.scopes,
      digest: tokens.digest,
      pepperVersion: tokens.pepperVersion,
      expiresAt: tokens.expiresAt,
      revokedAt: tokens.revokedAt,
      lastUsedDay: tokens.lastUsedDay,
    })
    .from(tokens)
    .innerJoin(apiClients, eq(apiClients.id, tokens.clientId))
    .where(eq(tokens.id, value.id)),
);

/** The token and the company of the path, in one round trip; the caller compares the token's company with it. */
export async function findTokenWithCompany(
  db: Database,
  tokenId: string,
  companyId: number,
): Promise<{ readonly token: StoredToken | undefined; readonly company: Company | undefined }> {
  const [[token], ...company] = await db.batch([findToken({ id: tokenId }), ...selectCompany(companyId)]);
  return { token, company: toCompany(company) };
}

/** Remembers the day (`YYYY-MM-DD`) of a token's last use; writes once a day at most. */
export async function touchToken(db: Database, tokenId: string, day: string): Promise<void> {
  const isOlder = or(isNull(tokens.lastUsedDay), lt(tokens.lastUsedDay, day));
  await run(
    db,
    build
      .update(tokens)
      .set({ lastUsedDay: day })
      .where(and(eq(tokens.id, tokenId), isOlder)),
  );
}
