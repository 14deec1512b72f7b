// Finds a port of the system on which no program listens.
import { createServer } from "node:net";

/** @throws Error when the system gives none. */
export async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("the system gave no port");
  return address.port;
}
