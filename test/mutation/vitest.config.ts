// One folder's tests, in Node alone, for the program that plants mutants (`npm run mutate` names the folder).
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { FOLDERS } from "./folder.ts";

const folder = FOLDERS.find(({ name }) => name === process.env.MUTATED_FOLDER);
if (folder === undefined) throw new Error("MUTATED_FOLDER must name a folder of test/mutation/folder.ts");

export default defineConfig({
  resolve: { alias: { "cloudflare:workers": resolve(import.meta.dirname, "environment.ts") } },
  test: {
    include: [...folder.tests],
    setupFiles: ["./test/mutation/properties.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
