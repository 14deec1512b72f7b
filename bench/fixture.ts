// Makes everything that the document bench needs of a document with so many lines, once per isolate.

import { INVOICE_KEY } from "../src/api/creation/create.ts";
import { readJson } from "../src/api/field/json.ts";
import { type InvoiceRequest, readInvoice } from "../src/api/invoice/request.ts";
import { buildEndpoint } from "../src/authority/client.ts";
import { buildSoapRequest, toZipFileName, zipFile } from "../src/authority/soap.ts";
import type { Company } from "../src/domain/company.ts";
import type { Document } from "../src/domain/document/document.ts";
import { qrUrl } from "../src/domain/document/fiscal-id.ts";
import type { InvoiceDraft } from "../src/domain/draft/draft.ts";
import { isJsonObject, type JsonObject } from "../src/domain/value/json.ts";
import type { SignedFile } from "../src/issuance/contract/ports.ts";
import { buildSignedFile } from "../src/issuance/file/signed-file.ts";
import { priceCommand } from "../src/issuance/price/price.ts";
import { computeFingerprint } from "../src/issuance/reserve.ts";
import type { CompanySecrets } from "../src/issuance/secret/secrets.ts";
import { encodeBase64 } from "../src/signature/base64.ts";
import { importSigner, type Signer } from "../src/signature/xmldsig.ts";
import { buildDocumentXml } from "../src/ubl/document.ts";
import type { DocumentXml } from "../src/ubl/frame.ts";
import { makeCertificate } from "../test/support/certificate.ts";
import {
  AUTHORITY_ORIGIN,
  BENCH_NIT,
  ISSUED_AT,
  ISSUED_AT_MS,
  makeCompany,
  NUMBERING,
  SOFTWARE_PIN,
  TECHNICAL_KEY,
  writeInvoiceBody,
} from "./document.ts";

/** Who issues, with the key that signs; the secrets are opened already, as in a warm isolate. */
export interface Issuer {
  readonly company: Company;
  readonly signer: Signer;
  readonly secrets: CompanySecrets;
  /** PKCS#8 key and leaf, for the libraries that want PEM. */
  readonly pemBundle: string;
}

/** One request and what each stage of the product makes of it. */
export interface Fixture {
  readonly issuer: Issuer;
  readonly body: Uint8Array;
  readonly object: JsonObject;
  readonly request: InvoiceRequest & { readonly draft: InvoiceDraft };
  readonly document: Document;
  readonly xml: DocumentXml;
  readonly file: SignedFile;
  readonly zip: Uint8Array;
}

let issuer: Promise<Issuer> | undefined;
const fixtures = new Map<number, Fixture>();

/** The fixture of a document with so many lines. */
export async function getFixture(lines: number): Promise<Fixture> {
  const known = fixtures.get(lines);
  if (known !== undefined) return known;
  issuer ??= makeIssuer();
  const made = await makeFixture(await issuer, lines);
  fixtures.set(lines, made);
  return made;
}

async function makeIssuer(): Promise<Issuer> {
  const { certificate, pemBundle } = await makeCertificate(BENCH_NIT);
  const signer = await importSigner({ privateKey: pemBundle, certificate });
  const secrets: CompanySecrets = {
    getPin: async () => SOFTWARE_PIN,
    getTechnicalKey: async () => TECHNICAL_KEY,
    getSigner: async () => signer,
  };
  return { company: makeCompany(certificate.serialNumber), signer, secrets, pemBundle };
}

async function makeFixture(from: Issuer, lines: number): Promise<Fixture> {
  const body = new TextEncoder().encode(writeInvoiceBody(lines));
  const object = readObject(body);
  const request = readRequest(object);
  const document = price(from, request.draft);
  const file = await freeze(from, document);
  const xml = buildXml(from, document, file.fiscalId);
  return { issuer: from, body, object, request, document, xml, file, zip: zipFile(file.fileName, file.bytes) };
}

export function readObject(body: Uint8Array): JsonObject {
  const value = readJson(body);
  if (!isJsonObject(value)) throw new Error("the body of the bench is no object");
  return value;
}

export function readRequest(object: JsonObject): Fixture["request"] {
  const request = readInvoice(object);
  const { draft } = request;
  if (draft === undefined) throw new Error(`the body of the bench is refused: ${request.typeErrors[0]?.message}`);
  return { ...request, draft };
}

export function price({ company }: Issuer, draft: InvoiceDraft): Document {
  return priceCommand({ draft, company }, ISSUED_AT_MS).document;
}

/** The step `sign` as the product runs it: hashes, XML, signature, name, digest. */
export function freeze({ company, secrets }: Issuer, document: Document): Promise<SignedFile> {
  return buildSignedFile({ company, document, numbering: NUMBERING, reservedAt: ISSUED_AT, secrets });
}

export function buildXml({ company }: Issuer, document: Document, fiscalId: string): DocumentXml {
  const { fe: software } = company.software;
  if (software === undefined) throw new Error("the company of the bench has no software");
  return buildDocumentXml({
    document,
    company,
    numbering: NUMBERING,
    software,
    securityCode: fiscalId,
    fiscalId,
    qrUrl: qrUrl(fiscalId, company.environment),
    environment: company.environment,
  });
}

/** Request JSON -> signed XML: read, checked, fingerprinted, priced, hashed, built, signed. */
export async function issue(from: Issuer, body: Uint8Array): Promise<SignedFile> {
  const { draft, canonical } = readRequest(readObject(body));
  await computeFingerprint(canonical, [INVOICE_KEY]);
  return freeze(from, price(from, draft));
}

/** A signed file -> the complete SOAP request that transmits it. */
export async function wrap({ signer }: Issuer, file: Pick<SignedFile, "fileName">, zip: Uint8Array): Promise<string> {
  const context = { signer, endpoint: buildEndpoint(AUTHORITY_ORIGIN), variant: "plain" } as const;
  const values = { fileName: toZipFileName(file.fileName), contentFile: encodeBase64(zip) };
  return (await buildSoapRequest(context, "SendBillSync", values, ISSUED_AT_MS)).body;
}
