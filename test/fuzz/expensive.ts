// Sends bodies, queries and headers made to be expensive, and measures what each costs the running service: bytes of the
// answer, processor time against size, and memory of the process.
import type { DemoFileCompany } from "../../stand/demo-file.ts";
import type { Program } from "../crash/program.ts";
import { pick, type Random } from "../support/random.ts";
import { composeBody, EXPENSIVE_BODIES, EXPENSIVE_TEXTS, type Expensive, LARGEST_INVOICE } from "./expensive-body.ts";

/** No answer to a refused request may be longer. */
export const ANSWER_MOST_BYTES = 64 * 1024;
/**
 * Processor time that any request may take, in times of what the largest sound invoice takes in the same run: a part that
 * bytes do not explain, and as much for as many bytes.
 */
const BASE = 0.5;
const PER_SIZE = 1;
/** What a byte of the sound invoice may take in a large one, in times of a small one: more would be no straight line. */
const BYTE_MOST = 2;
/** What the process may grow by while nothing but refusals is asked of it: what the largest of them hold at once. */
const GROWTH_MOST_KB = 384 * 1024;
/** What is held for good grows on: the least of the second half stays below the most of the first, and this. */
const LEAK_SLACK_KB = 32 * 1024;
const TIMEOUT_MS = 60_000;
/** Collecting garbage of earlier requests may fall into one measurement, hardly into three. */
const TRIES = 3;
const FLOOR_TRIES = 5;
const LARGEST_BYTES = 1_000_000;
const BODY_SIZES = [10_000, 100_000, LARGEST_BYTES] as const;
/** What fits a line of the request. */
const QUERY_BYTES = 5_000;
/** Everything that creates. */
const CREATIONS = [
  ...["v1/dse/documentos", "v2/dse/documentos", "v1/fe/facturas", "v2/fe/facturas", "v2/dee/documentos"],
  ...["v2/fe/notas-credito", "v2/fe/notas-debito", "v2/dse/notas-ajuste", "v2/dee/notas-credito"],
];
/** Where each known body goes: a dry run does all that a creation does before it asks its object. */
const KNOWN_PATHS = [...CREATIONS.map((path) => `${path}?dry_run=true`), "v2/authority/get-acquirer"];
/** Every path with a body, for what is drawn. */
const PATHS = [...KNOWN_PATHS, ...CREATIONS, "v1/authority/get-acquirer"];
const QUERIES = [
  "v1/fe/docs?q=",
  "v1/fe/docs?page=",
  "v1/fe/docs?tipo=",
  "v1/fe/terceros?q=",
  "v1/fe/payment-methods?active=",
  "v2/fe/docs?after=",
  "v2/dse/documentos?q=",
  "v2/dse/documentos?desde=",
  "v2/cambios?after=",
] as const;

interface Probe {
  readonly name: string;
  readonly method: "GET" | "POST";
  /** The version and what follows the company: `v1/fe/docs`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Plan {
  readonly random: Random;
  /** To how many of the paths each known body goes, another one first for each; to all unless given. */
  readonly pathsEach?: number;
  /** Requests that are drawn, after the known ones. */
  readonly drawn: number;
  readonly print: (line: string) => void;
}

/**
 * Sends each known body at its largest, each known text, then anything, one after the other.
 * @returns what went beyond its bounds.
 */
export async function probeCosts(
  service: Program,
  company: DemoFileCompany,
  { random, pathsEach = KNOWN_PATHS.length, drawn, print }: Plan,
): Promise<readonly string[]> {
  const ask = (probe: Probe) => measure(service, company, probe);
  // What the first requests compile and open is no cost of a body.
  for (const path of PATHS) await ask(toProbe({ name: "warm", write: () => '{"items":[{}]}' }, path, 0));
  const { floor, found } = await findFloor(ask);
  const problems = [...found];
  const residentKb = service.measure()?.residentKb ?? 0;
  let dearest = { name: "", ms: 0 };
  let most = 0;
  let [mostBefore, leastAfter] = [0, Number.POSITIVE_INFINITY];
  const probes = [...listKnown(pathsEach, random), ...Array.from({ length: drawn }, () => drawProbe(random))];
  for (const [sent, probe] of probes.entries()) {
    const judged = await judge(ask, probe, floor);
    problems.push(...judged.found);
    if (Number.isFinite(judged.taken) && judged.taken > dearest.ms) dearest = { name: probe.name, ms: judged.taken };
    const grownKb = (service.measure()?.residentKb ?? 0) - residentKb;
    most = Math.max(most, grownKb);
    if (sent < probes.length / 2) mostBefore = most;
    else leastAfter = Math.min(leastAfter, grownKb);
    if (most > GROWTH_MOST_KB) {
      problems.push(`the process grew by ${toMb(most)} MB up to "${probe.name}" to ${probe.path.slice(0, 60)}`);
      break;
    }
  }
  if (leastAfter > mostBefore + LEAK_SLACK_KB && leastAfter < Number.POSITIVE_INFINITY) {
    problems.push(`the process holds ${toMb(leastAfter)} MB; it was at most ${toMb(mostBefore)} in the first half`);
  }
  print(
    `expensive: ${probes.length} requests; dearest ${dearest.ms} ms of the processor (${dearest.name}), ${(dearest.ms / floor.taken).toFixed(2)} of the largest sound invoice; the process grew by ${toMb(most)} MB, of which it held ${toMb(leastAfter)}`,
  );
  return problems;
}

const toMb = (kb: number) => Math.round(kb / 1024);

