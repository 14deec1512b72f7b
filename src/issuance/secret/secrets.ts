// Opens a company's sealed secrets (PINs, technical keys, signers) and keeps them for a while per isolate.
import type { CertificateSummary } from "../../domain/company.ts";
import { type Env, findSecret } from "../../env.ts";
import { importSigner, type Signer, splitPemBundle } from "../../signature/xmldsig.ts";
import { openHome } from "../../store/base/home.ts";
import {
  type CertificateRow,
  findNextRange,
  importVaultKeys,
  loadSealedSecrets,
  openBundle,
  openPin,
  openTechnicalKey,
  type RangeWish,
  type SealedSecrets,
  type VaultKeys,
} from "../../store/secret/vault.ts";

/** The opened secrets of one company. Each throws when the secret is not there or does not open, never saying what it holds. */
export interface CompanySecrets {
  getPin(softwareId: string): Promise<string>;
  getTechnicalKey(rangeId: number): Promise<string>;
  /** The key that goes with a certificate; non-extractable. */
  getSigner(certificate: CertificateSummary): Promise<Signer>;
}

/** The same, with what decides which of them a document without a number will take. */
export interface KnownSecrets extends CompanySecrets {
  /** The range that such an invoice would draw from, as far as is known; undefined when there is none. */
  findNextRange(wish: RangeWish): Promise<number | undefined>;
}

/** A secret that is not there or does not open; its message says why, never what it holds. */
export class SecretError extends Error {
  /** Kind and name, as `PIN of software …`. */
  readonly secret: string;

  constructor(secret: string, message: string) {
    super(message);
    this.name = "SecretError";
    this.secret = secret;
  }
}

/** A PIN, key or certificate that the operator changes is noticed after this long at the latest; a new one at once. */
const FRESH_MS = 60_000;
const COMPANY_LIMIT = 200;
const SECRET_LOCATION = "secret:";

/** Values only, never promises: what one request began to read must not be waited for by another, which may outlive it. */
interface KnownCompany {
  readonly readAtMs: number;
  readonly sealed: SealedSecrets;
  /** By kind and name of the secret. */
  readonly opened: Map<string, string | Signer>;
}

/** What one isolate knows; all its requests and objects share the same bindings, so it hangs on them. */
interface Cache {
  keys: VaultKeys | undefined;
  readonly companies: Map<number, KnownCompany>;
}

const caches = new WeakMap<D1Database, Cache>();

/** The secrets of a company: read from D1 on first use (one round trip), opened when asked for, then kept. */
export function openSecrets(env: Env, companyId: number): KnownSecrets {
  const find = async <T extends string | Signer>(
    name: string,
    look: (keys: VaultKeys, sealed: SealedSecrets) => Promise<T | undefined>,
  ): Promise<T> => {
    const known = await readCompany(env, companyId);
    // Perhaps newer than what was read: D1 is asked once more before giving up.
    const found =
      (await lookUp(env, known, name, look)) ??
      (await lookUp(env, await readCompany(env, companyId, known.readAtMs), name, look));
    if (found === undefined) throw new SecretError(name, `company ${companyId} has no ${name}`);
    return found;
  };
  return {
    findNextRange: async (wish) => findNextRange((await readCompany(env, companyId)).sealed, wish),
    getPin: (softwareId) => find(`PIN of software ${softwareId}`, (keys, sealed) => openPin(keys, sealed, softwareId)),
    getTechnicalKey: (rangeId) =>
      find(`technical key of range ${rangeId}`, (keys, sealed) => openTechnicalKey(keys, sealed, rangeId)),
    getSigner: ({ serialNumber }) =>
      find(`certificate ${serialNumber}`, (keys, sealed) => openSigner(env, keys, sealed, serialNumber)),
  };
}

async function lookUp<T extends string | Signer>(
  env: Env,
  company: KnownCompany,
  name: string,
  look: (keys: VaultKeys, sealed: SealedSecrets) => Promise<T | undefined>,
): Promise<T | undefined> {
  const known = company.opened.get(name) as T | undefined;
  if (known !== undefined) return known;
  const cache = getCache(env);
  try {
    cache.keys ??= await importVaultKeys(env.VAULT_KEY);
    const opened = await look(cache.keys, company.sealed);
    if (opened !== undefined) company.opened.set(name, opened);
    return opened;
  } catch (cause) {
    // The next request reads it anew: the operator may have replaced it, and another range may be next.
    cache.companies.delete(company.sealed.companyId);
    throw new SecretError(name, cause instanceof Error ? cause.message : String(cause));
  }
}

/** @param olderThanMs what was read at this instant or before does not count. */
async function readCompany(env: Env, companyId: number, olderThanMs = Date.now() - FRESH_MS): Promise<KnownCompany> {
  const { companies } = getCache(env);
  const known = companies.get(companyId);
  if (known !== undefined && known.readAtMs > olderThanMs) return known;
  const readAtMs = Date.now();
  const company = { readAtMs, sealed: await loadSealedSecrets(openHome(env, companyId), companyId), opened: new Map() };
  if (companies.size >= COMPANY_LIMIT) companies.clear();
  companies.set(companyId, company);
  return company;
}

function getCache(env: Env): Cache {
  const known = caches.get(env.DB);
  if (known !== undefined) return known;
  const cache: Cache = { keys: undefined, companies: new Map() };
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
