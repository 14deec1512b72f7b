// Authenticates the caller from the Authorization header and the company in the path, or refuses.
import type { Company } from "../../domain/company.ts";
import { type Env, findSecret } from "../../env.ts";
import { findTokenWithCompany, type NamedDocument, type StoredToken } from "../../store/company/clients.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { parseToken, readPeppers, verifyToken } from "../../store/secret/token.ts";
import { ApiError } from "../base/error.ts";
import { TEXT } from "../message/request.ts";
import { limitRate } from "./rate.ts";
import { type Caller, findId, moduleOfScope, type Scope } from "./route.ts";

/** The scheme in any case and one or more blanks (RFC 9110, 11.4), then the token. */
const BEARER = /^bearer[ \t]+(\S+)$/i;
/** Matches no row: a path that names no company at all. */
const NO_COMPANY = 0;

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
  /** Whether it searches, which has a rate of its own. */
  readonly isSearch: boolean;
  /** The document that the request reads, loaded together with the caller. */
  readonly named?: NamedDocument | undefined;
  /** Called with a token that exists, before it is judged, so that refused attempts are logged with it. */
  readonly onToken: (known: KnownToken) => void;
}

/** An admitted caller, with the day of the token's last use (`YYYY-MM-DD`). */
type Admitted = Caller &
  Pick<StoredToken, "lastUsedDay"> & {
    /** What the request reads, where the company has it. */
    readonly document?: StoredDocument;
  };

/**
 * Authenticates and authorizes in the pinned order: 401, 403 company, 403 scope, 403 module, 429.
 * The row is read from the primary each time, so a revocation counts from the next request on.
 * @throws ApiError. Every 401 has the same text, and for a well-formed token the same cost, whichever the reason.
 */
export async function authenticate(env: Env, entry: Entry): Promise<Admitted> {
  if ((findSecret(env, "TOKEN_PEPPER") ?? "") === "") throw new ApiError("internal_error", TEXT.noSecrets);
  const { token, company, document } = await findCaller(env, entry);
  const admitted = admit(entry, token, company);
  await limitRate(env, { tokenId: token.id, companyId: token.companyId, isSearch: entry.isSearch });
  return { ...admitted, ...(document && { document }) };
}

/** Authenticates a caller again that was let in; the rate is not counted. @throws ApiError as `authenticate`. */
export async function confirmCaller(env: Env, entry: Entry): Promise<void> {
  const { token, company } = await findCaller(env, entry);
  admit(entry, token, company);
}

/** @throws ApiError of a 403. */
function admit({ companyText, scopes }: Entry, token: StoredToken, company: Company | undefined): Admitted {
  if (String(token.companyId) !== companyText || company === undefined) {
    throw new ApiError("wrong_company", TEXT.wrongCompany);
  }
  const [held] = scopes.filter((scope) => token.scopes.includes(scope));
  if (held === undefined) throw refuseScopes(scopes);
  const isContracted = (scope: Scope) => token.scopes.includes(scope) && company.modules.includes(moduleOfScope(scope));
  if (!scopes.some(isContracted)) throw refuseModule(held);
  const { id, clientId, lastUsedDay } = token;
  return { tokenId: id, clientId, company, scopes: token.scopes, lastUsedDay };
}

/** The refusal of a token with none of the scopes of a route. */
export function refuseScopes(scopes: readonly Scope[]): ApiError {
  return new ApiError("missing_scope", TEXT.missingScope(scopes.join(" o ")));
}

/** The refusal of a company without the module of a scope. */
export function refuseModule(scope: Scope): ApiError {
  return new ApiError("module_not_contracted", TEXT.noModule(moduleOfScope(scope)));
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
