// Tests the client as a package: its types are those of the OpenAPI document, and its build runs in plain Node without
// dependencies.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printTypes, TYPES_FILE } from "../../client/generate.ts";

const CLIENT = join(import.meta.dirname, "../../client");

describe("the client's package", () => {
  it("has the types that the document gives today (else: npm run client)", async () => {
    expect(readFileSync(TYPES_FILE, "utf8")).toBe(await printTypes());
  });

  it("depends on nothing", () => {
    const manifest = JSON.parse(readFileSync(join(CLIENT, "package.json"), "utf8")) as Record<string, unknown>;
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
  });

  it("builds into modules that Node runs as they are", () => {
    const folder = mkdtempSync(join(tmpdir(), "factura-edge-client-"));
    try {
      execFileSync("tsc", ["-p", CLIENT, "--outDir", folder], { stdio: "pipe" });
      const program = `import("${join(folder, "client.js")}").then((m) => console.log(Object.keys(m).sort().join()))`;
      const printed = execFileSync("node", ["--no-experimental-strip-types", "-e", program], { encoding: "utf8" });
      expect(printed.trim()).toBe("ApiError,NoAnswerError,OutcomeUnknownError,createClient");
      expect(readFileSync(join(folder, "client.d.ts"), "utf8")).toContain("createClient");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
