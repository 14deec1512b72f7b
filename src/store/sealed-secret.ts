// The sealed rows of one company into the secrets that its documents are hashed and signed with.
import type { Module, RangeKind } from "../domain/company.ts";
import { type Database, readBatch } from "./database.ts";
import { open, type SealContext, type VaultKeys } from "./vault.ts";

/** What `certificates.chain` holds for each certificate above the leaf, sub-CA first. */
export interface ChainEntry {
  /** SHA-256 of the DER, base64. */
  readonly digest: string;
  /** RFC 4514 string. */
  readonly issuerName: string;
  /** Decimal digits. */
  readonly serialNumber: string;
}

/** A certificate's row: its key material is in `sealedBundle`, or in the Worker secret that `location` names. */
export interface CertificateRow {
  readonly location: string;
  readonly sealedBundle: string | null;
  readonly issuerName: string;
  readonly serialNumber: string;
  readonly certDigest: string;
  readonly chain: readonly ChainEntry[];
  readonly notBefore: string;
  readonly notAfter: string;
}

/** Everything sealed that one company has, still sealed. */
export interface SealedSecrets {
  readonly companyId: number;
  readonly software: readonly { readonly module: Module; readonly softwareId: string; readonly sealedPin: string }[];
  readonly ranges: readonly SealedRange[];
  readonly certificates: readonly CertificateRow[];
}

/** What tells a numbering range from all others of its company. */
export interface RangeIdentity {
  readonly kind: RangeKind;
  readonly resolution: string;
  readonly prefix: string;
  readonly fromNumber: number;
}

/** A numbering range with its key, and what says whether it is drawn from. */
export interface SealedRange extends RangeIdentity {
  readonly id: number;
  readonly sealedTechnicalKey: string | null;
  /** 0 when it is disabled or stopped. */
  readonly isActive: number;
  readonly lastNumber: number;
  readonly nextNumber: number;
  /** `YYYY-MM-DD`. */
  readonly validFrom: string;
  readonly validTo: string;
}

/** What the PIN of a software is sealed for. */
export function pinContext(companyId: number, softwareId: string): SealContext {
  return { companyId, subject: softwareId, purpose: "software-pin" };
}

/** What the technical key of a range is sealed for. */
export function technicalKeyContext(companyId: number, range: RangeIdentity): SealContext {
  const subject = `${range.kind}:${range.resolution}:${range.prefix}:${range.fromNumber}`;
  return { companyId, subject, purpose: "technical-key" };
}

/** What a certificate's PEM bundle is sealed for. */
export function certificateContext(companyId: number, serialNumber: string): SealContext {
  return { companyId, subject: serialNumber, purpose: "certificate" };
}

/** Reads the sealed secrets of a company in one round trip. */
export async function loadSealedSecrets(db: Database, companyId: number): Promise<SealedSecrets> {
  const [software = [], ranges = [], certificates = []] = await readBatch(db, [
    db
      .prepare(
        'SELECT module, software_id AS "softwareId", sealed_pin AS "sealedPin" FROM software WHERE company_id = ?1',
      )
      .bind(companyId),
    db
      .prepare(
        `SELECT id, kind, resolution, prefix, from_number AS "fromNumber", sealed_technical_key AS "sealedTechnicalKey",
           is_active AND stopped_by IS NULL AS "isActive", coalesce(last_number, to_number) AS "lastNumber", next_number AS "nextNumber", valid_from AS "validFrom",
           valid_to AS "validTo"
         FROM ranges WHERE company_id = ?1`,
      )
      .bind(companyId),
    db
      .prepare(
        `SELECT location, sealed_bundle AS "sealedBundle", issuer_name AS "issuerName",
           serial_number AS "serialNumber", cert_digest AS "certDigest", chain,
           not_before AS "notBefore", not_after AS "notAfter"
         FROM certificates WHERE company_id = ?1`,
      )
      .bind(companyId),
  ]);
  return {
    companyId,
    software: software as SealedSecrets["software"],
    ranges: ranges as SealedSecrets["ranges"],
    certificates: (certificates as (Omit<CertificateRow, "chain"> & { readonly chain: string })[]).map((row) => ({
      ...row,
      chain: JSON.parse(row.chain) as ChainEntry[],
    })),
  };
}

/**
 * The PIN of a company's software.
 * @returns undefined when the company has no such software.
 * @throws VaultError when it does not open.
 */
export async function openPin(
  keys: VaultKeys,
  secrets: SealedSecrets,
  softwareId: string,
): Promise<string | undefined> {
  const row = secrets.software.find((software) => software.softwareId === softwareId);
  return row && open(keys, pinContext(secrets.companyId, softwareId), row.sealedPin);
}

/** The range that an invoice of a date draws from, chosen as the allocation chooses it. */
export function findNextRange({ ranges }: SealedSecrets, issueDate: string): number | undefined {
  const open = ranges.filter(
    ({ kind, isActive, nextNumber, lastNumber, validFrom, validTo }) =>
      kind === "fe" && isActive === 1 && nextNumber <= lastNumber && validFrom <= issueDate && issueDate <= validTo,
  );
  return open.sort((one, other) => one.validTo.localeCompare(other.validTo) || one.id - other.id)[0]?.id;
}

/**
 * The technical key of a numbering range.
 * @returns undefined when the company has no such range, or the range has no key.
 * @throws VaultError when it does not open.
 */
export async function openTechnicalKey(
  keys: VaultKeys,
  secrets: SealedSecrets,
  rangeId: number,
): Promise<string | undefined> {
  const range = secrets.ranges.find(({ id }) => id === rangeId);
  if (range === undefined || range.sealedTechnicalKey === null) return undefined;
  return open(keys, technicalKeyContext(secrets.companyId, range), range.sealedTechnicalKey);
}

/**
 * The PEM bundle of a certificate that is in the vault.
 * @throws VaultError when it does not open.
 */
export async function openBundle(
  keys: VaultKeys,
  companyId: number,
  certificate: { readonly serialNumber: string; readonly sealedBundle: string },
): Promise<string> {
  return open(keys, certificateContext(companyId, certificate.serialNumber), certificate.sealedBundle);
}
