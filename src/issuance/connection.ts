// Connects a company to the authority: picks its environment's host, its certificate and the form of the security header; asks
// it about an acquirer.
import { type AuthorityClient, createAuthorityClient } from "../authority/client.ts";
import { isStandOrigin, pinOrigin } from "../authority/endpoint.ts";
import type { AcquirerResult } from "../authority/lookup.ts";
import { readSecurityVariant, SECURITY_VARIANT_SETTING, type SecurityVariant } from "../authority/ws-security.ts";
import { pickCertificate } from "../domain/certificate.ts";
import type { Company, Environment } from "../domain/company.ts";
import type { Env } from "../env.ts";
import { writeWarning } from "../telemetry/alert.ts";
import { openSecrets } from "./secrets.ts";

/** A person waits for what is said of an acquirer: it must come well before the caller gives up. */
const ACQUIRER_TIMEOUT_MS = 20_000;

/** Settings that were reported by this isolate: one line each, not one per document. */
const reported = new Set<string>();

/**
 * The client with which a company speaks to the authority now.
 * @param timeoutMs deadline of one exchange; that of the client unless given.
 * @throws Refusal `certificate_missing` or `certificate_expired`; Error when the certificate does not open.
 */
export async function connectAuthority(env: Env, company: Company, timeoutMs?: number): Promise<AuthorityClient> {
  const signer = await openSecrets(env, company.id).getSigner(pickCertificate(company, Date.now()));
  return createAuthorityClient({
    baseUrl: pinOrigin(company.environment, pickOrigin(env, company.environment)),
    signer,
    now: Date.now,
    fetch: (url, init) => fetch(url, init),
    variant: pickSecurityVariant(env),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

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
  const client = await connectAuthority(env, company, ACQUIRER_TIMEOUT_MS);
  return (await client.getAcquirer(identificationType, identificationNumber)).outcome;
}

function pickOrigin(env: Env, environment: Environment): string {
  return environment === "produccion" ? env.AUTHORITY_URL : env.AUTHORITY_TEST_URL;
}

/** What multiplies every wait. Below 1 only on a stand, and 1 for what is mistyped: the authority must not be flooded. */
export function readPollScale(env: Pick<Env, "POLL_SCALE" | "AUTHORITY_URL" | "AUTHORITY_TEST_URL">): number {
  const scale = Number(env.POLL_SCALE);
  if (!(scale > 0 && Number.isFinite(scale))) return 1;
  const isOnStand = isStandOrigin(env.AUTHORITY_URL) && isStandOrigin(env.AUTHORITY_TEST_URL);
  return isOnStand ? scale : Math.max(scale, 1);
}

/** A mistyped setting must not stop the company from issuing: the default form, and a warning for the operator. */
function pickSecurityVariant(env: Env): SecurityVariant {
  const text = env[SECURITY_VARIANT_SETTING];
  const variant = readSecurityVariant(text);
  if (variant !== undefined) return variant;
  if (!reported.has(text)) {
    reported.add(text);
    writeWarning("security_variant_unknown", { value: text.slice(0, 40) });
  }
  return "plain";
}
