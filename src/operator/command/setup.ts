// secret init and migrate: what a deployment needs before its first company.

import { describeCall, nameDatabase } from "../access/wrangler.ts";
import { type Command, OperatorError } from "../command.ts";
import { createVersionedKey, readSecretFile, writeSecret } from "../deployment.ts";

const SECRETS = ["TOKEN_PEPPER", "VAULT_KEY"] as const;

const initSecrets: Command = {
  name: "secret init",
  about: "makes TOKEN_PEPPER and VAULT_KEY, sets them on the Worker and keeps the operator's copy in a private file",
  flags: {},
  needsNoDatabase: true,
  run: async ({ deployment, isRemote, isDryRun, wrangler }) => {
    const known = readSecretFile(deployment.secretFile);
    const missing = SECRETS.filter((name) => (known[name] ?? "") === "");
    if (missing.length === 0) {
      throw new OperatorError(
        `${deployment.secretFile} holds them already`,
        "a new VAULT_KEY comes with `operator vault rotate`",
      );
    }
    const calls = missing.map((name) => describeCall(["secret", "put", name]));
    if (!isDryRun) {
      for (const name of missing) {
        const value = createVersionedKey(1);
        // Kept first: a secret that only the Worker knows could never seal anything.
        writeSecret(deployment.secretFile, name, value);
        if (isRemote) await wrangler(["secret", "put", name], value);
      }
    }
    const done = isDryRun ? "would be made" : "made";
    const text = [`${missing.join(", ")} ${done}; keep ${deployment.secretFile} safe`, ...(isRemote ? calls : [])].join(
      "\n",
    );
    return { data: { made: missing, file: deployment.secretFile, calls: isRemote ? calls : [] }, text };
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
