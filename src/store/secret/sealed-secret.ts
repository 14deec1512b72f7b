// Reads the sealed rows of a company, and opens the secrets that its documents are hashed and signed with.
import { eq, isNull, sql } from "drizzle-orm";
import { build, type Database, runNamed, statement } from "../base/db.ts";
import { certificates, ranges, software } from "../base/schema.ts";
import { open, type SealContext, type VaultKeys } from "./vault.ts";

type SoftwareRow = Readonly<typeof software.$inferSelect>;
type RangeRow = Readonly<typeof ranges.$inferSelect>;

/** A certificate's row: its key material is in `sealedBundle`, or in the Worker secret that `location` names. */
export type CertificateRow = Readonly<
  Pick<
    typeof certificates.$inferSelect,
    "location" | "sealedBundle" | "issuerName" | "serialNumber" | "certDigest" | "chain" | "notBefore" | "notAfter"
  >
>;

/** Everything sealed that one company has, still sealed. */
export interface SealedSecrets {
  readonly companyId: number;
  readonly software: readonly Pick<SoftwareRow, "module" | "softwareId" | "sealedPin">[];
  readonly ranges: readonly SealedRange[];
  readonly certificates: readonly CertificateRow[];
}

/** What distinguishes a numbering range from all others of its company. */
export type RangeIdentity = Pick<RangeRow, "kind" | "resolution" | "prefix" | "fromNumber">;

/** A numbering range with its key, and what says whether it is drawn from; the days are `YYYY-MM-DD`. */
type SealedRange = RangeIdentity &
  Pick<RangeRow, "id" | "sealedTechnicalKey" | "nextNumber" | "validFrom" | "validTo"> & {
    /** False when it is disabled or stopped. */
    readonly isActive: boolean;
    readonly lastNumber: number;
  };

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

/** What the secret of a webhook is sealed for. */
export function webhookContext(companyId: number, id: string): SealContext {
  return { companyId, subject: id, purpose: "webhook-secret" };
}

const findSoftware = statement(["companyId"], (value) =>
  build
    .select({ module: software.module, softwareId: software.softwareId, sealedPin: software.sealedPin })
    .from(software)
    .where(eq(software.companyId, value.companyId)),
);

const findRanges = statement(["companyId"], (value) =>
  build
    .select({
      id: ranges.id,
      kind: ranges.kind,
      resolution: ranges.resolution,
      prefix: ranges.prefix,
      fromNumber: ranges.fromNumber,
      sealedTechnicalKey: ranges.sealedTechnicalKey,
      isActive: sql`${ranges.isActive} AND ${isNull(ranges.stoppedBy)}`.mapWith(ranges.isActive),
      lastNumber: sql<number>`coalesce(${ranges.lastNumber}, ${ranges.toNumber})`,
      nextNumber: ranges.nextNumber,
      validFrom: ranges.validFrom,
      validTo: ranges.validTo,
    })
    .from(ranges)
    .where(eq(ranges.companyId, value.companyId)),
);

const findCertificates = statement(["companyId"], (value) =>
  build
    .select({
      location: certificates.location,
      sealedBundle: certificates.sealedBundle,
      issuerName: certificates.issuerName,
      serialNumber: certificates.serialNumber,
      certDigest: certificates.certDigest,
      chain: certificates.chain,
      notBefore: certificates.notBefore,
      notAfter: certificates.notAfter,
    })
    .from(certificates)
    .where(eq(certificates.companyId, value.companyId)),
);

/** Reads the sealed secrets of a company in one round trip. */
export async function loadSealedSecrets(db: Database, companyId: number): Promise<SealedSecrets> {
  const of = { companyId };
  const sealed = { software: findSoftware(of), ranges: findRanges(of), certificates: findCertificates(of) };
  return { companyId, ...(await runNamed(db, sealed)) };
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

/** Which range an invoice draws from. */
export interface RangeWish {
  readonly issueDate: string;
  /** Prefixes of the company's branches. */
  readonly reserved: readonly (string | null)[];
  /** That of the invoice's branch; null where it has none. */
  readonly own: string | null;
}

/** The range that an invoice draws from, chosen as the allocation chooses it. */
export function findNextRange({ ranges }: SealedSecrets, { issueDate, reserved, own }: RangeWish): number | undefined {
  const ofInvoices = ranges.filter(({ kind }) => kind === "fe");
  const hasOwn = ofInvoices.some(({ prefix }) => prefix === own);
  const open = ofInvoices.filter(
    ({ isActive, nextNumber, lastNumber, validFrom, validTo, prefix }) =>
      isActive &&
      (hasOwn ? prefix === own : !reserved.includes(prefix)) &&
      nextNumber <= lastNumber &&
      validFrom <= issueDate &&
      issueDate <= validTo,
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
