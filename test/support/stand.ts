// A temporary folder into a whole stand (service, pretend authority, demo companies) for tests that are clients like any other.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Stand, startStand } from "../../src/operator/stand/stand.ts";

/** A port that nobody listens on. */
export async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A stand of its own, whose reconciliation runs twenty times faster; `stop` removes all of it. */
export async function startTestStand(): Promise<Pick<Stand, "demo" | "stop">> {
  const folder = mkdtempSync(join(tmpdir(), "factura-edge-stand-"));
  const stand = await startStand({
    folder,
    port: await findPort(),
    authorityPort: await findPort(),
    pollScale: "0.05",
    tell: () => undefined,
  });
  const stop = async () => {
    await stand.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { demo: stand.demo, stop };
}
