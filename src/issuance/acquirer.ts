// A company's question about an acquirer into the authority's answer, signed with the company's own certificate.
import { type AuthorityClient, createAuthorityClient } from "../authority/client.ts";
import type { AcquirerResult } from "../authority/lookup.ts";
import { pickCertificate } from "../domain/certificate.ts";
import type { Company } from "../domain/company.ts";
import type { Env } from "../env.ts";
import { openSecrets } from "./secrets.ts";

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
  const client = await connect(env, company);
  return (await client.getAcquirer(identificationType, identificationNumber)).outcome;
}

async function connect(env: Env, company: Company): Promise<AuthorityClient> {
  const signer = await openSecrets(env, company.id).getSigner(pickCertificate(company, Date.now()));
  return createAuthorityClient({
    baseUrl: company.environment === "produccion" ? env.AUTHORITY_URL : env.AUTHORITY_TEST_URL,
    signer,
    now: Date.now,
    fetch: (url, init) => fetch(url, init),
    timeoutMs: TIMEOUT_MS,
  });
}
