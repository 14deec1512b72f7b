// Seals a secret, once the vault key at hand has proved to be the one that the rows were sealed with.
import { desc, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { listEvents } from "../src/store/audit/events.ts";
import type { Statement } from "../src/store/base/db.ts";
import { build, type Database } from "../src/store/base/db.ts";
import { certificates, ranges, software, webhooks } from "../src/store/base/schema.ts";
import {
  certificateContext,
  open,
  pinContext,
  type SealContext,
  seal,
  technicalKeyContext,
  VaultError,
  type VaultKeys,
  versionOf,
  webhookContext,
} from "../src/store/secret/vault.ts";
import type { Context } from "./command.ts";
import { OperatorError } from "./error.ts";
import type { Sealed } from "./sealed.ts";

/** Rows of each table that a key is tried on before it seals another one. */
const TRIED = 50;
/** More rows than a table has. */
const ALL = Number.MAX_SAFE_INTEGER;

/** Belongs to no company: says which key a version was when it was made. */
const PROBE: SealContext = { companyId: 0, subject: "probe", purpose: "probe" };
const PROBE_TEXT = "probe";

type Needed = Pick<Context, "db" | "shards" | "keyring" | "deployment" | "input" | "isDryRun" | "isRemote">;

/** What a key is tried on before it seals. */
export function listTried(context: Pick<Context, "db" | "shards">): Promise<readonly Sealed[]> {
  return listSealed(context, TRIED);
}

/**
 * Seals a secret under the newest key, which is tried on what is sealed already: the Worker opens all of it with one `VAULT_KEY`.
 * @throws OperatorError when the key is not the one that the rows were sealed with.
 */
export async function sealSecret(
  context: Needed & Pick<Context, "sealed">,
  subject: SealContext,
  plain: string,
): Promise<string> {
  const keys = await context.keyring.vaultKeys();
  // A rehearsal of a remote line reads the local database, whose secrets have other keys.
  const isComparable = !(context.isRemote && context.isDryRun);
  if (isComparable) await requireSameKeys(context, keys, await (context.sealed ?? listSealed(context, TRIED)));
  return seal(keys, subject, plain);
}

/**
 * @param sealed rows of the database, or the most recent of them.
 * @throws OperatorError when the keys are not those that most of the rows were sealed with, or nothing says that the
 * newest one is the deployment's.
 */
export async function requireSameKeys(context: Needed, keys: VaultKeys, sealed: readonly Sealed[]): Promise<void> {
  await requireOpening(context, keys, sealed);
  const versions = sealed.map(({ text }) => findVersion(text)).filter((version) => version !== undefined);
  if (versions.length > 0 && !versions.includes(keys.newest)) await requireAnnounced(context, keys);
}

/** @throws OperatorError when, of any version, no more rows open than do not: single damaged ones do not condemn a key. */
export async function requireOpening(context: Needed, keys: VaultKeys, sealed: readonly Sealed[]): Promise<void> {
  const byVersion = Map.groupBy(sealed, ({ text }) => findVersion(text));
  for (const [version, rows] of byVersion) {
    if (version === undefined) continue;
    const failures = (await Promise.all(rows.map((row) => findFailure(keys, row)))).filter((one) => one !== undefined);
    const [first] = failures;
    if (first === undefined || failures.length * 2 < rows.length) continue;
    throw new OperatorError(
      `${first}; this VAULT_KEY fails ${failures.length} of ${rows.length} secrets of version ${version} that were tried`,
      `nothing was changed; is this the deployment's VAULT_KEY? The environment wins over ${context.deployment.secretFile}`,
    );
  }
}

/** @returns undefined for a text that no key ever sealed: it says nothing of a key. */
function findVersion(text: string): number | undefined {
  try {
    return versionOf(text);
  } catch (cause) {
    if (cause instanceof VaultError) return undefined;
    throw cause;
  }
}

async function findFailure(keys: VaultKeys, { context, text }: Sealed): Promise<string | undefined> {
  try {
    await open(keys, context, text);
    return undefined;
  } catch (cause) {
    if (!(cause instanceof VaultError)) throw cause;
    return cause.message;
  }
}

/** What the event of a new version says of its key. */
export async function sealProbe(keys: VaultKeys): Promise<string> {
  return seal(keys, PROBE, PROBE_TEXT);
}

/**
 * No row has the newest version yet: `vault rotate --new-key` and `--drop-old` left an event once the Worker took it.
 * @throws OperatorError when that event was of another key, or of a remote deployment there is none.
 */
async function requireAnnounced({ db, shards, input, isRemote }: Needed, keys: VaultKeys): Promise<void> {
  if (input.has("on-worker")) return;
  // Events of the deployment are in the first database, wherever the company lives.
  const announced = (await listEvents(shards[0]?.db ?? db, 0)).flatMap(({ action, detail }) => {
    if (action !== "vault.new-key" && action !== "vault.drop-old") return [];
    const { versions, probe } = readFacts(detail);
    return versions.includes(String(keys.newest)) ? [probe] : [];
  });
  const probe = announced.findLast((one) => one !== undefined);
  if (announced.length === 0 && isRemote) {
    throw new OperatorError(
      `no event says that the Worker has version ${keys.newest} of VAULT_KEY, without which nothing sealed under it opens`,
      "`operator vault rotate --new-key` sets it, also again; `vault rotate --on-worker`: it was set there by hand",
    );
  }
  if (probe === undefined || findVersion(probe) !== keys.newest) return;
  if ((await findFailure(keys, { table: "software", context: PROBE, text: probe })) === undefined) return;
  throw new OperatorError(
    `this VAULT_KEY has another version ${keys.newest} than the one that \`vault rotate --new-key\` made`,
    "nothing was changed; find the copy of it that was kept when that version was made",
  );
}

const VERSION_FACTS = z.object({
  versions: z.array(z.coerce.string()).catch([]),
  probe: z.string().optional().catch(undefined),
});

/** Facts of an event about versions; an event that was spoiled has none. */
function readFacts(detail: string): z.output<typeof VERSION_FACTS> {
  try {
    return VERSION_FACTS.safeParse(JSON.parse(detail)).data ?? { versions: [] };
  } catch (cause) {
    if (cause instanceof SyntaxError) return { versions: [] };
    throw cause;
  }
}

/** The sealed texts of the database, the newest rows of each table first. */
export async function listSealed({ db }: { readonly db: Database }, most = ALL): Promise<Sealed[]> {
  const { companyId, softwareId, sealedPin, module } = software;
  const { sealedTechnicalKey } = ranges;
  const { serialNumber, sealedBundle } = certificates;
  const ofCertificate = { companyId: certificates.companyId, serialNumber, sealedBundle };
  const [pins, keys, bundles, hooks] = await db.batch([
    build.select({ companyId, softwareId, sealedPin }).from(software).orderBy(desc(companyId), module).limit(most),
    build.select().from(ranges).where(isNotNull(sealedTechnicalKey)).orderBy(desc(ranges.id)).limit(most),
    build
      .select(ofCertificate)
      .from(certificates)
      .where(isNotNull(sealedBundle))
      .orderBy(desc(certificates.companyId), serialNumber)
      .limit(most),
    build.select().from(webhooks).orderBy(desc(webhooks.createdAt)).limit(most),
  ]);
  return [
    ...pins.map((row): Sealed => {
      return { table: "software", context: pinContext(row.companyId, row.softwareId), text: row.sealedPin };
    }),
    ...keys.map((row): Sealed => {
      return { table: "ranges", context: technicalKeyContext(row.companyId, row), text: row.sealedTechnicalKey ?? "" };
    }),
    ...bundles.map((row): Sealed => {
      const context = certificateContext(row.companyId, row.serialNumber);
      return { table: "certificates", context, text: row.sealedBundle ?? "" };
    }),
    ...hooks.flatMap((row): Sealed[] => {
      const context = webhookContext(row.companyId, row.id);
      const { sealedSecret, previousSecret } = row;
      const current: Sealed = { table: "webhooks", context, text: sealedSecret };
      return previousSecret === null
        ? [current]
        : [current, { table: "webhooks-before", context, text: previousSecret }];
    }),
  ];
}

/** Replaces a sealed text only while it is the one that was read: a rotation never undoes a change made meanwhile. */
export function replaceSealed({ table, text }: Sealed, after: string): Statement {
  switch (table) {
    case "software":
      return build.update(software).set({ sealedPin: after }).where(eq(software.sealedPin, text));
    case "ranges":
      return build.update(ranges).set({ sealedTechnicalKey: after }).where(eq(ranges.sealedTechnicalKey, text));
    case "certificates":
      return build.update(certificates).set({ sealedBundle: after }).where(eq(certificates.sealedBundle, text));
    case "webhooks":
      return build.update(webhooks).set({ sealedSecret: after }).where(eq(webhooks.sealedSecret, text));
    case "webhooks-before":
      return build.update(webhooks).set({ previousSecret: after }).where(eq(webhooks.previousSecret, text));
  }
}
