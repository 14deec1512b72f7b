// Runs `npm run deep -- property --cases N --seed S`: every property of the Node tests, with as many random cases as it takes to try N
// in all.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const ROOT = resolve(import.meta.dirname, "../..");
const HOUR_MS = 3_600_000;

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const wanted = Number(values.cases);
if (!Number.isSafeInteger(wanted) || wanted < 1) throw new Error("--cases is a whole number from 1 on");
process.exitCode = main(wanted) ? 0 : 1;

function main(least: number): boolean {
  const files = listFiles();
  const usual = run(files, 1);
  if (!usual.isGreen || usual.cases === 0) return false;
  console.log(`${usual.properties} properties in ${files.length} files, ${usual.cases} cases in npm test`);
  if (usual.cases >= least) return true;
  const scale = Math.ceil(least / usual.cases);
  const { isGreen, cases, properties, seconds } = run(files, scale);
  console.log(
    `${cases} cases of ${properties} properties in ${seconds} s: ${isGreen ? "all hold" : "not all hold"} (seed ${values.seed})`,
  );
  return isGreen && cases >= least && properties === usual.properties;
}

/** Files whose properties can be scaled. */
function listFiles(): readonly string[] {
  const names = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" });
  const isScaled = (name: string) => readFileSync(join(ROOT, "test", name), "utf8").includes("numRuns: cases(");
  return names
    .filter((name) => name.endsWith(".node.test.ts") && isScaled(name))
    .map((name) => join("test", name))
    .sort();
}

function run(files: readonly string[], scale: number) {
  const folder = mkdtempSync(join(tmpdir(), "factura-edge-property-"));
  const tally = join(folder, "tally");
  const startMs = Date.now();
  try {
    const command = ["vitest", "run", "--project", "node", `--testTimeout=${HOUR_MS}`, "--reporter=dot", ...files];
    const { status } = spawnSync("npx", command, {
      cwd: ROOT,
      env: { ...process.env, PROPERTY_SCALE: String(scale), PROPERTY_TALLY: tally, SEED: values.seed },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const counts = status === 0 ? readFileSync(tally, "utf8").trim().split("\n").map(Number) : [];
    return {
      isGreen: status === 0,
      properties: counts.length,
      cases: counts.reduce((sum, count) => sum + count, 0),
      seconds: Math.round((Date.now() - startMs) / 1000),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
