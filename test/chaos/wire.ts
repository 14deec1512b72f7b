// Serves raw TCP clients with bytes, waits and breaks as a script says.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";

/** One thing that the server does; a script is done in order, and its connection then stays open. */
export type Action =
  | { readonly type: "write"; readonly bytes: string | Uint8Array }
  | { readonly type: "wait"; readonly milliseconds: number }
  /** RST: the connection is torn down. */
  | { readonly type: "reset" }
  /** FIN: the server has said all. */
  | { readonly type: "end" };

/** What the server does as soon as somebody connects, before anything is read; undefined reads the request first. */
export type OnConnect = () => readonly Action[] | undefined;
/** What it does with a complete request. */
export type OnRequest = (request: string) => readonly Action[];

export interface WireServer {
  readonly origin: string;
  /** Who answers from now on. */
  serve(onRequest: OnRequest, onConnect?: OnConnect): void;
  /** Complete requests received since the last `serve`. */
  readonly requests: number;
  close(): Promise<void>;
}

/** A server on a free port of the loopback interface. */
export async function listen(): Promise<WireServer> {
  let answer: OnRequest = () => [{ type: "reset" }];
  let greet: OnConnect = () => undefined;
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A client that leaves is what most scripts are about.
    socket.on("error", () => socket.destroy());
    const greeting = greet();
    if (greeting !== undefined) {
      void play(socket, greeting);
      return;
    }
    readRequests(socket, (request) => {
      requests += 1;
      return play(socket, answer(request));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    get requests() {
      return requests;
    },
    serve: (onRequest, onConnect = () => undefined) => {
      answer = onRequest;
      greet = onConnect;
      requests = 0;
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** An origin where no server listens: a port that was given back could be another process's a moment later, this one stays free. */
export const CLOSED_ORIGIN = "http://127.0.0.1:2";

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Requests with a Content-Length, one after another. */
function readRequests(socket: Socket, onRequest: (request: string) => Promise<void>): void {
  let buffer = Buffer.alloc(0);
  let isBusy = false;
  const look = async () => {
    const headEnd = buffer.indexOf("\r\n\r\n");
    if (isBusy || headEnd < 0) return;
    const length = Number(/content-length: *(\d+)/i.exec(buffer.subarray(0, headEnd).toString("latin1"))?.[1] ?? 0);
    const end = headEnd + 4 + length;
    if (buffer.length < end) return;
    const request = buffer.subarray(0, end).toString("utf8");
    buffer = buffer.subarray(end);
    isBusy = true;
    await onRequest(request);
    isBusy = false;
    await look();
  };
  socket.on("data", (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    void look();
  });
}

async function play(socket: Socket, script: readonly Action[]): Promise<void> {
  for (const action of script) {
    if (socket.destroyed) return;
    switch (action.type) {
      case "write":
        await new Promise<void>((resolve) => socket.write(action.bytes, () => resolve()));
        break;
      case "wait":
        await new Promise((resolve) => setTimeout(resolve, action.milliseconds));
        break;
      case "reset":
        socket.resetAndDestroy();
        break;
      case "end":
        socket.end();
    }
  }
}
