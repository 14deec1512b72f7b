// Runs `npm run deep -- freeze`: writes journals and rows of the present schema, in every state, beside the files of earlier
// schemas.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
/** Left by the test when the present schema is not frozen yet. */
const LEFT = join(ROOT, ".demo/verify/frozen.json");

rmSync(LEFT, { force: true });
const child = spawn(
  process.execPath,
  [
    join(ROOT, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project",
    "alone",
    "test/upgrade/upgrade.long.test.ts",
    "-t",
    "the present schema",
  ],
  { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] },
);
let output = "";
for (const stream of [child.stdout, child.stderr]) {
  stream.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
}
const code = await new Promise<number | null>((done) => child.once("close", done));
if (existsSync(LEFT)) {
  const number = readdirSync(import.meta.dirname).filter((name) => /^frozen-\d+\.json$/.test(name)).length + 1;
  const content = readFileSync(LEFT, "utf8");
  writeFileSync(join(import.meta.dirname, `frozen-${number}.json`), `${content}\n`);
  rmSync(LEFT);
  process.stdout.write(`test/upgrade/frozen-${number}.json: ${Math.round(content.length / 1024)} KB\n`);
} else {
  process.stdout.write(code === 0 ? "the present schema is frozen already\n" : output);
  process.exitCode = code === 0 ? 0 : 1;
}
