// `vault rotate` wraps every data key under the newest key while the service goes on working; `vault status` counts them.
import type { Statement } from "../../src/store/base/db.ts";
import { importVaultKeys, rewrap, versionOf } from "../../src/store/secret/vault.ts";
import { type Command, type Context, commit } from "../command.ts";
import { createVersionedKey, readSecretFile, writeSecret } from "../deployment.ts";
import { OperatorError } from "../error.ts";
import { toggle } from "../flag.ts";
import type { Sealed } from "../sealed.ts";
import { listSealed, replaceSealed, requireOpening, requireSameKeys, sealProbe } from "../sealing.ts";
import { printTable } from "../table.ts";

/** Rows per transaction: one statement text stays well below what D1 takes. */
const ROWS_AT_ONCE = 5;

// One key for all databases: it is changed once, and only dropped when no database needs it.
const rotate: Command = {
  name: "vault rotate",
  about:
    "changes VAULT_KEY in steps: --new-key, deploy, then without a flag (re-wraps every data key), --drop-old, deploy",
  flags: [
    toggle(
      "new-key",
      "step 1: put a new version before the old one, on the Worker and in the operator's file; --remote: repeatable",
    ),
    toggle(
      "on-worker",
      "step 2 of a VAULT_KEY that was set by hand: the Worker has the file's, although no event of --new-key says so; if it has not, it opens nothing",
    ),
    toggle("drop-old", "step 3: leave only the newest version, once nothing needs the others"),
  ],
  writesSecrets: /^VAULT_KEY$/,
  run: async (context) => {
    if (context.input.has("new-key")) return changeKeys(context, "new-key");
    if (context.input.has("drop-old")) return changeKeys(context, "drop-old");
    return rewrapAll(context);
  },
};

async function changeKeys(context: Context, step: "new-key" | "drop-old") {
  const { deployment, isDryRun, isRemote, putSecret } = context;
  const text = readSecretFile(deployment.secretFile).VAULT_KEY ?? "";
  const entries = text.split(",").filter((entry) => entry !== "");
  const [newest] = entries;
  if (newest === undefined)
    throw new OperatorError(`${deployment.secretFile} holds no VAULT_KEY`, "`operator secret init`");
  const isAgain = step === "new-key" && entries.length > 1;
  if (isAgain && !isRemote) {
    throw new OperatorError(
      `VAULT_KEY has ${entries.length} versions already`,
      "run `vault rotate`, then `vault rotate --drop-old`",
    );
  }
  const next =
    step === "drop-old" ? [newest] : isAgain ? entries : [createVersionedKey(readVersion(newest) + 1), ...entries];
  // A rehearsal reads the local database, whose secrets need other keys than the deployment's.
  if (step === "drop-old" || !isDryRun) await requireLeft(context, next.join(","), step);
  // The Worker first: what only it knows seals nothing, what only the file knows would lock the Worker out.
  if (isRemote || isDryRun) await putSecret("VAULT_KEY", next.join(","));
  if (!isDryRun) writeSecret(deployment.secretFile, "VAULT_KEY", next.join(","));
  const versions = next.map((entry) => String(readVersion(entry)));
  const has =
    versions.length === 1 ? `version ${versions[0]} alone` : `the versions ${versions.join(", ")}, the newest first`;
  const doneBefore = `VAULT_KEY has the versions ${versions.join(", ")} already${isRemote ? ", on the Worker too" : ""}`;
  const detail = { versions, probe: await sealProbe(await importVaultKeys(next.join(","))) };
  await commit(context, { companyId: 0, action: `vault.${step}`, detail, doneBefore }, []);
  const where = isAgain ? "set on the Worker again: " : "";
  const apply = isRemote
    ? "npm run deploy"
    : "restart the stand (Ctrl-C, then `npm start`): it reads VAULT_KEY when it starts";
  return {
    data: { versions },
    text: `${where}VAULT_KEY has ${has}`,
    next: step === "new-key" ? [apply, `operator vault rotate${isRemote ? " --remote" : ""}`] : [apply],
  };
}

function readVersion(entry: string): number {
  return Number(entry.split(":")[0]);
}

