// Opens services that give no conclusive answer, each in its own way, and says what every client calls it.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A service, and what is in the message of a creation that was tried there: an expression that every language reads alike. */
export interface CauseRow {
  readonly what: string;
  readonly baseUrl: string;
  /** How long a client waits for an answer. */
  readonly timeoutS: number;
  readonly says: string;
}

async function listen(answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${port}/api/ext/v2`, close };
}

/** The rows, and what closes their services. A client without patience meets each at its first try. */
export async function openCauses(): Promise<{ readonly rows: readonly CauseRow[]; readonly close: () => void }> {
  const gone = await listen(() => undefined);
  gone.close();
  const silent = await listen(() => undefined);
  const closed = await listen((_, response) => response.writeHead(503, { "content-type": "text/html" }).end("<html>"));
  return {
    rows: [
      { what: "a port on which nobody listens", baseUrl: gone.baseUrl, timeoutS: 30, says: "refused|REFUSED|connect" },
      {
        what: "a host that there is not",
        baseUrl: "http://nobody.invalid/api/ext/v2",
        timeoutS: 30,
        says: "ENOTFOUND|EAI_AGAIN|[Rr]esol|not known|No such host|No address",
      },
      {
        what: "a service that does not answer in time",
        baseUrl: silent.baseUrl,
        timeoutS: 0.5,
        says: "within|timed out",
      },
      { what: "a service that is closed", baseUrl: closed.baseUrl, timeoutS: 30, says: "HTTP 503" },
    ],
    close: () => {
      silent.close();
      closed.close();
    },
  };
}
