// Copies the viewer of the reference from node_modules into the static assets, after every install, so that no third-party
// bundle is committed.
import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const source = join(root, "node_modules/@scalar/api-reference");
const target = join(root, "public/api/ext/v1/docs/viewer");

if (existsSync(source)) {
  const built = join(source, "dist/browser");
  // The module build alone: the page imports it, and it fetches its parts as they are needed.
  cpSync(join(built, "standalone.esm.js"), join(target, "standalone.esm.js"));
  cpSync(join(built, "chunks"), join(target, "chunks"), {
    recursive: true,
    filter: (path) => !path.endsWith(".map"),
  });
  // What an earlier version brought goes last: a development server that is running serves these files.
  for (const name of readdirSync(join(target, "chunks"))) {
    if (!existsSync(join(built, "chunks", name))) rmSync(join(target, "chunks", name));
  }
} else {
  process.stdout.write("notice: the viewer of the reference page is not installed; the page will say so\n");
}
