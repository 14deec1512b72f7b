// Turns the Worker's late imports into early ones for tests in workerd: the runner asks for a late module anew each time, by a
// promise that belongs to the request that asks first, and others that wait for it meanwhile may never be answered.
import { resolve, sep } from "node:path";
import type { Plugin } from "vite";

const SOURCES = resolve(import.meta.dirname, "../../src") + sep;
const LATE = /\bimport\((".*?")\)/g;

/** A plugin of the bundler; the bundle that stands run keeps its late imports. */
export function importEarly(): Plugin {
  return {
    name: "import-early",
    enforce: "pre",
    transform(code, id) {
      if (!id.startsWith(SOURCES)) return;
      const late = [...new Set([...code.matchAll(LATE)].map(([, name = ""]) => name))];
      if (late.length === 0) return;
      const changed = code.replace(LATE, (_, name) => `Promise.resolve(late${late.indexOf(name)})`);
      return {
        code: `${changed}\n${late.map((name, at) => `import * as late${at} from ${name};`).join("\n")}\n`,
        map: null,
      };
    },
  };
}
