// Leads requests to the pretend authority: while it is cut, a third of them are answered 503, a third get no answer, and a third half
// of one; of all requests, or of sendings alone.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { passOn } from "../../stand/gateway.ts";

/** What happens to a request while the way is cut; of those that are not answered, every second one arrives. */
const TROUBLES = ["503", "lost before", "half", "503", "lost after", "half"] as const;
const ANSWER_TIMEOUT_MS = 60_000;
const HTML = "<html><body><h1>503 Service Unavailable</h1></body></html>";
/** In the content type of a request: the operations that hand a document over. */
const SENDING = /Send(?:Bill|TestSet)/;

/** What came along the way. */
export interface Traffic {
  /** Sendings whose sender knows nothing of them, and those among them that did not arrive. */
  readonly uncertain: number;
  readonly lost: number;
  /** Requests while it was cut. */
  readonly inOutage: number;
}

/** What requests meet. */
export interface Trouble {
  /** How long one without an answer waits. */
  readonly silenceMs: number;
  /** Questions pass. */
  readonly isOfSendings: boolean;
}

export interface Way {
  readonly origin: string;
  /** Where it leads; nothing passes before it is set. */
  leadTo(origin: string): void;
  /** From now on requests meet trouble, or pass. */
  cut(trouble: Trouble): void;
  mend(): void;
  count(): Traffic;
  close(): Promise<void>;
}

/** Opens the way on a free port of this machine. */
export async function openWay(): Promise<Way> {
  let target: number | undefined;
  let met: Trouble | undefined;
  const traffic = { uncertain: 0, lost: 0, inOutage: 0 };
  const serve = async (incoming: IncomingMessage, answer: ServerResponse) => {
    if (target === undefined) throw new Error("the way leads nowhere yet");
    const isSending = SENDING.test(incoming.headers["content-type"] ?? "");
    if (met === undefined || (met.isOfSendings && !isSending)) return passOn(target, incoming, answer);
    const { silenceMs } = met;
    const trouble = TROUBLES[traffic.inOutage % TROUBLES.length];
    traffic.inOutage += 1;
    const hasArrived = trouble === "half" || trouble === "lost after";
    if (isSending) {
      traffic.uncertain += 1;
      if (!hasArrived) traffic.lost += 1;
    }
    if (trouble === "503") return answer.writeHead(503, { "content-type": "text/html" }).end(HTML);
    const received = hasArrived ? await forward(target, incoming) : undefined;
    if (trouble === "half" && received !== undefined) {
      const { status, type, bytes } = received;
      answer.writeHead(status, { "content-type": type, "content-length": bytes.length });
      return answer.write(bytes.subarray(0, bytes.length / 2), () => answer.destroy());
    }
    await sleep(silenceMs);
    return answer.destroy();
  };
  const server = createServer((incoming, answer) => {
    // Whoever asks may have left, and so may what is asked.
    serve(incoming, answer).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    leadTo: (origin) => {
      target = Number(new URL(origin).port);
    },
    cut: (trouble) => {
      met = trouble;
    },
    mend: () => {
      met = undefined;
    },
    count: () => ({ ...traffic }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Received {
  readonly status: number;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Hands a request over, on a connection of its own, and reads the answer whole. */
async function forward(port: number, incoming: IncomingMessage): Promise<Received> {
  const { url: path, method } = incoming;
  const headers = { "content-type": incoming.headers["content-type"] };
  const body = await buffer(incoming);
  const received = await new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const onward = request({ host: "127.0.0.1", port, path, method, headers, agent: false, signal }, resolve);
    onward.on("error", reject);
    onward.end(body);
  });
  const type = received.headers["content-type"] ?? "";
  return { status: received.statusCode ?? 502, type, bytes: await buffer(received) };
}

const POSTED = z.object({ alerts: z.array(z.object({ code: z.string() })) });

/** Takes the operator's alerts, as the service behind ALERT_URL would. */
export interface AlertReceiver {
  readonly url: string;
  /** Codes, in the order in which they came. */
  readonly codes: readonly string[];
  close(): Promise<void>;
}

/** Listens on a free port of this machine. */
export async function openAlertReceiver(): Promise<AlertReceiver> {
  const codes: string[] = [];
  const server = createServer((incoming, answer) => {
    buffer(incoming).then(
      (body) => {
        const { success, data } = POSTED.safeParse(JSON.parse(body.toString("utf8")));
        codes.push(...(success ? data.alerts.map(({ code }) => code) : ["unreadable"]));
        answer.writeHead(204).end();
      },
      () => answer.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/alerts`,
    codes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
