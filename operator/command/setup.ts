// secret init and migrate: what a deployment needs before its first company.

import { describeCall, nameDatabase } from "../access/wrangler.ts";
import type { Command } from "../command.ts";
import { createVersionedKey, OWN_SECRETS, readSecretFile, writeSecret } from "../deployment.ts";
import { OperatorError } from "../error.ts";

const initSecrets: Command = {
  name: "secret init",
  about:
    "makes TOKEN_PEPPER, VAULT_KEY and AUDIT_KEY in a private file, the operator's copy; --remote: sets the file's on the Worker, also again",
  flags: {},
  needsNoDatabase: true,
  writesSecrets: new RegExp(`^(?:${OWN_SECRETS.join("|")})$`),
  run: async ({ deployment, isRemote, isDryRun, putSecret }) => {
    const { secretFile } = deployment;
    const known = readSecretFile(secretFile);
    const missing = OWN_SECRETS.filter((name) => (known[name] ?? "") === "");
    if (missing.length === 0 && !isRemote) {
      throw new OperatorError(`${secretFile} holds them already`, "a new VAULT_KEY comes with `operator vault rotate`");
    }
    // Kept first: a secret that only the Worker knows could never seal anything. Set all of them, also again: nobody
    // can ask the Worker what it has, and a call may have failed the last time.
    const set = isRemote ? OWN_SECRETS : [];
    if (!isDryRun) {
      for (const name of missing) writeSecret(secretFile, name, createVersionedKey(1));
      const kept = readSecretFile(secretFile);
      for (const name of set) await putSecret(name, kept[name] ?? "");
    }
    const calls = set.map((name) => describeCall(["secret", "put", name]));
    const made = `${missing.join(", ")} ${isDryRun ? "would be made" : "made"}; keep ${secretFile} safe`;
    const again = `${secretFile} holds them already; they ${isDryRun ? "would be" : "are"} set on the Worker again`;
    const text = [missing.length === 0 ? again : made, ...calls].join("\n");
    return { data: { made: missing, file: secretFile, calls }, text };
  },
};

const migrate: Command = {
  name: "migrate",
  about: "brings the database's tables up to date",
  flags: {},
  needsNoDatabase: true,
  run: async ({ deployment, isRemote, isDryRun, wrangler }) => {
    const call = ["d1", "migrations", "apply", ...nameDatabase(isRemote, deployment.persistFolder)];
    if (!isDryRun) await wrangler(call);
    return { data: { call: describeCall(call) }, text: isDryRun ? describeCall(call) : "the tables are up to date" };
  },
};

export const SETUP_COMMANDS: readonly Command[] = [initSecrets, migrate];
