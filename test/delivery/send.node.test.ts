// Tests one POST of a webhook: its headers and signatures, and what each answer of an endpoint comes to.
import { createHmac } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server } from "node:net";
import { describe, expect, it } from "vitest";
import {
  GIVE_UP_AFTER_MS,
  isHopeless,
  listHeads,
  postpone,
  RETRY_AFTER_MS,
  type Waiting,
} from "../../src/delivery/plan.ts";
import { type Post, sendMessage } from "../../src/delivery/send.ts";
import { createSecret, importSecret } from "../../src/delivery/signature.ts";

const NOW_MS = 1_790_000_000_500;
const MESSAGE = { id: "chg_1_2", body: '{"type":"documento.aceptado"}' };
const URL_TEXT = "https://hooks.example.com/a";

async function send(post: Post, url = URL_TEXT, secrets: readonly string[] = [createSecret()]) {
  const keys = await Promise.all(secrets.map(importSecret));
  return sendMessage({ url, keys, isLocalAllowed: false }, MESSAGE, NOW_MS, post);
}

/** A body that never ends, and counts what is read of it. */
function endless(read: { bytes: number; isCancelled: boolean }): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) => {
      read.bytes += 1_024;
      controller.enqueue(new Uint8Array(1_024));
    },
    cancel: () => {
      read.isCancelled = true;
    },
  });
}

/** An endpoint on this machine, and a message that is sent to it over a socket. */
function sendTo(listener: RequestListener) {
  return sendToServer(createServer(listener));
}

