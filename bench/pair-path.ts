// Runs `npm run deep -- pair-path --base COMMIT --rounds 40`: takes a document from its request to its SOAP request with this
// tree's code and with an earlier commit's, in turns in one process, and compares the processor time.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { Row } from "./goal.ts";
import { printMachine, readMachine } from "./machine.ts";
import { divide } from "./measure.ts";
import { printTable } from "./report.ts";
import { ROOT } from "./stack.ts";

type Path = Pick<typeof import("./fixture.ts"), "getFixture" | "issue" | "wrap"> &
  Pick<typeof import("../src/authority/soap.ts"), "zipFile">;

const { values } = parseArgs({ options: { base: { type: "string" }, rounds: { type: "string", default: "40" } } });
const { base } = values;
const rounds = Number(values.rounds);
if (base === undefined) throw new Error("--base names the commit to compare with");

/** So many documents of so many lines take about as long. */
const WORKS = [
  { lines: 1, count: 200 },
  { lines: 10, count: 100 },
  { lines: 100, count: 15 },
];
const MICROSECONDS_PER_MS = 1_000;
const folder = mkdtempSync(join(tmpdir(), "pair-path-"));
const baseRoot = join(folder, "base");
try {
  execFileSync("git", ["-C", ROOT, "worktree", "add", "--detach", baseRoot, base], { stdio: "ignore" });
  symlinkSync(join(ROOT, "node_modules"), join(baseRoot, "node_modules"));
  const ours = await load(ROOT);
  const theirs = await load(baseRoot);
  const against = `commit ${base}, ${rounds} rounds in turns`;
  const rows: Row[] = [];
  for (const { lines, count } of WORKS) {
    const [a, b]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1) {
      const turns = [
        async () => a.push(await measure(ours, lines, count)),
        async () => b.push(await measure(theirs, lines, count)),
      ];
      for (const turn of round % 2 === 0 ? turns.toReversed() : turns) await turn();
    }
    // The first round compiles.
    const ratio = divide(a.slice(1), b.slice(1));
    rows.push({ what: `request to SOAP request, ${lines} lines, processor time without RSA`, against, ratio });
  }
  process.stdout.write(`${printMachine(readMachine())}\n\n${printTable(rows)}\n`);
} finally {
  execFileSync("git", ["-C", ROOT, "worktree", "remove", "--force", baseRoot]);
  rmSync(folder, { recursive: true, force: true });
}

async function load(root: string): Promise<Path> {
  const load = (path: string) => import(pathToFileURL(join(root, path)).href);
  return { ...(await load("bench/fixture.ts")), ...(await load("src/authority/soap.ts")) };
}

/** Milliseconds of processor time of so many documents; a signature of the right length stands for RSA. */
async function measure(path: Path, lines: number, count: number): Promise<number> {
  const { issuer, body } = await path.getFixture(lines);
  const { sign } = SubtleCrypto.prototype;
  SubtleCrypto.prototype.sign = async () => new ArrayBuffer(256);
  try {
    const start = readThreadMs();
    for (let i = 0; i < count; i += 1) {
      const file = await path.issue(issuer, body);
      await path.wrap(issuer, file, path.zipFile(file.fileName, file.bytes));
    }
    return readThreadMs() - start;
  } finally {
    SubtleCrypto.prototype.sign = sign;
  }
}

/** Milliseconds of processor time of this thread. The kernel adds them up when the thread waits, else every few milliseconds. */
function readThreadMs(): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, 1);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS_PER_MS;
}
