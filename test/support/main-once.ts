// Keeps the runner from asking its server about the Worker's main module for every request and every call of an object, which
// takes longer than many a request.
import type { ModuleRunner } from "vite/module-runner";

declare global {
  /** The runner's own; in workerd every file of a run has the same. */
  var __vitest_mocker__: { readonly moduleRunner: ModuleRunner } | undefined;
}

const CHANGED = Symbol.for("asks once");
/**
 * The local runtime comes to its timers and sockets only when nothing in the process is ready to go on. Requests that
 * follow each other keep it from them for as long as they last, unless one waits for the server or for a timer.
 */
const LONGEST_WITHOUT_TURN_MS = 20;
/** The real one: tests set others. */
const now = Date.now.bind(Date);
const runner = globalThis.__vitest_mocker__?.moduleRunner;

if (runner !== undefined && !(CHANGED in runner)) {
  const load = runner.import.bind(runner);
  let turnAt = now();
  Object.assign(runner, {
    [CHANGED]: true,
    import: async (url: string) => {
      const known = url.endsWith("/src/index.ts") ? runner.evaluatedModules.getModuleById(url) : undefined;
      if (known?.evaluated !== true || known.exports === undefined) return load(url);
      if (now() - turnAt > LONGEST_WITHOUT_TURN_MS) {
        await scheduler.wait(0);
        turnAt = now();
      }
      return known.exports;
    },
  });
}
