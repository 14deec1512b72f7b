// Configures one folder's tests, in Node alone, for the program that plants mutants (`npm run deep -- mutate` names the
// folder).
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { FOLDERS } from "./folder.ts";

const folder = FOLDERS.find(({ name }) => name === process.env.MUTATED_FOLDER);
if (folder === undefined) throw new Error("MUTATED_FOLDER must name a folder of test/mutation/folder.ts");

/** Tests of single functions first: most mutants fall there, and the simulated worlds, which take seconds, need not begin. */
class ShortFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => Number(/worlds|money|build/.test(moduleId));
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  resolve: { alias: { "cloudflare:workers": resolve(import.meta.dirname, "environment.ts") } },
  test: {
    include: [...folder.tests],
    setupFiles: ["./test/mutation/properties.ts"],
    sequence: { sequencer: ShortFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
