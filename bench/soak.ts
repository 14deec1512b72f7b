// Runs `npm run deep -- soak-issuing --documents 20000`: issues as fast as it can against the simulator, and compares memory
// and latency of the first and the last thousand. `--authority swift` accepts unread; `--document invoice` or `ticket` sells at a till.
import { parseArgs } from "node:util";
import { writeInvoiceBody } from "./document.ts";
import { exactly, isMet, type Row } from "./goal.ts";
import { withStand } from "./http/issuing.ts";
import { type AuthorityKind, headersOf } from "./http/stand.ts";
import { printMachine, readMachine } from "./machine.ts";
import { percentile } from "./measure.ts";
import { printTable } from "./report.ts";
import { readResidentBytes } from "./stack.ts";

/** What was seen while one stretch of documents went through. */
interface Stretch {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly perSecond: number;
  /** Processor time of workerd per document: what other programs of the machine take does not count. */
  readonly cpuMs: number | undefined;
  /** The same of its thread that runs requests alone. */
  readonly threadMs: number | undefined;
  /** Of all workerd processes; undefined where the system does not say. */
  readonly residentMb: number | undefined;
}

const STRETCH = 1_000;
const CLIENTS = 8;
/** Before the first stretch: code that is still being compiled is no part of the comparison. */
const WARM_UP = 500;
const GROWTH_GOAL = 1.2;
/** Of a sale at a till. */
const SOLD_LINES = 10;

const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "20000" },
    json: { type: "boolean", default: false },
    authority: { type: "string", default: "simulator" },
    document: { type: "string", default: "support" },
  },
});
const authority = readAuthority(values.authority);
const documents = Number(values.documents);
if (!Number.isInteger(documents) || documents < 2 * STRETCH) throw new Error(`--documents is at least ${2 * STRETCH}`);

const machine = readMachine();
const stretches = await soak();
const rows = describe(stretches);
if (values.json) process.stdout.write(`${JSON.stringify({ machine, stretches, rows }, null, 2)}\n`);
else process.stdout.write(`${printMachine(machine)}\n\n${printTable(rows)}\n`);
// Each document exactly once is no matter of time: this may fail.
if (rows.some((row) => row.unit === "documents" && isMet(row) === false)) process.exitCode = 1;

function soak(): Promise<readonly (Stretch & { readonly issued: number; readonly numbers: number })[]> {
  return withStand(authority, async (stand, supportBody) => {
    const tenant = await stand.createTenant();
    const seen = new Set<string>();
    const issue = async (key: string) => {
      const [path, body] = writeRequest(key, supportBody);
      const address = `/api/ext/v2/companies/${tenant.companyId}${path}`;
      const headers = headersOf(tenant, key);
      const { status, text, ms } = await stand.call("product", address, { method: "POST", headers, body });
      if (status !== 201) throw new Error(`expected 201 at ${address}, got ${status}: ${text.slice(0, 300)}`);
      const { documento, factura_id } = JSON.parse(text) as Issued;
      seen.add(String(documento?.id ?? factura_id));
      return ms;
    };
    await forEach(WARM_UP, (i) => issue(`warm-${i}`));
    const found = [];
    for (let start = 0; start < documents; start += STRETCH) {
      const count = Math.min(STRETCH, documents - start);
      const times: number[] = [];
      const startedAt = performance.now();
      const [cpuBefore, threadBefore] = [stand.stack.readCpuMs(), stand.stack.readRequestThreadMs()];
      await forEach(count, async (i) => times.push(await issue(`soak-${start + i}`)));
      const seconds = (performance.now() - startedAt) / 1_000;
      const [cpuAfter, threadAfter] = [stand.stack.readCpuMs(), stand.stack.readRequestThreadMs()];
      const bytes = readResidentBytes();
      const stretch = {
        p50Ms: percentile(times, 50),
        p99Ms: percentile(times, 99),
        perSecond: count / seconds,
        cpuMs: share(cpuBefore, cpuAfter, count),
        threadMs: share(threadBefore, threadAfter, count),
        residentMb: bytes === undefined ? undefined : bytes / 2 ** 20,
        issued: WARM_UP + start + count,
        numbers: seen.size,
      };
      found.push(stretch);
      process.stderr.write(
        `${String(start + count).padStart(7)}  p50 ${stretch.p50Ms.toFixed(1)} ms  p99 ${stretch.p99Ms.toFixed(0)} ms  ` +
          `${stretch.perSecond.toFixed(0)}/s  ${stretch.cpuMs?.toFixed(1) ?? "?"} ms of processor each  ${stretch.residentMb?.toFixed(0) ?? "?"} MB\n`,
      );
    }
    return found;
  });
}

function readAuthority(name: string): AuthorityKind {
  if (name === "simulator" || name === "swift") return name;
  throw new Error("--authority is simulator or swift");
}

function share(before: number | undefined, after: number | undefined, count: number): number | undefined {
  return before === undefined || after === undefined ? undefined : (after - before) / count;
}

/** What an answer says of its document. */
interface Issued {
  readonly documento?: { readonly id: number };
  readonly factura_id?: number;
}

/** The request of one document: path and body; an invoice and a ticket are the same sale at the same till. */
function writeRequest(key: string, supportBody: string): readonly [path: string, body: string] {
  if (values.document === "support") return ["/dse/documentos", supportBody];
  const { observaciones: _, ...sale } = JSON.parse(writeInvoiceBody(SOLD_LINES)) as Readonly<Record<string, unknown>>;
  const till = "CAJA-01";
  if (values.document === "invoice") {
    return ["/fe/facturas", JSON.stringify({ ...sale, caja: till, draft_key: key })];
  }
  if (values.document === "ticket") return ["/dee/documentos", JSON.stringify({ ...sale, caja: { placa: till } })];
  throw new Error("--document is support, invoice or ticket");
}

/** So many pieces of work by so many clients, each taking the next one when it is free. */
async function forEach(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const client = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

function describe(stretches: Awaited<ReturnType<typeof soak>>): readonly Row[] {
  const [first] = stretches;
  const last = stretches.at(-1);
  if (first === undefined || last === undefined) throw new Error("nothing was issued");
  const half = stretches[Math.floor(stretches.length / 2)] ?? last;
  const rows: Row[] = [
    {
      what: `documents without an id of their own, ${CLIENTS} clients at full speed`,
      against: "documents issued",
      ratio: exactly(last.issued - last.numbers),
      goal: { most: 0 },
      unit: "documents",
    },
    {
      what: `p50 of the last ${STRETCH} of ${documents} documents`,
      against: `the first ${STRETCH}`,
      ratio: exactly(last.p50Ms / first.p50Ms),
      goal: { most: GROWTH_GOAL },
    },
  ];
  if (last.cpuMs !== undefined && first.cpuMs !== undefined) {
    rows.push({
      what: "processor time per document, the same",
      against: `the first ${STRETCH}`,
      ratio: exactly(last.cpuMs / first.cpuMs),
      goal: { most: GROWTH_GOAL },
    });
  }
  if (last.residentMb !== undefined && half.residentMb !== undefined) {
    rows.push({
      what: `memory of workerd after ${documents} documents`,
      against: "half of them",
      ratio: exactly(last.residentMb / half.residentMb),
      goal: { most: GROWTH_GOAL },
    });
  }
  return rows;
}
