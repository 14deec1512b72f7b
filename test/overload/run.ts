// Runs `npm run deep -- overload [--short] [--planted]`: fails when too little is served during the overload, or anything is refused
// after it; with `--planted`, when one of the planted bugs is not found.
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import type { Plugin } from "esbuild";
import { plantEdits } from "../simulation/plant.ts";
import { SOURCE_ROOT } from "../simulation/system.ts";
import { OVERLOAD_MUTANTS } from "./mutant-list.ts";
import { LONG, overload, SHORT } from "./overload.ts";

const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, planted: { type: "boolean", default: false } },
});
const print = (line: string) => console.log(line);

process.exitCode = (await (values.planted ? findPlanted() : watch())) ? 0 : 1;

async function watch(): Promise<boolean> {
  const problems = await overload(values.short ? SHORT : LONG, print);
  for (const problem of problems) print(`PROBLEM: ${problem}`);
  print(`${problems.length} problems`);
  return problems.length === 0;
}

async function findPlanted(): Promise<boolean> {
  let found = 0;
  for (const { name, edits } of OVERLOAD_MUTANTS) {
    const folder = mkdtempSync(join(tmpdir(), "mutant-"));
    try {
      cpSync(SOURCE_ROOT, folder, { recursive: true });
      plantEdits([folder], edits);
      const [problem] = await overload(SHORT, () => undefined, [readFrom(folder)]);
      if (problem !== undefined) found += 1;
      print(
        `${problem === undefined ? "SURVIVED" : "found   "}  ${name}${problem === undefined ? "" : `: ${problem}`}`,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  print(`${found} of ${OVERLOAD_MUTANTS.length} planted bugs found`);
  return found === OVERLOAD_MUTANTS.length;
}

/** Bundles the source as it is in another folder. */
function readFrom(folder: string): Plugin {
  return {
    name: "planted",
    setup: (build) => {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const within = relative(SOURCE_ROOT, path);
        return within.startsWith("..") ? undefined : { contents: readFileSync(join(folder, within)), loader: "ts" };
      });
    },
  };
}
