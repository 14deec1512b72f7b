// `secret init`, `migrate` and `deploy` make what a deployment needs before its first company.
import { z } from "zod";
import type { Database } from "../../src/store/base/db.ts";
import { importVaultKeys } from "../../src/store/secret/vault.ts";
import { TOP_LEVEL } from "../access/configuration.ts";
import { address, describeCall, nameDatabase, openRemote, type Wrangler } from "../access/wrangler.ts";
import type { Command, Context } from "../command.ts";
import { createVersionedKey, OWN_SECRETS, readSecretFile, writeSecret } from "../deployment.ts";
import { OperatorError } from "../error.ts";
import { toggle } from "../flag.ts";
import { describeRelease, OF_CONSOLE, OF_RENDERER } from "../release.ts";
import type { Sealed } from "../sealed.ts";
import { listSealed, requireOpening } from "../sealing.ts";

const initSecrets: Command = {
  name: "secret init",
  about:
    "makes TOKEN_PEPPER, VAULT_KEY, AUDIT_KEY and LINK_KEY in a private file, the operator's copy; --remote: sets the file's on the Worker, also again",
  flags: [],
  needsNoDatabase: true,
  writesSecrets: new RegExp(`^(?:${OWN_SECRETS.join("|")})$`),
  run: async (context) => {
    const { deployment, isRemote, isDryRun, putSecret } = context;
    const { secretFile } = deployment;
    const known = readSecretFile(secretFile);
    const missing = OWN_SECRETS.filter((name) => (known[name] ?? "") === "");
    if (missing.length === 0 && !isRemote) {
      throw new OperatorError(`${secretFile} holds them already`, "a new VAULT_KEY comes with `operator vault rotate`");
    }
    // Kept first: a secret that only the Worker knows could never seal anything. Set all of them, also again: a call may have
    // failed the last time.
    const isThere = isRemote && !isDryRun ? await requireOwnFile(context, missing, known.VAULT_KEY) : true;
    const set = isRemote && isThere ? OWN_SECRETS : [];
    if (!isDryRun) {
      for (const name of missing) writeSecret(secretFile, name, createVersionedKey(1));
      const kept = readSecretFile(secretFile);
      for (const name of set) await putSecret(name, kept[name] ?? "");
    }
    const calls = set.map((name) => describeCall(address(["secret", "put", name], deployment)));
    const made = `${missing.join(", ")} ${isDryRun ? "would be made" : "made"}; keep ${secretFile} safe`;
    const kept = `${secretFile} holds them already`;
    const again = set.length === 0 ? kept : `${kept}; they ${isDryRun ? "would be" : "are"} set on the Worker again`;
    const absent = `Worker ${deployment.worker} is not there yet: its first deployment sets them`;
    const text = [missing.length === 0 ? again : made, ...calls, ...(isThere ? [] : [absent])].join("\n");
    const after = isThere ? `operator migrate${isRemote ? " --remote" : ""}` : "operator deploy --remote --secrets";
    return { data: { made: missing, file: secretFile, calls, worker: isThere }, text, next: isDryRun ? [] : [after] };
  },
};

/**
 * What is set on the Worker takes the place of what it has: a new key in the place of a lost one, or the key of another
 * file, would lock it out of everything sealed.
 * @returns whether there is a Worker: asked to set a secret on none, wrangler would make one without code.
 * @throws OperatorError when the Worker has a secret that the file lacks, or the file's VAULT_KEY does not open what is sealed.
 */
async function requireOwnFile(context: Context, missing: readonly string[], vaultKey = ""): Promise<boolean> {
  const { deployment, wrangler } = context;
  const present = await listWorkerSecrets(wrangler);
  const lost = missing.filter((name) => present?.includes(name) === true);
  if (lost.length > 0) {
    throw new OperatorError(
      `the Worker has ${lost.join(" and ")} already, which ${deployment.secretFile} lacks`,
      "nothing was changed; put the copy that was kept into the file: a new one would replace the Worker's",
    );
  }
  if (vaultKey !== "") {
    const sealed = await listSealedIfAny(openRemote(nameDatabase(deployment), wrangler).db);
    await requireOpening(context, await importVaultKeys(vaultKey), sealed);
  }
  return present !== undefined;
}

