// Tests the gateway before the pretend authority: what it passes on, whose connections stay, and what breaks with the Worker.
import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, type RequestListener, request, type Server } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { type Gateway, openGateway } from "../../stand/gateway.ts";
import { findFreePort } from "../../stand/port.ts";

const opened: { server?: Server; gateway?: Gateway } = {};
afterEach(async () => {
  await opened.gateway?.close();
  opened.server?.closeAllConnections();
  opened.server?.close();
});

/** A gateway before a server that counts its connections. */
async function stand(answer: RequestListener): Promise<{ port: number; connections: () => number }> {
  const [inner, port] = [await findFreePort(), await findFreePort()];
  let count = 0;
  opened.server = createServer(answer).listen(inner, "127.0.0.1");
  opened.server.on("connection", () => {
    count += 1;
  });
  await once(opened.server, "listening");
  opened.gateway = await openGateway(port, inner);
  return { port, connections: () => count };
}

async function post(port: number, body: string, agent = new Agent()): Promise<IncomingMessage> {
  const sent = request({ host: "127.0.0.1", port, path: "//a?b=1", method: "POST", agent, headers: { "x-own": "1" } });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return answer;
}

it("passes status, headers and body on, both ways", async () => {
  const { port } = await stand(async (incoming, answer) => {
    answer.writeHead(503, { "x-path": incoming.url ?? "", "x-sent": String(incoming.headers["x-own"]) });
    answer.end(`<${await text(incoming)}>`);
  });
  const answer = await post(port, "ñandú");
  expect([answer.statusCode, answer.headers["x-path"], answer.headers["x-sent"]]).toEqual([503, "//a?b=1", "1"]);
  expect(await text(answer)).toBe("<ñandú>");
});

it("keeps a client's connection longer than a Worker does, and opens one of its own for each request", async () => {
  const { port, connections } = await stand((_, answer) => void answer.end("ok"));
  const agent = new Agent({ keepAlive: true });
  for (const body of ["1", "2", "3"]) {
    const answer = await post(port, body, agent);
    expect(answer.headers["keep-alive"]).toBe("timeout=120");
    await text(answer);
  }
  agent.destroy();
  expect(connections()).toBe(3);
});

it("breaks off where the Worker breaks off, before its answer and within", async () => {
  const { port } = await stand((incoming, answer) => {
    if (incoming.headers["content-length"] === "1") answer.destroy();
    else answer.writeHead(200, { "content-length": "9" }).write("half", () => answer.destroy());
  });
  await expect(post(port, "1")).rejects.toThrow(/socket hang up/);
  await expect(post(port, "22").then(text)).rejects.toThrow(/aborted/);
});

it("goes on when callers leave at any moment, before, in and after what they send and hear", async () => {
  const { port } = await stand(async (incoming, answer) => {
    await text(incoming).catch(() => undefined);
    await setTimeout(Math.random() * 4);
    answer.writeHead(200, { "content-length": "200000" });
    for (let part = 0; part < 20; part += 1) {
      answer.write("x".repeat(10_000));
      await setTimeout(1);
    }
  });
  const leave = async (afterMs: number) => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${afterMs % 2 === 0 ? 5 : 50_000}\r\n\r\n12345`);
    await setTimeout(afterMs);
    if (afterMs % 3 === 0) socket.resetAndDestroy();
    else socket.destroy();
  };
  await Promise.all(Array.from({ length: 200 }, (_, index) => leave(index % 25)));
  expect((await post(port, "22")).statusCode).toBe(200);
});
