// Implements the engine's authority port: chooses the operation, the host and the company's certificate for each request.
import type { AuthorityClient, Exchange } from "../authority/client.ts";
import { toZipFileName } from "../authority/file-name.ts";
import type { Outcome } from "../authority/outcome.ts";
import { zipFile } from "../authority/zip.ts";
import type { Company } from "../domain/company.ts";
import type { Env } from "../env.ts";
import { describeError } from "../telemetry/describe-error.ts";
import { connectAuthority } from "./connection.ts";
import type { Authority, IssueRecord, Transmission } from "./ports.ts";

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
