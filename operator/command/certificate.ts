// `certificate import` checks a certifier's file, tries its key and stores it as a signer; `certificate list` shows them.

import { createPublicKey, verify } from "node:crypto";
import { and, asc, eq, gte, ne, or } from "drizzle-orm";
import type { Company } from "../../src/domain/company.ts";
import { importSigner } from "../../src/signature/xmldsig.ts";
import { build, findOne } from "../../src/store/base/db.ts";
import { certificates } from "../../src/store/base/schema.ts";
import { certificateContext } from "../../src/store/secret/vault.ts";
import { CERTIFICATE_SECRET } from "../access/secret.ts";
import { type Command, type Context, commit } from "../command.ts";
import { CSV } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional, required } from "../flag.ts";
import { readInputFile } from "../input-file.ts";
import { type KeyFile, openKeyFile } from "../key-file.ts";
import type { Done } from "../many.ts";
import { readPassword } from "../password-file.ts";
import { sealSecret } from "../sealing.ts";
import { answerRows } from "../table.ts";
import { makeThrowAwayFile, THROW_AWAY } from "../throw-away.ts";
import { type CertificateFacts, namesNit, orderChain } from "../x509.ts";
import { disableCertificate, listCertificates } from "./certificate-disable.ts";
import { FOLDER_FLAGS, importFolder } from "./certificate-folder.ts";
import { findCompanyId, getCompany } from "./company.ts";

const RSA_BITS_MIN = 2048;
/** What a Worker secret holds at most. */
const SECRET_BYTES_MAX = 5 * 1024;
const SECRET = "secret:";
const DAY_MS = 86_400_000;
/** Days that are too few to go on with. */
const DAYS_SHORT = 9;
const PROBE = new TextEncoder().encode("probe of the operator program");

/** A signer that passed every check. */
export interface CheckedSigner {
  /** PEM: PKCS#8 key, leaf, chain. */
  readonly bundle: string;
  readonly leaf: CertificateFacts;
  readonly chain: readonly CertificateFacts[];
}

export const importCertificate: Command = {
  name: "certificate import",
  seals: true,
  about:
    "checks a certifier's .p12 or PEM file (throw-away: makes one for the stand) and stores it as a company's signer; the newest valid one signs",
  operand: "FILE",
  flags: [
    required("company", "id of the company; not with --folder"),
    optional("password-file", "file with the password; else CERTIFICATE_PASSWORD of the environment"),
    optional("location", "vault (the default), or secret:CERT_NAME for a Worker secret of its own"),
    ...FOLDER_FLAGS,
    CSV,
  ],
  writesSecrets: CERTIFICATE_SECRET,
  isOfMany: (has) => has("folder"),
  run: async (context) => {
    const { input } = context;
    if (input.has("folder")) return importFolder(context, importCertificate, importOne);
    const company = await getCompany(context);
    const bytes = readKeyFile(context, company, input.operand("the certifier's file"));
    const signer = await checkSigner(openKeyFile(bytes, await readPassword(context)), company, context.nowMs());
    const location = input.find("location", readLocation) ?? "vault";
    const data = await storeSigner(context, company, signer, location);
    const facts = Object.entries(data).map(([name, value]) => `${name}: ${String(value)}`);
    return {
      data,
      text: [...facts, ...describeValidity(signer.leaf, data.days_left, context.nowMs())].join("\n"),
      next: [`operator certificate list --company ${company.id}, which says which one signs now`],
    };
  },
};

/** One of a folder: stored in the vault, unless it is there. */
async function importOne(context: Context, file: KeyFile): Promise<Done> {
  const company = await getCompany(context);
  const signer = await checkSigner(file, company, context.nowMs());
  const { serialNumber, notAfter } = signer.leaf;
  const days = Math.floor((Date.parse(notAfter) - context.nowMs()) / DAY_MS);
  const note = [`${days} days left`, ...describeValidity(signer.leaf, days, context.nowMs())].join("; ");
  if (company.certificates.some((one) => one.serialNumber === serialNumber)) return { result: "unchanged", note };
  await storeSigner(context, company, signer, "vault");
  return { result: "imported", note };
}

