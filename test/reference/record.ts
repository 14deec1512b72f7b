// Runs `npm run deep -- record`: writes the recorded answers of the examples; then run `npm run docs`.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = join(import.meta.dirname, "../../docs/openapi/answer.json");

const run = spawnSync("vitest", ["run", "--project", "workers", "test/reference/example.test.ts"], {
  encoding: "utf8",
  env: { ...process.env, RECORD_EXAMPLES: "true" },
  maxBuffer: 64 * 1024 * 1024,
});
const lines = run.stdout.split("\n").flatMap((line) => /EXAMPLE (\[.*\])/.exec(line)?.[1] ?? []);
if (run.status !== 0 || lines.length === 0) {
  process.stderr.write(run.stdout.slice(-4000) + run.stderr.slice(-4000));
  process.exit(1);
}
const answers = Object.fromEntries(lines.map((line) => JSON.parse(line)));
writeFileSync(FILE, `${JSON.stringify(answers, undefined, 2)}\n`);
process.stdout.write(`recorded ${lines.length} answers\n`);
