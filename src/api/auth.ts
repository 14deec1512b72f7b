// Authenticates the caller from the Authorization header and the company in the path, or refuses.
import type { Company } from "../domain/company.ts";
import { type Env, findSecret } from "../env.ts";
import type { Claim } from "../store/claim.ts";
import { findTokenWithCompany, type NamedDocument, type StoredToken } from "../store/clients.ts";
import type { Binding } from "../store/db.ts";
import type { StoredDocument } from "../store/documents.ts";
import { parseToken, readPeppers, verifyToken } from "../store/token.ts";
import { ApiError } from "./error.ts";
import { TEXT } from "./message.ts";
import { isWithinRate, limitRate } from "./rate.ts";
import { type Caller, findId, moduleOfScope, type Scope } from "./route.ts";

/** The scheme in any case and one or more blanks (RFC 9110, 11.4), then the token. */
const BEARER = /^bearer[ \t]+(\S+)$/i;
/** Matches no row: a path that names no company at all. */
const NO_COMPANY = 0;

/** How long, and how many, callers are remembered. A claim that no longer holds costs one more round trip. */
const KNOWN_MS = 60_000;
const KNOWN_MOST = 500;

/** Whose token came with a request; its text and secret are never logged. */
export interface KnownToken {
  readonly tokenId: string;
  readonly clientId: number;
  readonly companyId: number;
}

/** A request that asks to be let in. */
export interface Entry {
  readonly authorization: string | null;
  /** The company id as the path writes it. */
  readonly companyText: string;
  /** Of which one is enough, with its module. */
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly nowMs: number;
  /** The document that the request reads, loaded together with the caller. */
  readonly named?: NamedDocument | undefined;
  /** Called with a token that exists, before it is judged, so that refused attempts are logged with it. */
  readonly onToken: (known: KnownToken) => void;
}

/** An admitted caller, with the day of the token's last use (`YYYY-MM-DD`) and the company's revision. */
export type Admitted = Caller &
  Pick<StoredToken, "lastUsedDay" | "revision"> & {
    /** What the request reads, where the company has it. */
    readonly document?: StoredDocument;
  };

interface Remembered {
  readonly token: StoredToken;
  readonly company: Company;
  readonly readMs: number;
}

/** The callers that this isolate remembers, by token. */
const remembered = new WeakMap<Binding, Map<string, Remembered>>();

/**
 * Authenticates and authorizes in the pinned order: 401, 403 company, 403 scope, 403 module, 429.
 * The row is read from the primary each time, so a revocation counts from the next request on.
 * @param isCounted the limit of the token's rate has counted this request already.
 * @throws ApiError. Every 401 has the same text, and for a well-formed token the same cost, whichever the reason.
 */
export async function authenticate(env: Env, entry: Entry, isCounted = false): Promise<Admitted> {
  if ((findSecret(env, "TOKEN_PEPPER") ?? "") === "") throw new ApiError("internal_error", TEXT.noSecrets);
  const known = getMemory(env);
  known.delete(entry.authorization ?? "");
  const { token, company, document } = await findCaller(env, entry);
  const admitted = { ...admit(entry, token, company), ...(document && { document }) };
  if (!isCounted) await limitRate(env, token.id);
  if (known.size >= KNOWN_MOST) known.clear();
  known.set(entry.authorization ?? "", { token, company: admitted.company, readMs: entry.nowMs });
  return admitted;
}

/**
 * The caller as this isolate remembers it, without a round trip. It comes with a claim: nothing may be done or answered before
 * the database has confirmed it.
 * @returns undefined for a caller that is not remembered, would be refused, or must be marked as used today.
 */
export async function recallCaller(env: Env, entry: Entry, today: string): Promise<Admitted | undefined> {
  const found = getMemory(env).get(entry.authorization ?? "");
  if (found === undefined || entry.nowMs - found.readMs >= KNOWN_MS) return undefined;
  const { token, company } = found;
  const { id: tokenId, expiresAt, revision } = token;
  if (revision === null || token.lastUsedDay !== today || !isLive(token, entry.nowMs)) return undefined;
  const claim: Claim = { tokenId, expiresAt, revision };
  try {
    const admitted = { ...admit(entry, token, company), claim };
    if (!(await isWithinRate(env, tokenId))) return undefined;
    const { clientId, companyId } = token;
    entry.onToken({ tokenId, clientId, companyId });
    return admitted;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** @throws ApiError of a 403. */
function admit({ companyText, scopes }: Entry, token: StoredToken, company: Company | undefined): Admitted {
  if (String(token.companyId) !== companyText || company === undefined) {
    throw new ApiError("wrong_company", TEXT.wrongCompany);
  }
  const [held] = scopes.filter((scope) => token.scopes.includes(scope));
  if (held === undefined) throw new ApiError("missing_scope", TEXT.missingScope(scopes.join(" o ")));
  const isContracted = (scope: Scope) => token.scopes.includes(scope) && company.modules.includes(moduleOfScope(scope));
  if (!scopes.some(isContracted)) throw new ApiError("module_not_contracted", TEXT.noModule(moduleOfScope(held)));
  const { id, clientId, lastUsedDay, revision } = token;
  return { tokenId: id, clientId, company, scopes: token.scopes, lastUsedDay, revision };
}

function getMemory({ DB }: Env): Map<string, Remembered> {
  const known = remembered.get(DB) ?? new Map<string, Remembered>();
  remembered.set(DB, known);
  return known;
}

async function findCaller(
  env: Env,
  { authorization, companyText, nowMs, named, onToken }: Entry,
): Promise<{
  readonly token: StoredToken;
  readonly company: Company | undefined;
  readonly document: StoredDocument | undefined;
}> {
  const text = parseToken(BEARER.exec(authorization ?? "")?.[1] ?? "");
  if (text === undefined) throw refuseToken();
  const companyId = findId(companyText) ?? NO_COMPANY;
  const { token, company, document } = await findTokenWithCompany(env, text.id, companyId, named);
  if (token !== undefined) onToken({ tokenId: token.id, clientId: token.clientId, companyId: token.companyId });
  const isGenuine = await verifyToken(readPeppers(env.TOKEN_PEPPER), text.secret, token);
  if (!isGenuine || token === undefined || !isLive(token, nowMs)) throw refuseToken();
  return { token, company, document };
}

function isLive(token: StoredToken, nowMs: number): boolean {
  return token.revokedAt === null && (token.expiresAt === null || nowMs < Date.parse(token.expiresAt));
}

function refuseToken(): ApiError {
  return new ApiError("unauthorized", TEXT.unauthorized);
}
