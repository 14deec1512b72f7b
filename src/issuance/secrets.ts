// A company's sealed rows and the deployment's secrets into opened PINs, technical keys and signers, kept for a while per isolate.
import type { CertificateSummary } from "../domain/company.ts";
import { type Env, findSecret } from "../env.ts";
import { importSigner, type Signer, splitPemBundle } from "../signature/certificate.ts";
import {
  type CertificateRow,
  loadSealedSecrets,
  openBundle,
  openPin,
  openTechnicalKey,
  type SealedSecrets,
} from "../store/sealed-secret.ts";
import { importVaultKeys, type VaultKeys } from "../store/vault.ts";

/** The opened secrets of one company. Each throws when the secret is not there or does not open, never saying what it holds. */
export interface CompanySecrets {
  getPin(softwareId: string): Promise<string>;
  getTechnicalKey(rangeId: number): Promise<string>;
  /** The key that goes with a certificate; non-extractable. */
  getSigner(certificate: CertificateSummary): Promise<Signer>;
}

/** A PIN, key or certificate changed by the operator is noticed after this long at the latest; a new one at once. */
const FRESH_MS = 60_000;
const COMPANY_LIMIT = 200;
const SECRET_LOCATION = "secret:";

interface CachedCompany {
  readonly readAtMs: number;
  readonly sealed: Promise<SealedSecrets>;
  /** By kind and name of the secret. */
  readonly opened: Map<string, Promise<string | Signer | undefined>>;
}

/** What one isolate knows; bindings are the same for its whole life, so it hangs on them. */
interface Cache {
  readonly keys: Promise<VaultKeys>;
  readonly companies: Map<number, CachedCompany>;
}

const caches = new WeakMap<D1Database, Cache>();

/**
 * The secrets of a company, read from D1 on first use (one round trip) and then kept.
 * Calling it early, without waiting for anything, lets that round trip overlap with another.
 */
export function openSecrets(env: Env, companyId: number): CompanySecrets {
  const find = async <T extends string | Signer>(
    name: string,
    look: (keys: VaultKeys, sealed: SealedSecrets) => Promise<T | undefined>,
  ): Promise<T> => {
    const known = await lookUp(env, readCompany(env, companyId), name, look);
    if (known !== undefined) return known;
    // Perhaps newer than what was read: ask D1 once more before giving up.
    const again = await lookUp(env, readCompany(env, companyId, 0), name, look);
    if (again === undefined) throw new Error(`company ${companyId} has no ${name}`);
    return again;
  };
  readCompany(env, companyId);
  return {
    getPin: (softwareId) => find(`PIN of software ${softwareId}`, (keys, sealed) => openPin(keys, sealed, softwareId)),
    getTechnicalKey: (rangeId) =>
      find(`technical key of range ${rangeId}`, (keys, sealed) => openTechnicalKey(keys, sealed, rangeId)),
    getSigner: ({ serialNumber }) =>
      find(`certificate ${serialNumber}`, (keys, sealed) => openSigner(env, keys, sealed, serialNumber)),
  };
}

async function lookUp<T extends string | Signer>(
  env: Env,
  company: CachedCompany,
  name: string,
  look: (keys: VaultKeys, sealed: SealedSecrets) => Promise<T | undefined>,
): Promise<T | undefined> {
  const known = company.opened.get(name) as Promise<T | undefined> | undefined;
  if (known !== undefined) return known;
  const opening = (async () => look(await getCache(env).keys, await company.sealed))();
  company.opened.set(name, opening);
  try {
    return await opening;
  } catch (cause) {
    company.opened.delete(name);
    throw cause;
  }
}

function readCompany(env: Env, companyId: number, freshMs = FRESH_MS): CachedCompany {
  const { companies } = getCache(env);
  const nowMs = Date.now();
  const known = companies.get(companyId);
  if (known !== undefined && nowMs - known.readAtMs < freshMs) return known;
  const company = { readAtMs: nowMs, sealed: loadSealedSecrets(env.DB, companyId), opened: new Map() };
  // A failed read is not kept; whoever waits for it hears of it.
  company.sealed.catch(() => {
    if (companies.get(companyId) === company) companies.delete(companyId);
  });
  if (companies.size >= COMPANY_LIMIT) companies.clear();
  companies.set(companyId, company);
  return company;
}

function getCache(env: Env): Cache {
  const known = caches.get(env.DB);
  if (known !== undefined) return known;
  const cache = { keys: importVaultKeys(env.VAULT_KEY), companies: new Map<number, CachedCompany>() };
  caches.set(env.DB, cache);
  return cache;
}

async function openSigner(
  env: Env,
  keys: VaultKeys,
  sealed: SealedSecrets,
  serialNumber: string,
): Promise<Signer | undefined> {
  const row = sealed.certificates.find((certificate) => certificate.serialNumber === serialNumber);
  if (row === undefined) return undefined;
  const { privateKey, certificates } = splitPemBundle(await readBundle(env, keys, sealed.companyId, row));
  const [der, ...above] = certificates;
  if (der === undefined) throw new Error(`the bundle of certificate ${serialNumber} holds no certificate`);
  const chain = row.chain.map((entry, index) => {
    const entryDer = above[index];
    if (entryDer === undefined) throw new Error(`the bundle of certificate ${serialNumber} lacks a part of its chain`);
    return {
      der: entryDer,
      issuerName: entry.issuerName,
      serialNumber: entry.serialNumber,
      certDigest: entry.digest,
    };
  });
  const { issuerName, certDigest, notBefore, notAfter } = row;
  return importSigner({
    privateKey,
    certificate: { der, issuerName, serialNumber, certDigest, chain, notBefore, notAfter },
  });
}

async function readBundle(env: Env, keys: VaultKeys, companyId: number, row: CertificateRow): Promise<string> {
  if (row.location.startsWith(SECRET_LOCATION)) {
    const bundle = findSecret(env, row.location.slice(SECRET_LOCATION.length));
    if (bundle === undefined) throw new Error(`the deployment has no Worker secret for ${row.location}`);
    return bundle;
  }
  const { serialNumber, sealedBundle } = row;
  if (sealedBundle === null) throw new Error(`certificate ${serialNumber} is neither in the vault nor in a secret`);
  return openBundle(keys, companyId, { serialNumber, sealedBundle });
}
