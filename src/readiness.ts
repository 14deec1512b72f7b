// Logs what a newly started service lacks, and the command that supplies it.
import { isLoopbackOrigin } from "./authority/client.ts";
import { type Env, findSecret } from "./env.ts";
import { openDatabase } from "./store/base/db.ts";
import { findMissingData } from "./store/company/missing-data.ts";

const NEEDED_SECRETS = ["TOKEN_PEPPER", "VAULT_KEY"];
/** The pretend authority is on the same machine. */
const PROBE_TIMEOUT_MS = 2_000;

/** The sentence about what is missing. */
function describeMissing(missing: readonly string[]): string {
  return `NOT READY, missing: ${missing.join(", ")}. Run \`npm run local-data\` once to prepare tables, secrets and demo companies on this machine, then \`npx wrangler dev\` again; a deployment is prepared as docs/deploy.md says.`;
}

/** Logs at start which secrets are missing; nothing else can be checked before the first request. */
export function sayMissingSecrets(bindings: object): void {
  const missing = NEEDED_SECRETS.filter((name) => !(name in bindings));
  if (missing.length > 0) console.error(describeMissing(missing.map((name) => `secret ${name}`)));
}

/**
 * Logs at the first request what is missing: secrets and, on a developer's machine with the pretend authority, also tables,
 * companies, and that authority.
 */
export async function sayMissing(env: Env): Promise<void> {
  const needed = (env.PUBLIC_ORIGIN ?? "") === "" ? NEEDED_SECRETS : [...NEEDED_SECRETS, "LINK_KEY"];
  const secrets = needed.filter((name) => (findSecret(env, name) ?? "") === "");
  const isLocal = isLoopbackOrigin(env.AUTHORITY_URL);
  if (secrets.length === 0 && !isLocal) return;
  const data = await findMissingData(openDatabase(env.DB));
  const missing = [
    ...secrets.map((name) => `secret ${name}`),
    ...data.map((what) => (what === "tables" ? "tables" : "demo companies")),
  ];
  if (missing.length > 0) console.error(describeMissing(missing));
  else if (!(await isAnswering(env.AUTHORITY_URL))) {
    console.error(
      `NO AUTHORITY: nothing answers at ${env.AUTHORITY_URL}. Run \`npm run simulator\` in another terminal to start the pretend authority; until then every document stays uncertain (502).`,
    );
  }
}

async function isAnswering(origin: string): Promise<boolean> {
  try {
    await fetch(origin, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return true;
  } catch {
    // Refused, or too slow for a program on the same machine: either way it is not there.
    return false;
  }
}
