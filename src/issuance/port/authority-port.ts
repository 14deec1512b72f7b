// Connects a company to the authority: host, certificate and security header of its environment; sends and asks for the engine.
import {
  type AuthorityClient,
  createAuthorityClient,
  type Exchange,
  isStandOrigin,
  pinOrigin,
} from "../../authority/client.ts";
import type { AcquirerResult } from "../../authority/lookup.ts";
import type { Outcome } from "../../authority/outcome.ts";
import {
  readSecurityVariant,
  SECURITY_VARIANT_SETTING,
  type SecurityVariant,
  toZipFileName,
  zipFile,
} from "../../authority/soap.ts";
import { pickCertificate } from "../../domain/company/choice.ts";
import type { Company, Environment } from "../../domain/company.ts";
import type { Env } from "../../env.ts";
import { writeWarning } from "../../telemetry/alert.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import type { Authority, IssueRecord, Transmission } from "../contract/ports.ts";
import { openSecrets } from "../secret/secrets.ts";

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

/**
 * The authority of the environment that the engine gives with a company, which is the document's. Production and enabled
 * companies send synchronously; a document of a test set is sent into it and asked about by ZipKey.
 * @param timeoutMs deadline of one exchange; that of the client unless given.
 */
export function createAuthority(env: Env, timeoutMs?: number): Authority {
  const connect = (company: Company) => connectAuthority(env, company, timeoutMs);
  return {
    send: (company, record, signedBytes) => send(connect, company, record, signedBytes),
    askStatus: (company, record) => ask(connect, company, (client) => client.getStatus(getFiscalId(record))),
    askStatusZip: (company, record, zipKey) =>
      ask(connect, company, (client) => client.getStatusZip(zipKey, getFiscalId(record))),
  };
}

type Connect = (company: Company) => Promise<AuthorityClient>;

async function send(
  connect: Connect,
  company: Company,
  record: IssueRecord,
  signedBytes: Uint8Array,
): Promise<Transmission> {
  let exchange: (client: AuthorityClient) => Promise<Exchange<Outcome>>;
  let client: AuthorityClient;
  try {
    exchange = prepareSending(company, record, signedBytes);
    client = await connect(company);
  } catch (cause) {
    // No request was built, so none left: the one failure that proves by itself that nothing was processed.
    return withoutAnswer({ type: "not-processed", detail: `not sent: ${describeError(cause)}`, statement: null });
  }
  try {
    return await exchange(client);
  } catch (cause) {
    return withoutAnswer({ type: "unknown", reason: "no-request", detail: describeError(cause) });
  }
}

function prepareSending(
  company: Company,
  record: IssueRecord,
  signedBytes: Uint8Array,
): (client: AuthorityClient) => Promise<Exchange<Outcome>> {
  const fiscalId = getFiscalId(record);
  if (record.fileName === null) throw new Error("the record names no file");
  const zip = zipFile(record.fileName, signedBytes);
  const zipName = toZipFileName(record.fileName);
  const testSetId =
    company.environment === "habilitacion"
      ? (record.testSetId ?? company.software[record.module]?.testSetId ?? null)
      : null;
  if (testSetId === null) return (client) => client.sendBillSync(zipName, zip, fiscalId);
  return (client) => client.sendTestSetAsync(zipName, zip, testSetId, fiscalId);
}

async function ask(
  connect: Connect,
  company: Company,
  question: (client: AuthorityClient) => Promise<Exchange<Outcome>>,
): Promise<Transmission> {
  try {
    return await question(await connect(company));
  } catch (cause) {
    return withoutAnswer({ type: "unknown", reason: "no-request", detail: describeError(cause) });
  }
}

function getFiscalId({ fiscalId }: IssueRecord): string {
  if (fiscalId === null) throw new Error("the record has no fiscal id");
  return fiscalId;
}

function withoutAnswer(outcome: Outcome): Transmission {
  return { outcome, httpStatus: null, raw: null };
}
