// Finds out who is calling, from the Authorization header and the company of the path, or refuses.
import type { Company } from "../domain/company.ts";
import { type Env, findSecret } from "../env.ts";
import { findTokenWithCompany, type StoredToken } from "../store/clients.ts";
import { parseToken, readPeppers, verifyToken } from "../store/token.ts";
import { ApiError } from "./error.ts";
import { TEXT } from "./message.ts";
import { limitRate } from "./rate.ts";
import { type Caller, moduleOf, type Scope } from "./route.ts";

const SCHEME = "Bearer ";
/** Matches no row: a path that names no company at all. */
const NO_COMPANY = 0;

/** Whose token came with a request; its text and secret are never logged. */
export interface KnownToken {
  readonly tokenId: string;
  readonly clientId: number;
  readonly companyId: number;
}

/**
 * Authenticates and authorizes in the pinned order: 401, 403 company, 403 scope, 403 module, 429.
 * The row is read from the primary each time, so a revocation counts from the next request on.
 * @param companyText the company id as the path writes it.
 * @param scopes of which one is enough, with its module.
 * @param note gets a token that exists, before it is judged: refused attempts are logged with it.
 * @throws ApiError; every 401 has the same text, and that of every well-formed token the same cost, for any reason.
 */
export async function authenticate(
  env: Env,
  authorization: string | null,
  companyText: string,
  scopes: readonly [Scope, ...Scope[]],
  nowMs: number,
  note: (known: KnownToken) => void = () => undefined,
): Promise<Caller & { readonly lastUsedDay: string | null }> {
  if ((findSecret(env, "TOKEN_PEPPER") ?? "") === "") throw new ApiError("internal_error", TEXT.noSecrets);
  const { token, company } = await findCaller(env, authorization, companyText, nowMs, note);
  if (String(token.companyId) !== companyText || company === undefined) {
    throw new ApiError("wrong_company", TEXT.wrongCompany);
  }
  const [held] = scopes.filter((scope) => token.scopes.includes(scope));
  if (held === undefined) throw new ApiError("missing_scope", TEXT.missingScope(scopes.join(" o ")));
  const isContracted = (scope: Scope) => token.scopes.includes(scope) && company.modules.includes(moduleOf(scope));
  if (!scopes.some(isContracted)) throw new ApiError("module_not_contracted", TEXT.noModule(moduleOf(held)));
  await limitRate(env, token.id);
  const { id, clientId, lastUsedDay } = token;
  return { tokenId: id, clientId, company, scopes: token.scopes, lastUsedDay };
}

async function findCaller(
  env: Env,
  authorization: string | null,
  companyText: string,
  nowMs: number,
  note: (known: KnownToken) => void,
): Promise<{ readonly token: StoredToken; readonly company: Company | undefined }> {
  const text = authorization?.startsWith(SCHEME) ? parseToken(authorization.slice(SCHEME.length)) : undefined;
  if (text === undefined) throw refuseToken();
  const companyId = /^[1-9]\d{0,14}$/.test(companyText) ? Number(companyText) : NO_COMPANY;
  const { token, company } = await findTokenWithCompany(env, text.id, companyId);
  if (token !== undefined) note({ tokenId: token.id, clientId: token.clientId, companyId: token.companyId });
  const isGenuine = await verifyToken(readPeppers(env.TOKEN_PEPPER), text.secret, token);
  if (!isGenuine || token === undefined || !isLive(token, nowMs)) throw refuseToken();
  return { token, company };
}

function isLive(token: StoredToken, nowMs: number): boolean {
  return token.revokedAt === null && (token.expiresAt === null || nowMs < Date.parse(token.expiresAt));
}

function refuseToken(): ApiError {
  return new ApiError("unauthorized", TEXT.unauthorized);
}