function listKnown(pathsEach: number, random: Random): readonly Probe[] {
  const paths = [...KNOWN_PATHS, ...KNOWN_PATHS];
  const bodies = EXPENSIVE_BODIES.flatMap((known, at) => {
    const first = at % KNOWN_PATHS.length;
    return paths.slice(first, first + pathsEach).map((path) => toProbe(known, path, LARGEST_BYTES));
  });
  return [...bodies, ...EXPENSIVE_TEXTS.map((text) => toQuery(text, pick(random, QUERIES)))];
}

function drawProbe(random: Random): Probe {
  if (random() < 0.1) return toQuery(pick(random, EXPENSIVE_TEXTS), pick(random, QUERIES));
  const body = random() < 0.6 ? composeBody(random) : pick(random, EXPENSIVE_BODIES);
  return toProbe(body, pick(random, PATHS), pick(random, BODY_SIZES));
}

function toProbe({ name, write }: Expensive, path: string, size: number): Probe {
  return { name, method: "POST", path, headers: { "content-type": "application/json" }, body: write(size) };
}

/** As a query and, spelled in ASCII, as a key. */
function toQuery({ name, write }: Expensive, path: string): Probe {
  const text = encodeURIComponent(write(QUERY_BYTES / 3).toWellFormed()).slice(0, 3 * QUERY_BYTES);
  const whole = text.replace(/%[0-9A-F]?$/, "");
  return { name, method: "GET", path: path + whole, headers: { "idempotency-key": whole } };
}

interface Cost {
  readonly status: number;
  readonly bytes: number;
  readonly processorMs: number;
}

/** What a request of so many bytes takes of the processor, ms. */
interface Floor {
  readonly bytes: number;
  readonly taken: number;
}

const soundInvoice = (size: number) => toProbe(LARGEST_INVOICE, "v2/fe/facturas?dry_run=true", size);
const sizeOf = ({ body, path }: Probe) => Buffer.byteLength(body ?? path);

/** The least of some dry runs of the largest sound invoice, and whether its cost grows with its bytes and no faster. */
async function findFloor(
  ask: (probe: Probe) => Promise<Cost>,
): Promise<{ readonly floor: Floor; readonly found: readonly string[] }> {
  const leastOf = async (size: number): Promise<Floor> => {
    const probe = soundInvoice(size);
    let taken = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < FLOOR_TRIES; tries += 1) {
      const { processorMs } = await ask(probe);
      taken = Math.min(taken, processorMs);
    }
    return { bytes: sizeOf(probe), taken };
  };
  const small = await leastOf(100_000);
  const floor = await leastOf(LARGEST_BYTES);
  const grown = floor.taken / floor.bytes / (small.taken / small.bytes);
  if (grown <= BYTE_MOST) return { floor, found: [] };
  return { floor, found: [`a byte of a large invoice takes ${grown.toFixed(2)} of what it takes in a small one`] };
}

async function judge(
  ask: (probe: Probe) => Promise<Cost>,
  probe: Probe,
  floor: Floor,
): Promise<{ readonly taken: number; readonly found: readonly string[] }> {
  const size = sizeOf(probe);
  const allow = (floorMs: number) => floorMs * (BASE + (PER_SIZE * size) / floor.bytes);
  let allowed = allow(floor.taken);
  let beside = Number.POSITIVE_INFINITY;
  const what = `"${probe.name}" of ${size} bytes to ${probe.path.slice(0, 60)}`;
  let taken = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && taken > allowed; tries += 1) {
    if (tries > 0) {
      // A machine that has become slower is so for the sound invoice too.
      beside = Math.min(beside, (await ask(soundInvoice(LARGEST_BYTES))).processorMs);
      allowed = allow(beside);
    }
    const { status, bytes, processorMs } = await ask(probe);
    if (status >= 500 && status !== 502) return { taken, found: [`${status} after ${what}`] };
    if (status >= 400 && bytes > ANSWER_MOST_BYTES)
      return { taken, found: [`${status} of ${bytes} bytes after ${what}`] };
    taken = Math.min(taken, processorMs);
  }
  if (taken <= allowed) return { taken, found: [] };
  return { taken, found: [`${what} took ${taken} ms of the processor; ${Math.round(allowed)} are allowed`] };
}

/**
 * Nothing else is asked meanwhile, so that all that the process takes is the request's.
 * @throws Error that names the request when no answer comes: the service will not answer the next one either.
 */
async function measure(service: Program, company: DemoFileCompany, probe: Probe): Promise<Cost> {
  const before = service.measure()?.processorMs ?? 0;
  try {
    const { status, bytes } = await send(service, company, probe);
    return { status, bytes, processorMs: (service.measure()?.processorMs ?? 0) - before };
  } catch (cause) {
    throw new Error(`no answer to "${probe.name}" to ${probe.path.slice(0, 60)}`, { cause });
  }
}

async function send(
  service: Program,
  company: DemoFileCompany,
  { method, path, headers, body }: Probe,
): Promise<Pick<Cost, "status" | "bytes">> {
  const [version, ...rest] = path.split("/");
  const response = await fetch(`${service.origin}/api/ext/${version}/companies/${company.id}/${rest.join("/")}`, {
    method,
    headers: {
      authorization: `Bearer ${company.tokens.all}`,
      connection: "close",
      ...(method === "POST" ? { "idempotency-key": `cost-${crypto.randomUUID()}` } : {}),
      ...headers,
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body }),
  });
  const { byteLength } = await response.arrayBuffer();
  return { status: response.status, bytes: byteLength };
}
