// Runs `npm run deep -- soak --minutes N`: many companies issue, read and repeat for a long time while the authority misbehaves
// and the service is killed now and then: nothing may grow or be left over, and the audit of `npm run deep -- crash` must be
// clean.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type DemoCompany, listDemoCompanies } from "../../stand/demo-company.ts";
import { auditAll } from "../crash/audit.ts";
import { ClientLog, KIND_NAMES } from "../crash/client-log.ts";
import { type LocalDeployment, prepareDeployment } from "../crash/deployment.ts";
import { startLoad } from "../crash/load.ts";
import { printAlerts } from "../crash/log.ts";
import type { Program } from "../crash/program.ts";
import { readCounters } from "../crash/state.ts";
import { createRandom } from "../support/random.ts";
import { findTrend, type Sample, type Trend, takeSample } from "./gauge.ts";

/**
 * The platform's isolates collect at once what is not held any more. Left to themselves they let it lie, with the native
 * memory behind it, for as long as there is room: their memory then says what was allocated, not what is held.
 */
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= "--gc-global";

const print = (line: string) => process.stdout.write(`${line}\n`);

const MINUTE_MS = 60_000;
const SAMPLE_EVERY_MS = 5_000;
const CLIENTS = 24;
const FIRST_NIT = 901_000_000;
/** Together 2 % of the sendings. */
const FAULTS = {
  ...{ drop_before: 0.003, drop_after: 0.004, http_503: 0.003, fault: 0.003, truncate: 0.002 },
  ...{ delay: 0.003, in_process: 0.002 },
};
/** What "flat" allows between the first and the last half of a warm life. */
const GROWTH_MOST = 1.1;
const HANDLES_SLACK = 60;
/** Nothing due may lie for longer, but right after a kill. */
const OVERDUE_MOST_MS = 60_000;
const HTTP_MOST = 20_000;
const FIRST_KILL = 0.2;
/** A run of this length has a life that shows whether anything grows; a shorter one need not. */
const JUDGED_MINUTES = 20;
/** Looks at the service that must have seen it. */
const SEEN_LEAST = 0.9;
const SHOWN = 20;

interface Options {
  readonly minutes: number;
  readonly companies: number;
  /** Requests per second. */
  readonly rate: number;
  readonly killEveryMinutes: number;
  readonly seed: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "10" },
      companies: { type: "string", default: "200" },
      rate: { type: "string", default: "8" },
      "kill-every": { type: "string", default: "60" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  const read = (name: keyof typeof values) => {
    const value = Number(values[name]);
    if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
    return value;
  };
  const minutes = read("minutes");
  const killEveryMinutes = read("kill-every");
  return { minutes, companies: read("companies"), rate: read("rate"), killEveryMinutes, seed: read("seed") };
}

/** Companies beside those of the stand: like its first one, each with a NIT of its own. */
function listMore(count: number): readonly DemoCompany[] {
  const [first] = listDemoCompanies();
  if (first === undefined) throw new Error("the stand has no company");
  return Array.from({ length: count }, (_, index) => {
    const id = 6 + index;
    const ranges = first.ranges.map((range) => ({
      ...range,
      resolution: `1876${String(id).padStart(6, "0")}${range.resolution.slice(-4)}`,
    }));
    const softwareId = `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`;
    const ticketSoftware = { id: softwareId.replace("-8000-", "-a000-"), pin: "24680" };
    const own = { id, nit: String(FIRST_NIT + id), name: `Empresa ${id} S.A.S.` };
    return { ...first, ...own, softwareId, ticketSoftware, ranges };
  });
}

async function main(): Promise<number> {
  const options = readOptions();
  const { minutes, companies, rate, killEveryMinutes, seed } = options;
  print(
    `soak: ${minutes} minutes, ${companies} companies, ${rate} requests/s, a kill every ${killEveryMinutes} minutes, seed ${seed}`,
  );
  const more = listMore(Math.max(companies - 5, 0));
  const deployment = await prepareDeployment({
    pollScale: 0.02,
    companies: [...listDemoCompanies(), ...more],
    print,
  });
  try {
    await misbehave(deployment, seed);
    return await soak(deployment, options);
  } finally {
    await deployment.clear();
  }
}

async function misbehave({ authority }: LocalDeployment, seed: number): Promise<void> {
  const body = JSON.stringify({ seed, rates: FAULTS, delay_ms: 4_000 });
  const response = await fetch(`${authority.origin}/faults`, { method: "POST", body });
  if (!response.ok) throw new Error(`the pretend authority refused its faults: ${await response.text()}`);
}

