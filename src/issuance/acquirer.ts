// Asks the authority what it knows of an acquirer, with the company's own certificate.
import type { AcquirerResult } from "../authority/lookup.ts";
import type { Company } from "../domain/company.ts";
import type { Env } from "../env.ts";
import { connectAuthority } from "./connection.ts";

/** A person waits for this answer: it must come well before the caller gives up. */
const TIMEOUT_MS = 20_000;

/**
 * Asks GetAcquirer of the company's environment.
 * @throws Refusal `certificate_missing` or `certificate_expired`.
 */
export async function askAcquirer(
  env: Env,
  company: Company,
  identificationType: string,
  identificationNumber: string,
): Promise<AcquirerResult> {
  const client = await connectAuthority(env, company, TIMEOUT_MS);
  return (await client.getAcquirer(identificationType, identificationNumber)).outcome;
}
