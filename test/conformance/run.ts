// Runs `npm run conformance`: checks case by case whether a deployment keeps the API contract, from its address and a token.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { accessCases } from "./access-case.ts";
import { changeCases } from "./change-case.ts";
import { dseCases } from "./dse-case.ts";
import { feCases } from "./fe-case.ts";
import { type Answer, type Case, type Client, connect, type Target } from "./kit.ts";
import { tagCases } from "./tag-case.ts";

const USAGE = `npm run conformance -- --base-url URL [--token -] [--company ID] [--authority-url URL] [--issue] [--v2] [--only TEXT] [--patience SECONDS]

  --base-url       of the deployment, ending in /api/ext/v1
  --token          of a client with all four scopes: - for standard input; TOKEN of the environment unless given
  --company        the token's company; 1 unless given
  --authority-url  of the pretend authority, when the deployment talks to one: adds the rows of its tags
  --issue          issues documents: never against a production company. On by itself on this machine or with --authority-url
  --v2             adds the feed of changes of /api/ext/v2
  --only           runs the cases alone whose section or title holds this text
  --patience       seconds that a pending document is waited for; 120 unless given

Without arguments: the stand that \`npm start\` runs.`;

/** Cases that issue or wait run beside each other, this many at once. */
const AT_ONCE = 8;
const LOCAL = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/;

function readTarget(): Target & { readonly hasV2: boolean; readonly only: string } {
  const { values } = parseArgs({
    options: {
      "base-url": { type: "string" },
      token: { type: "string" },
      company: { type: "string" },
      "authority-url": { type: "string" },
      issue: { type: "boolean" },
      v2: { type: "boolean" },
      only: { type: "string" },
      patience: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help === true) stop(USAGE, 0);
  const demo = values["base-url"] === undefined ? readDemo() : undefined;
  const baseUrl = values["base-url"] ?? demo?.base_url.replace(/v2$/, "v1");
  const piped = values.token === "-" ? readFileSync(0, "utf8").trim() : values.token;
  const token = piped ?? demo?.companies[0]?.tokens.all ?? process.env.TOKEN;
  const authorityUrl = values["authority-url"] ?? demo?.authority_url;
  if (baseUrl === undefined || token === undefined) stop(USAGE, 2);
  return {
    baseUrl: baseUrl.replace(/\/+$/, ""),
    token,
    companyId: Number(values.company ?? demo?.companies[0]?.id ?? 1),
    authorityUrl: authorityUrl?.replace(/\/+$/, ""),
    mayIssue: values.issue ?? (authorityUrl !== undefined || LOCAL.test(baseUrl)),
    patienceMs: Number(values.patience ?? 120) * 1000,
    hasV2: values.v2 === true,
    only: values.only ?? "",
  };
}

interface Demo {
  readonly base_url: string;
  readonly authority_url: string;
  readonly companies: readonly { readonly id: number; readonly tokens: { readonly all: string } }[];
}

function readDemo(): Demo | undefined {
  const path = join(import.meta.dirname, "../../.demo/demo.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Demo) : undefined;
}

function stop(text: string, code: number): never {
  process.stdout.write(`${text}\n`);
  process.exit(code);
}

/** Why a case is not run here; undefined when it is. */
function findReasonToSkip(one: Case, target: Target, modules: ReadonlySet<string>): string | undefined {
  if (one.module !== undefined && !modules.has(one.module)) return `the company has no ${one.module.toUpperCase()}`;
  if (one.needs === "issue" && !target.mayIssue) return "issues documents; --issue allows it";
  if (one.needs === "tags" && target.authorityUrl === undefined) return "needs --authority-url";
  return undefined;
}

/** The modules of the token's company, by two harmless requests; any other answer ends the run. */
async function findModules(client: Client): Promise<ReadonlySet<string>> {
  const [fe, dse] = await Promise.all([client.get("/fe/payment-methods"), client.get("/dse/documentos/999999999999")]);
  const has = ({ status, body }: Answer, expected: number) => {
    if (status === expected) return true;
    if (body?.code === "module_not_contracted") return false;
    return stop(`${status} ${body?.code}: ${body?.error}\nnothing can be tried with this company and token`, 2);
  };
  const modules = [...(has(fe, 200) ? ["fe"] : []), ...(has(dse, 404) ? ["dse"] : [])];
  if (modules.length === 0) stop("the company has neither FE nor DSE; nothing can be tried", 2);
  return new Set(modules);
}

type Verdict = { readonly one: Case; readonly ms: number } & (
  | { readonly result: "ok" }
  | { readonly result: "failed" | "skipped"; readonly reason: string }
);

async function judge(one: Case, client: Client, modules: ReadonlySet<string>): Promise<Verdict> {
  const reason = findReasonToSkip(one, client.target, modules);
  if (reason !== undefined) return { one, ms: 0, result: "skipped", reason };
  const startedAt = Date.now();
  try {
    await one.run(client);
    return { one, ms: Date.now() - startedAt, result: "ok" };
  } catch (cause) {
    return {
      one,
      ms: Date.now() - startedAt,
      result: "failed",
      reason: cause instanceof Error ? cause.message : String(cause),
    };
  }
}

const MARKS = { ok: "ok  ", failed: "FAIL", skipped: "skip" } as const;
const COLOURS = { ok: 32, failed: 31, skipped: 33 } as const;

function print(verdict: Verdict): void {
  const { one, ms, result } = verdict;
  const isColoured = process.stdout.isTTY && process.env.NO_COLOR === undefined;
  const mark = isColoured ? `\u001b[${COLOURS[result]}m${MARKS[result]}\u001b[0m` : MARKS[result];
  const rest = result === "ok" ? ` (${ms} ms)` : `\n       ${verdict.reason.split("\n").join("\n       ")}`;
  process.stdout.write(`${mark} ${one.section.padEnd(7)}${one.title}${rest}\n`);
}

async function main(): Promise<number> {
  const target = readTarget();
  const client = connect(target);
  const modules = await findModules(client);
  process.stdout.write(
    `API contract 1.0.0 against ${target.baseUrl}, company ${target.companyId} (${[...modules].join(", ")})\n\n`,
  );
  const cases = [...accessCases, ...dseCases, ...feCases, ...tagCases, ...(target.hasV2 ? changeCases : [])];
  const queue = cases.filter(({ section, title }) => `${section} ${title}`.includes(target.only));
  if (queue.length === 0) stop(`no case has "${target.only}" in its section or title`, 2);
  const counts = { ok: 0, failed: 0, skipped: 0 };
  const work = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      const verdict = await judge(one, client, modules);
      counts[verdict.result] += 1;
      print(verdict);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  process.stdout.write(`\n${counts.ok} ok, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  return counts.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
