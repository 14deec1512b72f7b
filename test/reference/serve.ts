// Serves the Worker, its assets included, on a free port that it prints; nothing is watched, so nothing reloads under a test.
import { unstable_startWorker } from "wrangler";

const worker = await unstable_startWorker({
  config: "wrangler.toml",
  dev: {
    watch: false,
    persist: false,
    logLevel: "error",
    server: { port: 0, hostname: "127.0.0.1" },
    inspector: false,
  },
});
process.on("SIGTERM", () => {
  worker.dispose().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
await worker.ready;
const { origin } = await worker.url;
process.stdout.write(`ORIGIN ${origin}\n`);
