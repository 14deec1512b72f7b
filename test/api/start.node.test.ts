// Holds what the start of an isolate evaluates: the schemas of bodies and answers are not in it.
import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const ENTRY = "src/index.ts";

/** What the platform evaluates before the first request: the entry and all that is imported by statements from there. */
function listEvaluated({ inputs }: Metafile): readonly string[] {
  const seen = new Set([ENTRY]);
  for (const path of seen) {
    for (const { path: target, kind, external } of inputs[path]?.imports ?? []) {
      if (kind === "import-statement" && external !== true) seen.add(target);
    }
  }
  return [...seen];
}

describe("the start of an isolate", () => {
  it("builds no schema of a body or an answer: each is loaded by the first request that needs it", async () => {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: [ENTRY],
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      conditions: ["workerd", "worker", "browser"],
      external: ["cloudflare:*", "node:*"],
    });
    const evaluated = listEvaluated(metafile);
    expect(Object.keys(metafile.inputs)).toContain("src/api/invoice/request-schema.ts");
    expect(evaluated).toContain("src/api/app.ts");
    expect(
      evaluated.filter((path) => /^src\/api\/.*schema\.ts$|^src\/api\/\w+\/(?:request|check)\.ts$/.test(path)),
    ).toEqual(["src/api/message/request.ts"]);
  });
});
