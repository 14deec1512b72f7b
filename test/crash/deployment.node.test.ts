// What an attack is prepared with.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readPlatform } from "./deployment.ts";

it("the service of an attack has the variables of its configuration, and nothing of the person's own .dev.vars", () => {
  const folder = mkdtempSync(join(tmpdir(), "platform-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "index.js"), "export default {};");
  writeFileSync(
    join(folder, "wrangler.toml"),
    'name = "edge"\nmain = "index.js"\ncompatibility_date = "2026-09-15"\n[vars]\nPOLL_SCALE = "1"\n',
  );
  const secrets = "HEARTBEAT_URL=https://monitor.example.com/\nALERT_URL=https://alerts.example.com/\nPOLL_SCALE=9\n";
  writeFileSync(join(folder, ".dev.vars"), secrets);
  expect(readPlatform(join(folder, "wrangler.toml")).bindings).toEqual({ POLL_SCALE: "1" });
});
