// Builds the signed file of a priced, numbered document: hashes, UBL, signature, file name, digest.
import { Buffer } from "node:buffer";
import { buildXmlFileName } from "../../authority/soap.ts";
import { pickCertificate, softwareOf } from "../../domain/company/choice.ts";
import { type CertificateSummary, type Company, fullNumber, type Numbering } from "../../domain/company.ts";
import type { Document } from "../../domain/document/document.ts";
import { FISCAL_ID_SEEDS, qrUrl, securityCodeSeed } from "../../domain/document/fiscal-id.ts";
import { KINDS } from "../../domain/kind.ts";
import { instantInBogota, yearOf } from "../../domain/value/calendar.ts";
import type { Env } from "../../env.ts";
import { signDocument } from "../../signature/xades.ts";
import { digestFile } from "../../store/archive/files.ts";
import { buildDocumentXml } from "../../ubl/document.ts";
import type { DocumentSigner, SecretFault, SignedFile, SigningInput } from "../contract/ports.ts";
import { type CompanySecrets, type KnownSecrets, openSecrets, SecretError } from "../secret/secrets.ts";

const encoder = new TextEncoder();

/** The signer of this deployment: secrets from D1 and the Worker's secrets, kept per isolate. */
export function createSigner(env: Env): DocumentSigner {
  return {
    findFault: (input) => findFault(input, openSecrets(env, input.company.id)),
    sign: (company, document, numbering, reservedAt) =>
      buildSignedFile({ company, document, numbering, reservedAt, secrets: openSecrets(env, company.id) }),
  };
}

/**
 * Opens the secrets that signing takes. They are kept open for a while, so that opening them again costs nothing.
 * @throws Refusal as `buildSignedFile`; Error when D1 fails.
 */
async function findFault(input: SigningInput, secrets: KnownSecrets): Promise<SecretFault | undefined> {
  const { company, document, numbering } = input;
  const kind = KINDS[document.typeCode];
  const software = softwareOf(company, document.typeCode);
  // Whether the module is contracted, the allocation says.
  if (software === undefined) return undefined;
  const certificate = pickSigningCertificate(company, document, input.reservedAt);
  try {
    await secrets.getPin(software.id);
    await secrets.getSigner(certificate);
    if (kind.fiscalId.secret === "pin") return undefined;
    const reserved = company.branches.map(({ prefix }) => prefix);
    const wish = { issueDate: document.issueDate, reserved, own: document.branch?.prefix ?? null };
    const rangeId = numbering?.rangeId ?? (await secrets.findNextRange(wish));
    if (rangeId !== undefined) await secrets.getTechnicalKey(rangeId);
  } catch (cause) {
    if (cause instanceof SecretError) return { secret: cause.secret };
    throw cause;
  }
  return undefined;
}

function pickSigningCertificate(company: Company, document: Document, reservedAt: string): CertificateSummary {
  return pickCertificate(company, Date.parse(reservedAt), instantInBogota(document.issueDate, document.issueTime));
}

/** What a signed file is made from. */
interface SignedFileInput {
  readonly company: Company;
  readonly document: Document;
  readonly numbering: Numbering;
  /** ISO instant; the certificate must be valid then, and at the document's own date and time. */
  readonly reservedAt: string;
  readonly secrets: CompanySecrets;
}

/**
 * Builds and signs a document; neither clock nor randomness, so the same input always gives the same bytes.
 * The signing time is the document's own date and time (FAD09e).
 * @throws Refusal `certificate_missing` or `certificate_expired`; Error when a secret is missing or does not open.
 */
export async function buildSignedFile(input: SignedFileInput): Promise<SignedFile> {
  const { company, document, numbering, secrets } = input;
  const { module, fileTag } = KINDS[document.typeCode];
  const software = softwareOf(company, document.typeCode);
  if (software === undefined) throw new Error(`company ${company.id} has no software for ${module}`);
  const certificate = pickSigningCertificate(company, document, input.reservedAt);
  const pin = await secrets.getPin(software.id);
  const [signer, securityCode, fiscalId] = await Promise.all([
    secrets.getSigner(certificate),
    digestSha384(securityCodeSeed(software.id, pin, fullNumber(numbering))),
    hashFiscalId(input, pin),
  ]);
  const { environment } = company;
  const xml = buildDocumentXml({
    document,
    company,
    numbering,
    software,
    securityCode,
    fiscalId,
    qrUrl: qrUrl(fiscalId, environment),
    environment,
  });
  const signingTime = `${document.issueDate}T${document.issueTime}`;
  const bytes = await signDocument({ document: xml, signer, signingTime });
  const identity = {
    nit: company.nit,
    providerCode: software.providerCode,
    year: yearOf(document.issueDate),
    sequence: numbering.fileSequence,
  };
  const fileName = buildXmlFileName(fileTag, identity);
  return { bytes, sha256: await digestFile(bytes), fiscalId, fileName };
}

async function hashFiscalId({ company, document, numbering, secrets }: SignedFileInput, pin: string): Promise<string> {
  const context = { number: fullNumber(numbering), environment: company.environment };
  const { fiscalId } = KINDS[document.typeCode];
  const secret = fiscalId.secret === "pin" ? pin : await getTechnicalKey(numbering, secrets);
  return digestSha384(FISCAL_ID_SEEDS[fiscalId.name](document, context, secret));
}

async function getTechnicalKey({ rangeId }: Numbering, secrets: CompanySecrets): Promise<string> {
  if (rangeId === null) throw new Error("a technical key belongs to a range");
  return secrets.getTechnicalKey(rangeId);
}

/** SHA-384 of a text as UTF-8, lower-case hex. */
async function digestSha384(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-384", encoder.encode(text))).toString("hex");
}
