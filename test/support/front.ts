// Passes requests on to a service and lets a test come between: see each request and each answer, and keep either.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request on its way, with its body. */
export interface Passing {
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
}

/** What a test does when a request has come, its answer has come, and its answer has gone; false keeps what came. */
export interface Between {
  asked?(passing: Passing): boolean;
  answered?(passing: Passing): boolean;
  passed?(passing: Passing): void;
}

/** Listens in front of a service. */
export interface Front {
  readonly origin: string;
  close(): Promise<void>;
}

/** @param target origin of the service, such as `http://127.0.0.1:8787`. */
export async function openFront(target: string, between: Between): Promise<Front> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const passing = { incoming, body: await buffer(incoming) };
      // Where nothing is answered nothing is closed: the client's own deadline ends the try.
      if (between.asked?.(passing) === false) return;
      const answer = await passOn(target, passing);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (between.answered?.(passing) === false) return;
      outgoing.writeHead(answer.status, withoutLength(answer.headers));
      outgoing.end(bytes, () => between.passed?.(passing));
    } catch (cause) {
      outgoing.destroy(cause instanceof Error ? cause : new Error(String(cause)));
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A front that keeps the answer to the first POST of each key; `lost` counts the answers that were kept. */
export interface LossyFront extends Front {
  readonly lost: () => number;
}

/** What a client sees whose connection broke after its document had arrived. */
export async function openLossyFront(target: string): Promise<LossyFront> {
  const seen = new Set<string>();
  const firsts = new Set<Passing>();
  let lost = 0;
  const front = await openFront(target, {
    asked: (passing) => {
      const name = nameOf(passing);
      if (passing.incoming.method === "POST" && !seen.has(name)) firsts.add(passing);
      seen.add(name);
      return true;
    },
    answered: (passing) => {
      if (!firsts.has(passing)) return true;
      lost += 1;
      return false;
    },
  });
  return { ...front, lost: () => lost };
}

/** What makes two requests the same try: path and key, which an invoice carries in its body. */
function nameOf({ incoming, body }: Passing): string {
  const header = incoming.headers["idempotency-key"];
  const key = typeof header === "string" ? header : /"draft_key":\s*"([^"]+)"/.exec(body.toString("utf8"))?.[1];
  return `${incoming.url} ${key}`;
}

function passOn(target: string, { incoming, body }: Passing): Promise<Response> {
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
