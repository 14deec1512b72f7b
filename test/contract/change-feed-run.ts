// Runs `npm run deep -- feed --documents N --clients N`: clients issue while a poller follows the cursor, as in the test of the feed,
// but with as many documents as it takes.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { documents: { type: "string", default: "2000" }, clients: { type: "string", default: "16" } },
});
for (const [name, value] of Object.entries(values)) {
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} is a whole number from 1 on`);
}

const startMs = Date.now();
const command = ["vitest", "run", "--project", "workers", "test/contract/change-feed.test.ts", "-t", "poller"];
const { status } = spawnSync("npx", command, {
  cwd: join(import.meta.dirname, "../.."),
  env: { ...process.env, FEED_DOCUMENTS: values.documents, FEED_CLIENTS: values.clients },
  stdio: "inherit",
});
const seconds = Math.round((Date.now() - startMs) / 1000);
const verdict = status === 0 ? "each change exactly once" : "not each change exactly once";
console.log(`${values.documents} documents of ${values.clients} clients in ${seconds} s: ${verdict}`);
process.exitCode = status ?? 1;
