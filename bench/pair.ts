// Runs `npm run deep -- pair --base COMMIT --rounds 6`: issues on this tree and on earlier commits in turns, and compares what a
// document costs. `--base` may stand several times; `--tickets` compares tickets of this tree with its invoices.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import type { Row } from "./goal.ts";
import { printMachine, readMachine } from "./machine.ts";
import { divide } from "./measure.ts";
import { printTable } from "./report.ts";
import { ROOT } from "./stack.ts";

const { values } = parseArgs({
  options: {
    base: { type: "string", multiple: true, default: [] },
    tickets: { type: "boolean", default: false },
    authority: { type: "string", default: "swift" },
    rounds: { type: "string", default: "6" },
    documents: { type: "string", default: "2000" },
  },
});
const { base: bases, documents, authority } = values;
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds is a whole number from 1 on");

/** What one stand says of its stretches; the first one warms it up. */
const reportSchema = z.object({
  stretches: z.array(z.object({ p50Ms: z.number(), cpuMs: z.number(), threadMs: z.number() })).min(2),
});
type Stretch = z.infer<typeof reportSchema>["stretches"][number];

interface Contender {
  readonly name: string;
  readonly root: string;
  readonly options: readonly string[];
  readonly stretches: Stretch[];
}

const folder = mkdtempSync(join(tmpdir(), "pair-"));
const checkedOut: string[] = [];
try {
  const options = values.tickets ? ["--document", "ticket"] : [];
  const ours: Contender = { name: "this tree", root: ROOT, options, stretches: [] };
  const others = bases.map(
    (base): Contender => ({ name: `commit ${base}`, root: checkOut(base), options, stretches: [] }),
  );
  if (values.tickets) {
    others.push({ name: "the same sale by invoice", root: ROOT, options: ["--document", "invoice"], stretches: [] });
  }
  if (others.length === 0) throw new Error("--base names the commit to compare with");
  for (let round = 1; round <= rounds; round += 1) {
    // Each goes first in every other round.
    const turns = [ours, ...others];
    for (const contender of round % 2 === 0 ? turns.toReversed() : turns) {
      const stretch = issue(contender);
      contender.stretches.push(stretch);
      const figures = `${stretch.threadMs.toFixed(2)} ms of the thread, ${stretch.cpuMs.toFixed(2)} ms of all`;
      process.stderr.write(
        `round ${round} of ${rounds}: ${contender.name}: ${figures}, p50 ${stretch.p50Ms.toFixed(1)} ms\n`,
      );
    }
  }
  const rows = others.flatMap((other) => compare(ours, other));
  process.stdout.write(`${printMachine(readMachine())}\n\n${printTable(rows)}\n`);
} finally {
  for (const root of checkedOut) execFileSync("git", ["-C", ROOT, "worktree", "remove", "--force", root]);
  rmSync(folder, { recursive: true, force: true });
}

/** A commit with its own packages, measured by this tree's programme. */
function checkOut(base: string): string {
  const root = join(folder, base);
  execFileSync("git", ["-C", ROOT, "worktree", "add", "--detach", root, base], { stdio: "ignore" });
  checkedOut.push(root);
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: root, stdio: "ignore" });
  copyFileSync(join(ROOT, "bench/soak.ts"), join(root, "bench/soak.ts"));
  return root;
}

function compare(ours: Contender, other: Contender): Row[] {
  const against = `${other.name}, ${rounds} rounds in turns`;
  const row = (what: string, read: (stretch: Stretch) => number): Row => ({
    what,
    against,
    ratio: divide(ours.stretches.map(read), other.stretches.map(read)),
  });
  return [
    row("processor time of workerd's request thread per document", ({ threadMs }) => threadMs),
    row("processor time of workerd per document", ({ cpuMs }) => cpuMs),
    row("p50 of a new document, 8 clients", ({ p50Ms }) => p50Ms),
  ];
}

/** Issues on a stand of its own and returns the mean of its stretches. */
function issue({ root, options }: Contender): Stretch {
  const words = [join(root, "bench/soak.ts"), "--documents", documents, "--authority", authority, ...options, "--json"];
  const text = execFileSync(process.execPath, words, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 2 ** 26,
  });
  const counted = reportSchema.parse(JSON.parse(text)).stretches.slice(1);
  const mean = (read: (stretch: Stretch) => number) =>
    counted.reduce((sum, stretch) => sum + read(stretch), 0) / counted.length;
  return {
    p50Ms: mean(({ p50Ms }) => p50Ms),
    cpuMs: mean(({ cpuMs }) => cpuMs),
    threadMs: mean(({ threadMs }) => threadMs),
  };
}
