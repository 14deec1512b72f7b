// Says what a part of the service weighs in its bundle: gzip bytes with and without it. `npm run deep -- growth`.
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { WORKER_BUILD } from "../test/support/worker-bundle.ts";
import { ROOT } from "./stack.ts";

/** Path of a module -> what stands in its place; modules that only they import go with them. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "files and the container": { "api/record/file-route.ts": "export const fileRoutes = [];" },
  representacion: {
    "api/record/representation.ts":
      'import * as z from "zod"; export const representationSchema = z.object({}); export const findMaker = () => null; export const toRepresentation = () => null;',
    "issuance/file/printable.ts":
      "export const readHeldPrintable = () => null, loadPrintable = () => null, loadResponse = () => undefined;",
  },
};

async function measure(stubs: Readonly<Record<string, string>>): Promise<number> {
  const plugin: Plugin = {
    name: "stubs",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        const [, contents] = Object.entries(stubs).find(([name]) => path.endsWith(`/src/${name}`)) ?? [];
        return contents === undefined ? undefined : { contents, loader: "ts", resolveDir: ROOT };
      });
    },
  };
  const { outputFiles } = await build({
    entryPoints: ["src/index.ts"],
    absWorkingDir: ROOT,
    ...WORKER_BUILD,
    plugins: [plugin],
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

const whole = await measure({});
const print = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
console.log(`whole: ${print(whole)}`);
for (const [name, stubs] of Object.entries(PARTS)) console.log(`${name}: ${print(whole - (await measure(stubs)))}`);
const all = Object.assign({}, ...Object.values(PARTS)) as Readonly<Record<string, string>>;
console.log(`both: ${print(whole - (await measure(all)))}`);
