// Passes requests on to a local Worker, each over a connection of its own: a Worker closes a connection that was idle for 5 s
// at the moment at which another one stops to use it, and a request that left in between is lost.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from "node:http";
import { pipeline } from "node:stream";

const HOST = "127.0.0.1";
/** Longer than any client keeps an idle connection, so that it is always the client that closes it. */
const IDLE_MS = 120_000;

/** What stands in front of a Worker. */
export interface Gateway {
  readonly origin: string;
  close(): Promise<void>;
}

/** Either side may go away: the pipeline has then destroyed the other, which is all that there is to do. */
const ignoreBreak = () => undefined;

/**
 * Listens on a local port and answers as the Worker does; an answer that breaks off breaks off here too.
 * @param target the Worker's port.
 * @throws Error when the port is taken.
 */
export async function openGateway(port: number, target: number): Promise<Gateway> {
  const server = createServer((incoming, answer) => passOn(target, incoming, answer));
  server.keepAliveTimeout = IDLE_MS;
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  return {
    origin: `http://${HOST}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Hands a request to a local port, and its answer back. */
export function passOn(port: number, incoming: IncomingMessage, answer: ServerResponse): void {
  const { url: path, method } = incoming;
  const headers = withoutConnection(incoming.headers);
  const onward = request({ host: HOST, port, path, method, headers, agent: false }, (received) => {
    // The caller may have left meanwhile.
    if (answer.destroyed) return void received.destroy();
    answer.writeHead(received.statusCode ?? 502, withoutConnection(received.headers));
    pipeline(received, answer, ignoreBreak);
  });
  onward.on("error", () => answer.destroy());
  pipeline(incoming, onward, ignoreBreak);
}

/** What is said of one connection is not true of the other. */
function withoutConnection(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const { connection: _, "keep-alive": __, ...rest } = headers;
  return rest;
}
