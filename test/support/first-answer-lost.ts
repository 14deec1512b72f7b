// Passes requests on to a service, and keeps the answer to the first POST of each key: what a client sees whose connection broke
// after its document had arrived.
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { findFreePort } from "../../stand/port.ts";

/** Listens in front of a service; `lost` counts the answers that were kept. */
export interface LossyFront {
  readonly origin: string;
  readonly lost: () => number;
  close(): Promise<void>;
}

/** @param target origin of the service, such as `http://127.0.0.1:8787`. */
export async function openLossyFront(target: string): Promise<LossyFront> {
  const seen = new Set<string>();
  let lost = 0;
  const server = createServer(async (incoming, outgoing) => {
    try {
      const body = await buffer(incoming);
      const isFirst = incoming.method === "POST" && !seen.has(nameOf(incoming, body));
      if (isFirst) seen.add(nameOf(incoming, body));
      const answer = await passOn(target, incoming, body);
      const bytes = Buffer.from(await answer.arrayBuffer());
      // Nothing is answered and nothing is closed: the client's own deadline ends the try.
      if (isFirst) lost += 1;
      else outgoing.writeHead(answer.status, withoutLength(answer.headers)).end(bytes);
    } catch (cause) {
      outgoing.destroy(cause instanceof Error ? cause : new Error(String(cause)));
    }
  });
  const port = await findFreePort();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    lost: () => lost,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What makes two requests the same try: path and key, which an invoice carries in its body. */
function nameOf(incoming: IncomingMessage, body: Buffer): string {
  const header = incoming.headers["idempotency-key"];
  const key = typeof header === "string" ? header : /"draft_key":\s*"([^"]+)"/.exec(body.toString("utf8"))?.[1];
  return `${incoming.url} ${key}`;
}

function passOn(target: string, incoming: IncomingMessage, body: Buffer): Promise<Response> {
  const { authorization, "content-type": type, "idempotency-key": key } = incoming.headers;
  const headers = new Headers();
  if (authorization !== undefined) headers.set("authorization", authorization);
  if (type !== undefined) headers.set("content-type", type);
  if (typeof key === "string") headers.set("idempotency-key", key);
  const method = incoming.method ?? "GET";
  return fetch(`${target}${incoming.url}`, { method, headers, ...(body.length > 0 && { body }) });
}

/** The headers of an answer whose body is sent as it was decoded. */
function withoutLength(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(([name]) => !["content-length", "content-encoding", "transfer-encoding"].includes(name)),
  );
}
