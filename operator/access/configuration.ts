// Reads what wrangler.toml names: the databases, the archive's bucket and the environments beside production.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, TomlError } from "smol-toml";
import { z } from "zod";
import { OperatorError } from "../error.ts";

/** What the deployed Worker is configured with. */
export const CONFIGURATION = join(import.meta.dirname, "../../wrangler.toml");
/** What the archive of the deployment is opened with. */
export const REMOTE_ARCHIVE = join(import.meta.dirname, "wrangler-remote.toml");

/** The top level alone: what stands under `[env.NAME]` is another deployment's. */
const NAMES = z.object({
  d1_databases: z.array(z.object({ binding: z.string().optional(), database_name: z.string().optional() })).default([]),
  r2_buckets: z.array(z.object({ binding: z.string(), bucket_name: z.string().optional() })).default([]),
  env: z.record(z.string(), z.unknown()).default({}),
});

/**
 * The names of a configuration of wrangler.
 * @throws OperatorError for one that cannot be read.
 */
export function readConfiguration(path: string): z.infer<typeof NAMES> {
  try {
    return NAMES.parse(parse(readFileSync(path, "utf8")));
  } catch (cause) {
    if (!(cause instanceof TomlError || cause instanceof z.ZodError)) throw cause;
    throw new OperatorError(`${path} cannot be read: ${cause.message}`, "correct it; wrangler would refuse it as well");
  }
}

/**
 * Refuses to go on where the calls of one command would reach two deployments.
 * @throws OperatorError for environments, of which none is chosen, and for an archive that is not the Worker's own.
 */
export function checkOneDeployment(path = CONFIGURATION, archive = REMOTE_ARCHIVE): void {
  const { env, r2_buckets: bound } = readConfiguration(path);
  const environments = Object.keys(env);
  if (environments.length > 0) {
    throw new OperatorError(
      `wrangler.toml has environments (${environments.join(", ")}), and --remote cannot tell them apart`,
      "keep each deployment in a copy of the project of its own, with its own names in wrangler.toml",
    );
  }
  const findBucket = (buckets: typeof bound) => buckets.find(({ binding }) => binding === "FILES")?.bucket_name;
  const [worker, operator] = [findBucket(bound), findBucket(readConfiguration(archive).r2_buckets)];
  if (worker === undefined || worker !== operator) {
    throw new OperatorError(
      `the Worker's bucket is ${worker ?? "not named"}, and the operator's ${operator ?? "not named"}`,
      "give FILES the same bucket_name in wrangler.toml and in operator/access/wrangler-remote.toml",
    );
  }
}