/** Starts a server on this machine. @returns its address. */
async function start(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function sendToServer(server: Server) {
  const url = await start(server);
  const closed = new Promise((resolve) => server.once("connection", (socket) => socket.once("close", resolve)));
  const startedAt = performance.now();
  const target = { url, keys: [await importSecret(createSecret())], isLocalAllowed: true };
  const attempt = await sendMessage(target, MESSAGE, NOW_MS, fetch);
  const tookMs = performance.now() - startedAt;
  // Not closed by the server: the sender ends what it gave up.
  await closed;
  server.close();
  return { attempt, tookMs };
}

describe("a webhook that is sent", () => {
  it("is signed with both secrets while one is rotated, as the public form says", async () => {
    const secrets = [createSecret(), createSecret()];
    const sent: RequestInit[] = [];
    const post: Post = async (_, init) => {
      sent.push(init);
      return new Response(null, { status: 204 });
    };
    expect(await send(post, URL_TEXT, secrets)).toEqual({ type: "taken", status: 204 });
    const headers = new Headers(sent[0]?.headers);
    const expected = secrets.map((secret) => {
      const key = Buffer.from(secret.slice("whsec_".length), "base64");
      return `v1,${createHmac("sha256", key).update(`chg_1_2.1790000000.${MESSAGE.body}`).digest("base64")}`;
    });
    expect(headers.get("webhook-signature")).toBe(expected.join(" "));
    expect(headers.get("webhook-id")).toBe("chg_1_2");
    expect(headers.get("webhook-timestamp")).toBe("1790000000");
    expect(sent[0]).toMatchObject({ method: "POST", redirect: "manual", body: MESSAGE.body });
  });

  it("has the signature that the public specification gives as its example", async () => {
    const key = await importSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    let signature: string | null = "";
    const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}' };
    const post: Post = async (_, init) => {
      signature = new Headers(init.headers).get("webhook-signature");
      return new Response();
    };
    await sendMessage({ url: URL_TEXT, keys: [key], isLocalAllowed: false }, message, 1_614_265_330_000, post);
    expect(signature).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  const ANSWERS = [
    { status: 200, type: "taken" },
    { status: 202, type: "taken" },
    { status: 204, type: "taken" },
    { status: 301, type: "refused" },
    { status: 302, type: "refused" },
    { status: 307, type: "refused" },
    { status: 308, type: "refused" },
    { status: 400, type: "refused" },
    { status: 404, type: "refused" },
    { status: 410, type: "gone" },
    { status: 429, type: "refused" },
    { status: 500, type: "refused" },
  ] as const;

  it.each(ANSWERS)("that is answered $status", async ({ status, type }) => {
    const asked: string[] = [];
    const headers = { location: "http://169.254.169.254/" };
    const post: Post = async (url) => {
      asked.push(url);
      return new Response(null, { status, headers });
    };
    expect(await send(post)).toEqual({ type, status });
    expect(asked).toEqual([URL_TEXT]);
  });

  it("reads four kilobytes of an endless answer and cancels the rest", async () => {
    const read = { bytes: 0, isCancelled: false };
    expect(await send(async () => new Response(endless(read), { status: 200 }))).toEqual({
      type: "taken",
      status: 200,
    });
    expect(read.bytes).toBeLessThanOrEqual(6 * 1_024);
    expect(read.isCancelled).toBe(true);
  });

  it.concurrent("is over after ten seconds when its answer drips without end: the status decides, and the connection is closed", async () => {
    let drops = 0;
    const { attempt, tookMs } = await sendTo((_, response) => {
      response.writeHead(200);
      const dripping = setInterval(() => {
        drops += 1;
        response.write(".");
      }, 200);
      response.on("close", () => clearInterval(dripping));
    });
    expect(attempt).toEqual({ type: "taken", status: 200 });
    expect(tookMs).toBeGreaterThan(9_900);
    expect(tookMs).toBeLessThan(15_000);
    expect(drops).toBeGreaterThan(10);
  });

  it.concurrent("fails after ten seconds when no status comes, and the connection is closed", async () => {
    const { attempt, tookMs } = await sendTo(() => undefined);
    expect(attempt).toEqual({ type: "failed", why: "timeout" });
    expect(tookMs).toBeLessThan(15_000);
  });

  it.concurrent("fails after ten seconds when its headers drip without end, and the connection is closed", async () => {
    const server = createSocketServer((socket) => {
      socket.on("error", () => undefined);
      socket.write("HTTP/1.1 200 OK\r\n");
      const dripping = setInterval(() => socket.write("x-drop: 1\r\n"), 200);
      socket.on("close", () => clearInterval(dripping));
    });
    const { attempt, tookMs } = await sendToServer(server);
    expect(attempt).toEqual({ type: "failed", why: "timeout" });
    expect(tookMs).toBeLessThan(15_000);
  });

  it("reads little of an answer without end that comes as fast as it can, and closes the connection", async () => {
    let written = 0;
    const chunk = Buffer.alloc(16_384, "x");
    const { attempt, tookMs } = await sendTo((_, response) => {
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) break;
        }
      };
      response.on("drain", write);
      write();
    });
    expect(attempt).toEqual({ type: "taken", status: 200 });
    // What the two ends of a socket hold, and nothing near what ten seconds would bring.
    expect(written).toBeLessThan(32 * 1_048_576);
    expect(tookMs).toBeLessThan(9_000);
  });

  it.each([301, 302, 303, 307, 308])(
    "does not follow a redirect (%i) to another server of this machine",
    async (status) => {
      let hits = 0;
      const inside = createServer((_, response) => {
        hits += 1;
        response.end();
      });
      const location = await start(inside);
      const { attempt } = await sendTo((_, response) => {
        response.writeHead(status, { location, connection: "close" });
        response.end();
      });
      inside.close();
      expect(attempt).toEqual({ type: "refused", status });
      expect(hits).toBe(0);
    },
  );

  it("fails where nothing answers", async () => {
    const refuse: Post = () =>
      Promise.reject(new TypeError("connection refused at https://hooks.example.com/a?secret=1"));
    expect(await send(refuse)).toEqual({ type: "failed", why: "network" });
    const expire: Post = () => Promise.reject(new DOMException("late", "TimeoutError"));
    expect(await send(expire)).toEqual({ type: "failed", why: "timeout" });
  });

  it.each(["https://127.0.0.1/", "http://hooks.example.com/", "https://a.internal/", "https://u:p@hooks.example.com/"])(
    "is not sent to %s",
    async (url) => {
      const post: Post = () => expect.unreachable("nothing is sent");
      expect(await send(post, url)).toMatchObject({ type: "failed", why: expect.stringMatching(/^address: /) });
    },
  );
});

describe("a change that failed", () => {
  const CHANGE: Waiting = { sequence: 1, documentId: 1, body: "", failures: 0, firstFailedMs: null, dueMs: 0 };

  it("is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and is hopeless after five days", () => {
    let change = CHANGE;
    let nowMs = 0;
    const waits: number[] = [];
    while (!isHopeless(change, nowMs)) {
      change = postpone(change, nowMs);
      waits.push((change.dueMs - nowMs) / 1_000);
      nowMs = change.dueMs;
    }
    expect(waits.slice(0, RETRY_AFTER_MS.length)).toEqual([
      5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    expect(nowMs).toBe(GIVE_UP_AFTER_MS);
  });

  it("holds back the later ones of its document and no other", () => {
    const changes = [
      { ...CHANGE, sequence: 1, documentId: 1 },
      { ...CHANGE, sequence: 2, documentId: 2 },
      { ...CHANGE, sequence: 3, documentId: 1 },
    ];
    expect(listHeads(changes).map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});
