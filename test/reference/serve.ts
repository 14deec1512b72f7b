// Serves the static files of the reference as the platform does (addresses, headers, redirects), on a free port that it prints.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_startWorker } from "wrangler";

const folder = mkdtempSync(join(tmpdir(), "factura-edge-page-"));
const config = join(folder, "wrangler.json");
// The files alone: no code of the service runs for them, and none has to be bundled.
writeFileSync(
  config,
  JSON.stringify({
    name: "reference",
    compatibility_date: "2026-09-15",
    assets: { directory: join(import.meta.dirname, "../../public"), not_found_handling: "404-page" },
  }),
);

const worker = await unstable_startWorker({
  config,
  dev: {
    watch: false,
    persist: false,
    logLevel: "error",
    server: { port: 0, hostname: "127.0.0.1" },
    inspector: false,
  },
});
const stop = (code: number) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
};
process.on("SIGTERM", () => {
  worker.dispose().then(
    () => stop(0),
    () => stop(1),
  );
});
await worker.ready;
const { origin } = await worker.url;
process.stdout.write(`ORIGIN ${origin}\n`);
