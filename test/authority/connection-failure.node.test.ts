// Tests that the runtime tells no failed connection from a lost answer: so none proves that a document did not leave.
import { createServer, type Server } from "node:net";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, it } from "vitest";

/** Says everything that a failed request says of itself, and whether the runtime had begun to read its body. */
const SCRIPT = `export default { async fetch(request) {
  let isRead = false;
  const body = new ReadableStream({ pull(to) { isRead = true; to.enqueue(new Uint8Array(2000)); to.close(); } }, { highWaterMark: 0 });
  try {
    await fetch(await request.text(), { method: "POST", body });
    return Response.json("answered");
  } catch (cause) {
    const said = Object.getOwnPropertyNames(cause).filter((name) => name !== "stack").map((name) => [name, String(cause[name])]);
    return Response.json({ ...Object.fromEntries(said), isRead });
  }
} };`;

let miniflare: Miniflare;
let dropping: Server;
let port: number;

beforeAll(async () => {
  // Reads the request, and drops the connection: what it carried has arrived.
  dropping = createServer((socket) => socket.on("error", () => undefined).on("data", () => socket.resetAndDestroy()));
  await new Promise<void>((resolve) => dropping.listen(0, "127.0.0.1", resolve));
  const address = dropping.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
  miniflare = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script: SCRIPT, compatibilityDate: "2026-09-15" }),
  );
  await miniflare.ready;
});

afterAll(async () => {
  await miniflare.dispose();
  dropping.close();
});

async function fail(url: string): Promise<unknown> {
  return (await miniflare.dispatchFetch("http://worker.test/", { method: "POST", body: url })).json();
}

it("a refused connection says what a request that arrived says, and its body had been read too", async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const address = closed.address();
  await new Promise<void>((resolve) => closed.close(() => resolve()));
  const refused = await fail(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`);
  const arrived = await fail(`http://127.0.0.1:${port}/`);
  expect(arrived).toMatchObject({ isRead: true, message: "Network connection lost." });
  expect(refused).toEqual(arrived);
});
