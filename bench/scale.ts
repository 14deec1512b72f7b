// Measures how the cost of one document changes with more lines, documents, companies and clients: the points of the plot.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { exactly, type Row } from "./goal.ts";
import { withStand } from "./http/issuing.ts";
import type { BenchTenant, Stand } from "./http/stand.ts";
import { percentile } from "./measure.ts";
import { ROOT } from "./stack.ts";

/** One curve: what grows, what is measured, and how it should not grow. */
export interface Curve {
  readonly title: string;
  readonly across: string;
  readonly up: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const CLIENTS = [1, 2, 4, 8, 16, 32, 64] as const;
const DOCUMENTS_PER_CLIENT_POINT = 192;
const COMPANIES = [1, 10, 100, 500, 2_000] as const;
const DOCUMENTS_PER_COMPANY_POINT = 200;
const LIST_SIZES = "1000,10000,100000,1000000";
const LIST_GOAL = 1.5;
/** Exit code of bench/list.ts when it measured everything and something grew: the row below says so too. */
const LISTS_SLOW = 2;

/** Throughput and latency by the number of clients, and latency by the number of companies that take turns. */
export function benchLoad(mostCompanies: number): Promise<readonly Curve[]> {
  return withStand("swift", async (stand, body) => {
    const tenants: BenchTenant[] = [await stand.createTenant()];
    for (let i = 0; i < 50; i += 1) await issue(stand, tenants, `warm-${i}`, i, body);
    const byClients = [];
    for (const clients of CLIENTS) byClients.push({ clients, ...(await drive(stand, tenants, clients, body)) });
    const byCompanies = [];
    for (const companies of COMPANIES.filter((count) => count <= mostCompanies)) {
      while (tenants.length < companies) tenants.push(await stand.createTenant());
      const times: number[] = [];
      for (let i = 0; i < DOCUMENTS_PER_COMPANY_POINT; i += 1) {
        // A stride through all of them, so that no company comes twice while others wait.
        const place = Math.floor((i * companies) / Math.min(companies, DOCUMENTS_PER_COMPANY_POINT)) % companies;
        times.push(await issue(stand, tenants, `companies-${companies}-${i}`, place, body));
      }
      byCompanies.push({ x: companies, y: percentile(times, 50) });
    }
    return [
      {
        title: "throughput by concurrent clients",
        across: "clients",
        up: "documents/s",
        points: byClients.map(({ clients, perSecond }) => ({ x: clients, y: perSecond })),
      },
      {
        title: "latency by concurrent clients",
        across: "clients",
        up: "ms, p50",
        points: byClients.map(({ clients, p50Ms }) => ({ x: clients, y: p50Ms })),
      },
      { title: "latency by companies that take turns", across: "companies", up: "ms, p50", points: byCompanies },
    ];
  });
}

/** So many clients, each with its next document as soon as the last one is answered. */
async function drive(
  stand: Stand,
  tenants: readonly BenchTenant[],
  clients: number,
  body: string,
): Promise<{ readonly perSecond: number; readonly p50Ms: number }> {
  const times: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const client = async () => {
    for (; next < DOCUMENTS_PER_CLIENT_POINT; ) {
      next += 1;
      times.push(await issue(stand, tenants, `clients-${clients}-${next}`, 0, body));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - startedAt) / 1_000;
  return { perSecond: DOCUMENTS_PER_CLIENT_POINT / seconds, p50Ms: percentile(times, 50) };
}

async function issue(
  stand: Stand,
  tenants: readonly BenchTenant[],
  key: string,
  place: number,
  body: string,
): Promise<number> {
  const tenant = tenants[place % tenants.length];
  if (tenant === undefined) throw new Error("there is no company");
  const { status, text, ms } = await stand.issue(tenant, key, body);
  if (status !== 201) throw new Error(`expected 201, got ${status}: ${text.slice(0, 300)}`);
  return ms;
}

/** Lists, searches and reads by the number of documents in D1, as `bench/list.ts` measures them. */
export async function benchLists(): Promise<{ readonly rows: readonly Row[]; readonly curves: readonly Curve[] }> {
  const { code, printed } = await runLists();
  const cases = readLists(printed);
  const [first] = cases;
  const announced = Number(/^(\d+) lists/m.exec(printed)?.[1]);
  if (first === undefined || cases.length !== announced || ![0, LISTS_SLOW].includes(code ?? -1)) {
    throw new Error(`bench/list.ts printed ${cases.length} of ${announced} lists and ended with ${code}`);
  }
  const ratioOf = (times: readonly number[]) => (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN);
  const worst = cases.reduce((most, each) => (ratioOf(each.times) > ratioOf(most.times) ? each : most), first);
  const sizes = LIST_SIZES.split(",").map(Number);
  return {
    rows: [
      {
        what: `slowest growing of ${cases.length} lists, searches and reads (${worst.name}), 1,000,000 documents of 2,000 companies, 500 each`,
        against: "1,000 documents",
        ratio: exactly(ratioOf(worst.times)),
        goal: { most: LIST_GOAL },
      },
    ],
    curves: ["list", "q=name", "detail"].flatMap((name) => {
      const found = cases.find((each) => each.name === name);
      if (found === undefined) return [];
      const points = found.times.map((micros, i) => ({ x: sizes[i] ?? 0, y: micros / 1_000 }));
      return [{ title: `${name} by documents in D1`, across: "documents", up: "ms, p50", points }];
    }),
  };
}

function readLists(printed: string): readonly { readonly name: string; readonly times: readonly number[] }[] {
  const line = /^(?<name>\S.*?) {2,}(?<times>(?: *\d+ µs)+) {2}x/gm;
  return [...printed.matchAll(line)].map(({ groups }) => ({
    name: groups?.name ?? "",
    times: (groups?.times?.match(/\d+/g) ?? []).map(Number),
  }));
}

function runLists(): Promise<{ readonly code: number | null; readonly printed: string }> {
  return new Promise((resolve, reject) => {
    const stdio = ["ignore", "pipe", "inherit"] as const;
    const child = spawn(process.execPath, [join(ROOT, "bench/list.ts"), LIST_SIZES], { cwd: ROOT, stdio: [...stdio] });
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString("utf8");
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, printed }));
  });
}
