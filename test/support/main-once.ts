// Keeps the runner from asking its server about a module that it has evaluated: it would for every request and every call of an
// object, which takes longer than many a request.
import type { ModuleRunner } from "vite/module-runner";

declare global {
  /** The runner's own; in workerd every file of a run has the same. */
  var __vitest_mocker__: { readonly moduleRunner: ModuleRunner } | undefined;
}

const CHANGED = Symbol.for("asks once");
const runner = globalThis.__vitest_mocker__?.moduleRunner;

if (runner !== undefined && !(CHANGED in runner)) {
  const load = runner.import.bind(runner);
  Object.assign(runner, {
    [CHANGED]: true,
    import: async (url: string) => {
      const known = url.endsWith("/src/index.ts") ? runner.evaluatedModules.getModuleById(url) : undefined;
      return known?.evaluated === true && known.exports !== undefined ? known.exports : load(url);
    },
  });
}
