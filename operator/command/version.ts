// `version` says which release this program is of, and which ones the deployed Workers are.
import { z } from "zod";
import type { Wrangler } from "../access/wrangler.ts";
import type { Command } from "../command.ts";
import { OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import { readText } from "../reader.ts";
import { describeRelease, OF_CONSOLE, OF_RENDERER } from "../release.ts";
import { printTable } from "../table.ts";

const ANSWER_WITHIN_MS = 10_000;
/** Where a deployed Worker is of another release. */
const EXIT_DIFFERENT = 3;

const DEPLOYMENT = z.object({ versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })) });
const VERSION = z.object({
  annotations: z.record(z.string(), z.string()).optional(),
  resources: z.object({ bindings: z.array(z.looseObject({ name: z.string(), text: z.unknown() })) }).optional(),
});
const HEALTH = z.object({ release: z.string().nullable(), deployed: z.string().nullable() });

/** One version that something runs; `release` null where nothing says it. */
interface Running {
  readonly what: string;
  readonly release: string | null;
  readonly version: string | null;
  /** Of the requests; null where it is not known. */
  readonly percent: number | null;
  readonly made_by: string | null;
}

async function askJson(wrangler: Wrangler, parameters: readonly string[]): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await wrangler([...parameters, "--json"])));
}

/** The versions that a Worker runs; several while a deployment is gradual. */
async function listRunning(wrangler: Wrangler, what: string, which: readonly string[]): Promise<Running[]> {
  const { versions } = DEPLOYMENT.parse(await askJson(wrangler, ["deployments", "status", ...which]));
  return Promise.all(
    versions.map(async ({ version_id: version, percentage: percent }) => {
      const answer = await askJson(wrangler, ["versions", "view", version, ...which]);
      const { annotations = {}, resources } = VERSION.parse(answer);
      const said = resources?.bindings.find(({ name }) => name === "RELEASE")?.text;
      const release = [annotations["workers/tag"], said].find((text) => typeof text === "string" && text !== "");
      return {
        what,
        release: typeof release === "string" ? release : null,
        version,
        percent,
        made_by: annotations["workers/triggered_by"] ?? null,
      };
    }),
  );
}

/** What an address itself says. @throws OperatorError where it does not answer as this service does. */
async function askHealth(origin: string): Promise<Running> {
  if (!URL.canParse(origin)) throw new OperatorError("--url is no address", "such as https://facturas.example.co");
  const { origin: base } = new URL(origin);
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await fetch(`${base}/healthz`, { redirect: "manual", signal });
    const { release, deployed: version } = HEALTH.parse(await answer.json());
    return { what: base, release, version, percent: null, made_by: null };
  } catch (cause) {
    const why = cause instanceof Error ? cause.name : String(cause);
    throw new OperatorError(
      `${base}/healthz does not say which release it is (${why})`,
      "is it this service's address?",
    );
  }
}

export const version: Command = {
  name: "version",
  reads: true,
  about:
    "says the release of this program; --remote: also of the deployed Workers, and whether they are the same (exit 3)",
  flags: [optional("url", "address of the service: asks its /healthz as well")],
  needsNoDatabase: true,
  run: async ({ deployment, input, isRemote, wrangler }) => {
    const here = { what: "this program", release: describeRelease(), version: null, percent: null, made_by: null };
    const url = input.find("url", readText);
    const workers = [
      { what: "service", which: [] },
      { what: "renderer", which: OF_RENDERER },
      ...(deployment.console === undefined ? [] : [{ what: "console", which: OF_CONSOLE }]),
    ];
    const deployed: Running[] = [];
    for (const { what, which } of isRemote ? workers : []) deployed.push(...(await listRunning(wrangler, what, which)));
    const running = [...deployed, ...(url === undefined ? [] : [await askHealth(url)])];
    const others = running.filter(({ release }) => release !== here.release);
    const rows = [here, ...running].map((row) => ({ ...row }));
    const data = { is_same: others.length === 0, releases: rows };
    if (running.length === 0) return { data, text: here.release };
    const verdict = others.length === 0 ? "all of them are the same" : "they are not all the same";
    return {
      data,
      text: `${printTable(rows, "")}\n${verdict}`,
      ...(others.length === 0 ? {} : { exitCode: EXIT_DIFFERENT }),
    };
  },
};
