// Makes tokens of API clients, and says whether one is in use.
import type { Environment } from "../src/domain/company.ts";
import { createTokenText, digestToken } from "../src/store/company/clients.ts";
import type { Context } from "./command.ts";
import { OperatorError } from "./error.ts";
import { readDate } from "./reader.ts";

/** A row of a new token, and its text, which is kept nowhere. @throws OperatorError for an end that is over. */
export async function createToken(
  { input, nowMs, keyring }: Pick<Context, "input" | "nowMs" | "keyring">,
  { clientId, environment }: { readonly clientId: number; readonly environment: Environment },
) {
  const expires = input.find("expires", readDate);
  // The whole last day counts, in Bogotá.
  const expiresAt = expires === undefined ? null : new Date(`${expires}T23:59:59.999-05:00`).toISOString();
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs()) throw new OperatorError(`${expires} is over already`);
  const { id, secret, text } = createTokenText(environment);
  const [pepper] = keyring.peppers();
  const digest = await digestToken(pepper, secret);
  return { row: { id, clientId, digest, pepperVersion: pepper.version, expiresAt }, text };
}

/** Whether a token works. */
export function stateOf(
  row: { readonly revoked_at: string | null; readonly expires_at: string | null },
  nowMs: number,
): "live" | "revoked" | "expired" {
  if (row.revoked_at !== null) return "revoked";
  return row.expires_at !== null && Date.parse(row.expires_at) <= nowMs ? "expired" : "live";
}