/** What its reader should know at once of a certificate that does not sign yet, or not for long. */
function describeValidity({ notBefore }: CertificateFacts, daysLeft: number, nowMs: number): readonly string[] {
  if (Date.parse(notBefore) > nowMs) return [`it is not valid yet: it signs from ${notBefore} on`];
  return daysLeft <= DAYS_SHORT ? [`it ends soon: ask the certifier for the next one (${daysLeft} days left)`] : [];
}

/** The certifier's file, or one that is made here. */
function readKeyFile({ isRemote, nowMs }: Context, { nit }: Company, path: string): Uint8Array {
  return path === THROW_AWAY ? makeThrowAwayFile(isRemote, nit, nowMs()) : readInputFile(path);
}

/**
 * Checks that the key of a file may sign for a company: NIT, usage, validity, RSA size,
 * and a probe that is signed by the very code that will sign documents.
 */
export async function checkSigner(
  { privateKey, certificates }: KeyFile,
  company: Pick<Company, "nit" | "checkDigit">,
  nowMs: number,
): Promise<CheckedSigner> {
  const publicKey = createPublicKey(privateKey);
  const leaf = certificates.find((one) => one.publicKey.equals(publicKey));
  if (leaf === undefined) {
    throw new OperatorError(
      "no certificate of the file belongs to its private key",
      "export key and certificate together",
    );
  }
  checkLeaf(leaf, company, nowMs);
  const chain = orderChain(leaf, certificates);
  const key = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const bundle = [key, ...[leaf, ...chain].map((one) => toPem(one.der))].join("");
  const signer = await importSigner({ privateKey: bundle, certificate: { ...leaf, chain } });
  const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", signer.key, PROBE);
  if (!verify("sha256", PROBE, leaf.publicKey, new Uint8Array(signature))) {
    throw new OperatorError("a probe signed with the key does not verify with the certificate", "ask for a new file");
  }
  return { bundle, leaf, chain };
}

function checkLeaf(leaf: CertificateFacts, company: Pick<Company, "nit" | "checkDigit">, nowMs: number): void {
  const bits = leaf.publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (leaf.publicKey.asymmetricKeyType !== "rsa" || bits < RSA_BITS_MIN) {
    throw new OperatorError(
      `the key is ${leaf.publicKey.asymmetricKeyType} of ${bits} bits`,
      "RSA of 2048 bits or more is needed",
    );
  }
  if (Date.parse(leaf.notAfter) <= nowMs) {
    throw new OperatorError(`the certificate ended on ${leaf.notAfter}`, "ask the certifier for the current one");
  }
  if (!namesNit(leaf, company.nit, company.checkDigit)) {
    const whose = `its subject is ${leaf.subject}`;
    throw new OperatorError(`the certificate does not name NIT ${company.nit}: ${whose}`, "is it another company's?");
  }
  const missing = (["digitalSignature", "nonRepudiation"] as const).filter((usage) => !leaf.keyUsage.includes(usage));
  if (missing.length > 0) {
    const hint = "the authority asks for digitalSignature and nonRepudiation (ZD07)";
    throw new OperatorError(`the certificate is not meant for signing: it lacks ${missing.join(" and ")}`, hint);
  }
}