/**
 * Every secret must open with the versions that will be left.
 * @param text what `VAULT_KEY` will be.
 */
async function requireLeft(context: Context, text: string, step: string): Promise<void> {
  const versions = text.split(",").map(readVersion);
  const sealed = await listAllSealed(context);
  const needed = sealed.filter((one) => !versions.includes(versionOf(one.text)));
  if (needed.length === 0) {
    // A rehearsal reads the local database, whose secrets need other keys than the deployment's.
    if (!(context.isRemote && context.isDryRun)) await requireOpening(context, await importVaultKeys(text), sealed);
    return;
  }
  if (step === "drop-old")
    throw new OperatorError(
      `${needed.length} secrets still need an older version`,
      "run `operator vault rotate` first",
    );
  throw new OperatorError(
    `${needed.length} secrets need a version that ${context.deployment.secretFile} lacks`,
    "find the copy of it that was kept when that version was made",
  );
}

/** The sealed texts of every database. */
async function listAllSealed({ shards }: Context): Promise<Sealed[]> {
  return (await Promise.all(shards.map((reached) => listSealed(reached)))).flat();
}

async function rewrapAll(context: Context) {
  const { keyring, isDryRun, isRemote, shards } = context;
  const keys = await keyring.vaultKeys();
  const isOld = ({ text }: Sealed) => versionOf(text) !== keys.newest;
  const sealed = await listAllSealed(context);
  const total = sealed.filter(isOld).length;
  if (!(isRemote && isDryRun)) await requireSameKeys(context, keys, sealed);
  let done = 0;
  for (const [shard, { db }] of shards.entries()) {
    const old = (await listSealed({ db })).filter(isOld);
    for (let start = 0; start < old.length; start += ROWS_AT_ONCE) {
      const part = old.slice(start, start + ROWS_AT_ONCE);
      const texts = await Promise.all(part.map((one) => rewrap(keys, one.context, one.text)));
      const statements = part.flatMap((one, index) => {
        const after = texts[index];
        return after === undefined ? [] : [replaceSealed(one, after)];
      });
      await keep(context, shard, { part: part.length, done, version: keys.newest }, statements);
      done += part.length;
      context.progress("secrets", done, total);
    }
  }
  // Changed while this ran, or nothing left: the count says which.
  const left = isDryRun ? total : (await listAllSealed(context)).filter(isOld).length;
  const data = { version: keys.newest, rewrapped: total - left, left };
  const text = `${data.rewrapped} secrets re-wrapped under version ${keys.newest}, ${data.left} left`;
  const flag = isRemote ? " --remote" : "";
  const step = keys.byVersion.size === 1 ? "--new-key" : "--drop-old";
  const next = data.left === 0 ? [`operator vault rotate ${step}${flag}`] : [`operator vault rotate${flag}, again`];
  return { data, text, exitCode: data.left === 0 || isDryRun ? 0 : 1, next };
}

/** What another database than the first holds is written before its event. */
function keep(
  context: Context,
  shard: number,
  { part, done, version }: { readonly part: number; readonly done: number; readonly version: number },
  statements: readonly Statement[],
): Promise<void> {
  const kept = shard === 0 ? done : done + part;
  const doneBefore = kept === 0 ? undefined : `${kept} secrets are re-wrapped already`;
  const entry = { companyId: 0, action: "vault.rotate", detail: { version, rewrapped: part }, doneBefore };
  return commit({ ...context, ...context.shards[shard] }, entry, statements);
}

const status: Command = {
  name: "vault status",
  reads: true,
  isOfAll: true,
  about: "counts the sealed secrets by the version of the key that wraps them",
  flags: [],
  run: async (context) => {
    const counts = new Map<number, number>();
    for (const { text } of await listSealed(context))
      counts.set(versionOf(text), (counts.get(versionOf(text)) ?? 0) + 1);
    const data = [...counts].map(([version, secrets]) => ({ version, secrets }));
    return { data, text: printTable(data, "the vault is empty") };
  },
};

export const VAULT_COMMANDS: readonly Command[] = [rotate, status];
