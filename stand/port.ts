// Finds a port on which no program listens, for one that is started next.
import { createServer } from "node:net";

const HOST = "127.0.0.1";
/** Below the ports that systems lend to outgoing connections: one of those may be taken again before the program listens. */
const LOWEST = 15_000;
const HIGHEST = 31_999;
const TRIES_MOST = 100;

/** @throws Error when a hundred ports, drawn at random, are all taken. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MOST; tries += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    if ((await probePort(port)) === undefined) return port;
  }
  throw new Error(`no free port among ${TRIES_MOST} from ${LOWEST} to ${HIGHEST}`);
}

/** Why no program can listen on a port; undefined when one can. */
export function probePort(port: number): Promise<NodeJS.ErrnoException | undefined> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once("error", resolve);
    probe.listen(port, HOST, () => probe.close(() => resolve(undefined)));
  });
}