/** @throws OperatorError when the file lacks a secret, or would lock the Worker out of what is sealed. */
async function requireSecrets(context: Context): Promise<void> {
  const { secretFile } = context.deployment;
  const known = readSecretFile(secretFile);
  const missing = OWN_SECRETS.filter((name) => (known[name] ?? "") === "");
  if (missing.length > 0) {
    throw new OperatorError(`${secretFile} has no ${missing.join(", ")}`, "`operator secret init` makes them");
  }
  const others = Object.keys(known).filter((name) => !OWN_SECRETS.some((own) => own === name));
  if (others.length > 0) {
    throw new OperatorError(
      `${secretFile} has ${others.join(", ")} as well`,
      "take out what is no secret of the service",
    );
  }
  if (!context.isDryRun) await requireOwnFile(context, missing, known.VAULT_KEY);
}

const WORKER_SECRETS = z.array(z.object({ name: z.string() }));

/** In wrangler's words, of which only the last lines may be heard. */
const NO_WORKER = /Worker "[^"]*"(?: \(env: [^)]*\))? not found|If this is a new Worker, run `wrangler deploy` first/;

/**
 * @returns undefined where there is no Worker yet.
 * @throws OperatorError where it does not say it: a call that fails may be followed by one that replaces a key.
 */
export async function listWorkerSecrets(wrangler: Wrangler): Promise<string[] | undefined> {
  try {
    const listed: unknown = JSON.parse(new TextDecoder().decode(await wrangler(["secret", "list"])));
    return WORKER_SECRETS.parse(listed).map(({ name }) => name);
  } catch (cause) {
    if (cause instanceof OperatorError && NO_WORKER.test(cause.message)) return undefined;
    throw cause;
  }
}

async function listSealedIfAny(db: Database): Promise<Sealed[]> {
  try {
    return await listSealed({ db });
  } catch (cause) {
    // Before the first migration nothing is sealed.
    if (cause instanceof OperatorError && /no such table/.test(cause.message)) return [];
    throw cause;
  }
}

const migrate: Command = {
  name: "migrate",
  about: "brings the tables of every database up to date",
  flags: [],
  needsNoDatabase: true,
  run: async ({ deployment, isDryRun, wrangler }) => {
    const calls = deployment.databases.map((_, shard) => {
      return ["d1", "migrations", "apply", ...nameDatabase(deployment, shard)];
    });
    // The directory comes last: what is deployed asks it first.
    if (!isDryRun) for (const call of calls.toReversed()) await wrangler(call);
    const [first = "", ...others] = calls.map((call) => describeCall(address(call, deployment)));
    return {
      data: { call: first, ...(others.length === 0 ? {} : { others }) },
      text: isDryRun ? [first, ...others].join("\n") : "the tables are up to date",
      next: isDryRun ? [] : ["operator company list", "operator company add"],
    };
  },
};

const deploy: Command = {
  name: "deploy",
  about:
    "deploys the renderer, then the Worker that is bound to it, and the console where one is set up, under a tag of version and commit",
  flags: [
    toggle("secrets", "set those of the private file in the same version: also where `secret put` is refused (10215)"),
  ],
  needsNoDatabase: true,
  run: async (context) => {
    const { deployment, input, isRemote, isDryRun, wrangler } = context;
    if (!isRemote) throw new OperatorError("only a deployment is deployed", "give --remote");
    const secrets = input.has("secrets") ? ["--secrets-file", deployment.secretFile] : [];
    if (secrets.length > 0) await requireSecrets(context);
    const tag = describeRelease();
    // What a command about this deployment says, which alerts and pages show.
    const chosen = deployment.environment ?? (deployment.envFlags.length === 0 ? undefined : TOP_LEVEL);
    const target = chosen === undefined ? [] : ["--var", `OPERATOR_ENV:${chosen}`];
    const calls = [
      ["deploy", ...OF_RENDERER, "--tag", tag],
      // Said by the service itself, too: of a later version that a secret's change makes, the platform drops the tag.
      ["deploy", "--tag", tag, "--var", `RELEASE:${tag}`, ...target, ...secrets],
      // Last: pages that only operators read keep the service waiting for nothing.
      ...(deployment.console === undefined ? [] : [["deploy", ...OF_CONSOLE, "--tag", tag, ...target]]),
    ];
    const said = [];
    for (const call of isDryRun ? [] : calls) said.push(new TextDecoder().decode(await wrangler(call)).trim());
    const described = calls.map((call) => describeCall(address(call, deployment)));
    return { data: { tag, calls: described }, text: [...(isDryRun ? described : said), `tag ${tag}`].join("\n") };
  },
};

export const SETUP_COMMANDS: readonly Command[] = [initSecrets, migrate, deploy];
