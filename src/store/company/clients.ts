// Finds API clients by their tokens, together with the company of the path.
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Company, Module } from "../../domain/company.ts";
import { build, type Database, run, runNamed, statement } from "../base/db.ts";
import { type Bindings, isRead, openAll, openHome, runInKept } from "../base/home.ts";
import { apiClients, tokens } from "../base/schema.ts";
import { type StoredDocument, selectDocument } from "../document/documents.ts";
import { selectCompany, toCompany } from "./companies.ts";

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

/** A document by its id, as a path names it. */
export interface NamedDocument {
  readonly module: Module;
  readonly id: number;
}

// Behind a company that left, its tokens are what they were then.
const selectRead = statement(["id"], (value) =>
  build
    .select({ id: tokens.id })
    .from(tokens)
    .innerJoin(apiClients, eq(apiClients.id, tokens.clientId))
    .where(and(eq(tokens.id, value.id), isRead(apiClients.companyId))),
);

/**
 * The token, the company of the path and, where one is named, its document, in one round trip; the caller compares the token's
 * company with it. A token that does not live with the company may be that of a company of another database.
 */
export async function findTokenWithCompany(
  bindings: Bindings,
  tokenId: string,
  companyId: number,
  named?: NamedDocument,
): Promise<{
  readonly token: StoredToken | undefined;
  readonly company: Company | undefined;
  readonly document: StoredDocument | undefined;
}> {
  const db = openHome(bindings, companyId);
  const asked = { token: findToken({ id: tokenId }), ...selectCompany(companyId) };
  const rows =
    named === undefined
      ? { document: [], ...(await runNamed(db, asked)) }
      : await runNamed(db, { document: selectDocument({ ...named, companyId }), ...asked });
  const [token] = rows.token;
  const [document] = rows.document;
  return {
    token: token ?? (await findElsewhere(bindings, tokenId)),
    company: toCompany(rows),
    document: document ?? (named && (await findKept(db, companyId, named))),
  };
}

/** A document that an older database of its company keeps. */
async function findKept(db: Database, companyId: number, named: NamedDocument): Promise<StoredDocument | undefined> {
  const [document] = await runInKept(db, selectDocument({ ...named, companyId }));
  return document;
}

async function findElsewhere(bindings: Bindings, tokenId: string): Promise<StoredToken | undefined> {
  const databases = openAll(bindings);
  if (databases.length === 1) return undefined;
  const looking = databases.map((db) => db.batch([findToken({ id: tokenId }), selectRead({ id: tokenId })]));
  const found = await Promise.all(looking);
  return found.find(([, [read]]) => read !== undefined)?.[0][0];
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