async function soak(deployment: LocalDeployment, { minutes, rate, killEveryMinutes, seed }: Options): Promise<number> {
  const { service, stateFolder, companies } = deployment;
  const before = readCounters(stateFolder);
  const clientLog = new ClientLog();
  const random = createRandom(seed);
  const target = { origin: service.origin, companies };
  const samples: Sample[] = [];
  let looks = 0;
  let resends = 0;
  const startedAt = performance.now();
  const endAt = startedAt + minutes * MINUTE_MS;
  await service.start();
  const paceMs = (CLIENTS / rate) * 1_000;
  const load = startLoad({
    target,
    clientLog,
    clients: CLIENTS,
    random,
    kinds: KIND_NAMES,
    run: `s${seed}`,
    paceMs,
    lostRate: 0,
  });
  let life = 0;
  // The first kill comes early, so that a short run has both a kill and a long life.
  let killAt = startedAt + Math.min(killEveryMinutes, minutes * FIRST_KILL) * MINUTE_MS;
  let cronAt = startedAt;
  while (performance.now() < endAt) {
    if (performance.now() > cronAt) {
      resends += await orderResends(service);
      await runCron(service.origin);
      cronAt += MINUTE_MS;
    }
    await sleep(SAMPLE_EVERY_MS);
    looks += 1;
    const sample = await takeSample(service, performance.now() - startedAt, life);
    if (sample !== undefined) samples.push(sample);
    if (performance.now() > killAt) {
      await service.kill();
      await service.start();
      life += 1;
      killAt += killEveryMinutes * MINUTE_MS;
    }
    if (looks % 12 === 0) print(`  ${describe(samples.at(-1))}, ${clientLog.entries.length} keys`);
  }
  await load.stop();
  await service.stop();
  const choose = (all: readonly (typeof clientLog.entries)[number][]) => all.slice(-HTTP_MOST);
  const { state, tookMs, problems } = await auditAll({
    deployment,
    clientLog,
    kinds: KIND_NAMES,
    before,
    target,
    choose,
  });
  const growth = judgeGrowth(samples, { looks, minutes });
  const requests = [...clientLog.statuses.values()].reduce((sum, count) => sum + count, 0);
  print(`\nsoak summary (seed ${seed}): ${minutes} minutes, ${companies.length} companies, ${life} kills`);
  print(
    `  requests     ${requests} (${[...clientLog.statuses]
      .sort()
      .map((one) => one.join(": "))
      .join(", ")})`,
  );
  print(
    `  documents    ${state.documents.length}, brought to their end ${(tookMs / 1000).toFixed(1)} s after the last request`,
  );
  print(`  operators    ordered ${resends} resends of what the authority never got`);
  for (const line of growth.lines) print(`  ${line}`);
  print(`  warnings     ${printAlerts(deployment.logFile)}`);
  const all = [...growth.problems, ...problems];
  print(`  problems     ${all.length}`);
  for (const problem of all.slice(0, SHOWN)) print(`    ${problem}`);
  return all.length === 0 ? 0 : 1;
}

interface Watch {
  /** How often the service was looked at, with or without success. */
  readonly looks: number;
  readonly minutes: number;
}

function judgeGrowth(
  samples: readonly Sample[],
  { looks, minutes }: Watch,
): { readonly lines: string[]; readonly problems: string[] } {
  const problems: string[] = [];
  const resident = findTrend(samples, ({ residentMb }) => residentMb);
  const handles = findTrend(samples, (sample) => sample.handles);
  if (resident === undefined && minutes >= JUDGED_MINUTES) problems.push("no life was long enough to judge growth");
  if (samples.length < SEEN_LEAST * looks) problems.push(`only ${samples.length} of ${looks} looks saw the service`);
  if (resident !== undefined && resident.late > resident.early * GROWTH_MOST) {
    problems.push(`memory grows: ${printTrend(resident)} MB`);
  }
  if (handles !== undefined && handles.late > handles.early * GROWTH_MOST + HANDLES_SLACK) {
    problems.push(`handles grow: ${printTrend(handles)}`);
  }
  const worst = Math.max(0, ...samples.map(({ overdueMs }) => overdueMs));
  if (worst > OVERDUE_MOST_MS) problems.push(`a document lay ${Math.round(worst / 1000)} s past its time`);
  const open = findTrend(samples, (sample) => sample.open);
  const lines = [
    `looks        ${looks}, of which ${samples.length} saw the service${resident === undefined ? "; growth was not judged" : ""}`,
    `memory       ${printTrend(resident)} MB (medians of the halves of the longest life, once warm)`,
    `handles      ${printTrend(handles)}`,
    `open         ${printTrend(open)} documents`,
    `overdue      at most ${Math.max(0, ...samples.map(({ overdue }) => overdue))}, the oldest ${Math.round(worst / 1000)} s`,
  ];
  return { lines, problems };
}

function printTrend(trend: Trend | undefined): string {
  return trend === undefined
    ? "not judged: no life was longer than its warming up"
    : `${trend.early.toFixed(0)} -> ${trend.late.toFixed(0)}`;
}

function describe(sample: Sample | undefined): string {
  if (sample === undefined) return "nothing seen yet";
  const { atMs, residentMb, handles, open, overdue } = sample;
  return `${Math.round(atMs / 1000)} s: ${residentMb.toFixed(0)} MB, ${handles} handles, ${open} open, ${overdue} overdue`;
}

/** Two people do what the guide says with documents that the authority does not know. @returns how many they order. */
async function orderResends(service: Program): Promise<number> {
  const rows = await service.query<{ id: number }>(
    `INSERT INTO resend_orders (company_id, document_id, actor, approver, reason)
     SELECT company_id, id, 'ana', 'beto', 'la autoridad no lo conoce' FROM documents WHERE state = 'send_unknown'
     ON CONFLICT DO NOTHING RETURNING id`,
  );
  return rows.length;
}

async function runCron(origin: string): Promise<void> {
  const response = await fetch(`${origin}/cdn-cgi/local/scheduled`, { signal: AbortSignal.timeout(30_000) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the cron answered ${response.status}`);
}

process.exitCode = await main();
