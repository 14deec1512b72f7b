// Runs `npm run deep -- record`: writes the recorded answers of the examples; then run `npm run docs`.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { API_VERSIONS, type ApiVersion } from "../../src/api/base/version.ts";

const FOLDER = join(import.meta.dirname, "../../docs/openapi");
const FILES: Readonly<Record<ApiVersion, string>> = { v1: "answer.json", v2: "answer-v2.json" };

const run = spawnSync("vitest", ["run", "--project", "workers", "test/reference/example.long.test.ts"], {
  encoding: "utf8",
  env: { ...process.env, RECORD_EXAMPLES: "true" },
  maxBuffer: 64 * 1024 * 1024,
});
const lines = run.stdout.split("\n").flatMap((line) => /EXAMPLE (\[.*\])/.exec(line)?.[1] ?? []);
if (run.status !== 0 || lines.length === 0) {
  process.stderr.write(run.stdout.slice(-4000) + run.stderr.slice(-4000));
  process.exit(1);
}
const recorded = lines.map((line) => JSON.parse(line) as [ApiVersion, string, unknown]);
for (const version of API_VERSIONS) {
  const answers = recorded.filter(([of]) => of === version).map(([, name, answer]) => [name, answer]);
  writeFileSync(join(FOLDER, FILES[version]), `${JSON.stringify(Object.fromEntries(answers), undefined, 2)}\n`);
}
process.stdout.write(`recorded ${lines.length} answers\n`);