/** Stores a checked signer, sealed in the vault or as a Worker secret. */
async function storeSigner(context: Context, company: Company, signer: CheckedSigner, location: string) {
  const { leaf, chain, bundle } = signer;
  if (company.certificates.some(({ serialNumber }) => serialNumber === leaf.serialNumber)) {
    throw new OperatorError(`certificate ${leaf.serialNumber} is stored already`, "see `operator certificate list`");
  }
  const isVault = location === "vault";
  if (!isVault && Buffer.byteLength(bundle) > SECRET_BYTES_MAX) {
    throw new OperatorError("key and chain are over 5 KB, too much for a Worker secret", "use --location vault");
  }
  const subject = certificateContext(company.id, leaf.serialNumber);
  const sealedBundle = isVault ? await sealSecret(context, subject, bundle) : null;
  if (!isVault) {
    await requireFree(context, company.id, location);
    await context.putSecret(location.slice(SECRET.length), bundle);
  }
  const { subject: name, issuerName, serialNumber, certDigest, notBefore, notAfter } = leaf;
  const facts = { subject: name, issuerName, serialNumber, certDigest, notBefore, notAfter };
  const row = {
    ...facts,
    companyId: company.id,
    location,
    sealedBundle,
    chain: chain.map((one) => ({ digest: one.certDigest, issuerName: one.issuerName, serialNumber: one.serialNumber })),
  };
  const detail = { ...facts, location };
  const doneBefore = isVault ? undefined : `the secret ${location.slice(SECRET.length)} is set already`;
  const entry = { companyId: company.id, action: "certificate.import", detail, doneBefore };
  await commit(context, entry, [build.insert(certificates).values(row)]);
  const daysLeft = Math.floor((Date.parse(notAfter) - context.nowMs()) / DAY_MS);
  return {
    ...detail,
    company: company.id,
    chain: chain.map((one) => one.subject).join(" < ") || "none",
    days_left: daysLeft,
  };
}

/**
 * A secret that holds a key which may still sign is never overwritten: between the secret and its row,
 * and for good when the row fails, documents would be signed with a key that is not their certificate's.
 * @throws OperatorError when the location is another company's, or of a certificate of this one that has not ended.
 */
async function requireFree({ db, nowMs }: Context, companyId: number, location: string): Promise<void> {
  const { companyId: owner, serialNumber, notAfter } = certificates;
  const mayStillSign = or(ne(owner, companyId), gte(notAfter, new Date(nowMs()).toISOString()));
  const holders = build.select({ owner, serialNumber, notAfter }).from(certificates);
  const held = holders.where(and(eq(certificates.location, location), mayStillSign));
  // Those of other companies first.
  const holder = await findOne(db, held.orderBy(asc(eq(owner, companyId))).limit(1));
  if (holder === undefined) return;
  const name = location.slice(SECRET.length);
  const whose =
    holder.owner === companyId
      ? `certificate ${holder.serialNumber}, which may sign until ${holder.notAfter}`
      : `a certificate of company ${holder.owner}`;
  throw new OperatorError(`${name} holds the key of ${whose}`, "give a name that is free, such as CERT_ and the year");
}

const list: Command = {
  name: "certificate list",
  reads: true,
  isOfAll: true,
  about: "lists certificates with the days left; the first valid one of a company that is not disabled signs",
  flags: [optional("company", "id of the company; all of them unless given"), CSV],
  run: async (context) => {
    const companyId = await findCompanyId(context);
    const nowMs = context.nowMs();
    const nowIso = new Date(nowMs).toISOString();
    const listed = await listCertificates(context, companyId);
    const valid = listed.filter((one) => one.disabledAt === null && one.notBefore <= nowIso && nowIso <= one.notAfter);
    const signing = new Set([...Map.groupBy(valid, ({ company }) => company).values()].map(([first]) => first));
    const data = listed.map((one) => ({
      ...(companyId === null && { company: one.company }),
      serial_number: one.serialNumber,
      location: one.location,
      not_before: one.notBefore,
      not_after: one.notAfter,
      days_left: Math.floor((Date.parse(one.notAfter) - nowMs) / DAY_MS),
      disabled_at: one.disabledAt,
      signs_now: signing.has(one),
    }));
    return answerRows(data, "no certificate yet: `operator certificate import`");
  },
};

function readLocation(text: string): string {
  const isSecret = text.startsWith(SECRET) && CERTIFICATE_SECRET.test(text.slice(SECRET.length));
  if (text === "vault" || isSecret) return text;
  throw new OperatorError(`"${text}" is neither vault nor secret:CERT_NAME`, "NAME in capitals, digits and _");
}

function toPem(der: string): string {
  return `-----BEGIN CERTIFICATE-----\n${der.replace(/.{64}/g, "$&\n").trimEnd()}\n-----END CERTIFICATE-----\n`;
}

export const CERTIFICATE_COMMANDS: readonly Command[] = [importCertificate, list, disableCertificate];
