// Runs `npm run deep -- pair --base COMMIT --rounds 6`: issues on this tree and on an earlier commit in turns, and compares what a
// document costs.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
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
    base: { type: "string" },
    rounds: { type: "string", default: "6" },
    documents: { type: "string", default: "2000" },
  },
});
const { base, documents } = values;
const rounds = Number(values.rounds);
if (base === undefined) throw new Error("--base names the commit to compare with");
if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds is a whole number from 1 on");

/** What one stand says of its last stretch; the first one warms it up. */
const reportSchema = z.object({ stretches: z.array(z.object({ p50Ms: z.number(), cpuMs: z.number() })).min(2) });
type Stretch = z.infer<typeof reportSchema>["stretches"][number];

const folder = mkdtempSync(join(tmpdir(), "pair-"));
const baseRoot = join(folder, "base");
try {
  execFileSync("git", ["-C", ROOT, "worktree", "add", "--detach", baseRoot, base], { stdio: "ignore" });
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: baseRoot, stdio: "ignore" });
  const ours: Stretch[] = [];
  const theirs: Stretch[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    // Each goes first in every other round.
    const turns = [() => ours.push(issue(ROOT)), () => theirs.push(issue(baseRoot))];
    for (const turn of round % 2 === 0 ? turns.toReversed() : turns) turn();
    process.stderr.write(`round ${round} of ${rounds}\n`);
  }
  const against = `commit ${base}, ${rounds} rounds in turns`;
  const rows: Row[] = [
    { what: "processor time of workerd per document", against, ratio: compare(({ cpuMs }) => cpuMs) },
    { what: "p50 of a new document, 8 clients", against, ratio: compare(({ p50Ms }) => p50Ms) },
  ];
  process.stdout.write(`${printMachine(readMachine())}\n\n${printTable(rows)}\n`);

  function compare(read: (stretch: Stretch) => number) {
    return divide(ours.map(read), theirs.map(read));
  }
} finally {
  execFileSync("git", ["-C", ROOT, "worktree", "remove", "--force", baseRoot]);
  rmSync(folder, { recursive: true, force: true });
}

/** Issues on a stand of its own and returns the last stretch. */
function issue(root: string): Stretch {
  const text = execFileSync(process.execPath, [join(root, "bench/soak.ts"), "--documents", documents, "--json"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 2 ** 26,
  });
  const last = reportSchema.parse(JSON.parse(text)).stretches.at(-1);
  if (last === undefined) throw new Error("nothing was issued");
  return last;
}
