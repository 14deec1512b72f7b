// Tests the client against a real server that behaves in every bad way: each is an outcome, within the deadline, never an
// exception.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { unzipSync } from "fflate";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type AuthorityClient, createAuthorityClient } from "../../src/authority/client.ts";
import { zipFile } from "../../src/authority/soap.ts";
import type { Signer } from "../../src/signature/xmldsig.ts";
import { makeSigner } from "../support/signer.ts";
import { printAnswer, printStatus } from "../support/status-answer.ts";

const KEY = "ab".repeat(48);
const ACCEPTED = printAnswer("SendBillSync", printStatus({ key: KEY }));
const XML = { "content-type": "application/soap+xml; charset=utf-8" };
const START_MS = Date.parse("2026-11-20T13:00:00Z");

let signer: Signer;
let server: Server | undefined;

beforeAll(async () => {
  ({ signer } = await makeSigner());
});

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
  server = undefined;
});

/** A client of a server that answers so; its clock stands still. */
async function connect(listener: RequestListener, timeoutMs = 5_000): Promise<AuthorityClient> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  return createAuthorityClient({ baseUrl, signer, now: () => START_MS, fetch, timeoutMs });
}

const send = (client: AuthorityClient) => client.sendBillSync("z1.zip", zipFile("a.xml", new Uint8Array(100)), KEY);

describe("the client", () => {
  it("posts one complete request and hands back the raw answer with its class", async () => {
    const seen: { method?: string; url?: string; type?: string; body: string }[] = [];
    const client = await connect((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        const { method = "", url = "" } = request;
        seen.push({ method, url, type: request.headers["content-type"] ?? "", body });
        response.writeHead(200, XML).end(ACCEPTED);
      });
    });
    const exchange = await client.sendBillSync("z1.zip", zipFile("a.xml", new TextEncoder().encode("<a/>")), KEY);
    expect(exchange).toMatchObject({ outcome: { type: "accepted" }, httpStatus: 200 });
    expect(new TextDecoder().decode(exchange.raw ?? undefined)).toBe(ACCEPTED);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: "POST", url: "/WcfDianCustomerServices.svc" });
    expect(seen[0]?.type).toMatch(/^application\/soap\+xml; charset=utf-8; action="http.*\/SendBillSync"$/);
    const [, content = ""] = /<wcf:contentFile>([^<]*)</.exec(seen[0]?.body ?? "") ?? [];
    expect(Object.keys(unzipSync(Buffer.from(content, "base64")))).toEqual(["a.xml"]);
    expect(seen[0]?.body).toContain("<wcf:fileName>z1.zip</wcf:fileName>");
    expect(seen[0]?.body).toContain(`wsu:Id="id-1">http://127.0.0.1:`);
  });

  it("asks each question with its own values", async () => {
    const bodies: string[] = [];
    const client = await connect((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        bodies.push(/<soap:Body>(.*)<\/soap:Body>/.exec(body)?.[1] ?? "");
        response.writeHead(503).end();
      });
    });
    await client.getStatus(KEY);
    await client.getStatusZip("zip-key", KEY);
    await client.getNumberingRange("900373115", "900373116", "soft");
    await client.getAcquirer("13", "1399995");
    await client.getXmlByDocumentKey(KEY);
    await client.sendBillAsync("z.zip", Uint8Array.of(1), KEY);
    await client.sendTestSetAsync("z.zip", Uint8Array.of(1), "set", KEY);
    expect(bodies).toEqual([
      `<wcf:GetStatus><wcf:trackId>${KEY}</wcf:trackId></wcf:GetStatus>`,
      "<wcf:GetStatusZip><wcf:trackId>zip-key</wcf:trackId></wcf:GetStatusZip>",
      "<wcf:GetNumberingRange><wcf:accountCode>900373115</wcf:accountCode><wcf:accountCodeT>900373116</wcf:accountCodeT><wcf:softwareCode>soft</wcf:softwareCode></wcf:GetNumberingRange>",
      "<wcf:GetAcquirer><wcf:identificationType>13</wcf:identificationType><wcf:identificationNumber>1399995</wcf:identificationNumber></wcf:GetAcquirer>",
      `<wcf:GetXmlByDocumentKey><wcf:trackId>${KEY}</wcf:trackId></wcf:GetXmlByDocumentKey>`,
      "<wcf:SendBillAsync><wcf:fileName>z.zip</wcf:fileName><wcf:contentFile>AQ==</wcf:contentFile></wcf:SendBillAsync>",
      "<wcf:SendTestSetAsync><wcf:fileName>z.zip</wcf:fileName><wcf:contentFile>AQ==</wcf:contentFile><wcf:testSetId>set</wcf:testSetId></wcf:SendTestSetAsync>",
    ]);
  });

  const BAD: readonly (readonly [string, RequestListener, string, number | null])[] = [
    ["drops the connection", (request) => request.socket.destroy(), "network", null],
    [
      "drops it in the middle of the answer",
      (request, response) => {
        response.writeHead(200, { ...XML, "content-length": String(ACCEPTED.length) });
        response.write(ACCEPTED.slice(0, -40), () => request.socket.destroy());
      },
      "network",
      200,
    ],
    [
      "ends the answer early",
      (_, response) => response.writeHead(200, XML).end(ACCEPTED.slice(0, -40)),
      "not-xml",
      200,
    ],
    [
      "redirects",
      (_, response) => response.writeHead(307, { location: "http://127.0.0.1:1/x" }).end(),
      "redirect",
      307,
    ],
    [
      "answers HTML",
      (_, response) => response.writeHead(503, { "content-type": "text/html" }).end("<html>"),
      "http-status",
      503,
    ],
    [
      "answers HTML with 200",
      (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html></html>"),
      "content-type",
      200,
    ],
    ["answers nothing with 200", (_, response) => response.writeHead(200, XML).end(), "not-xml", 200],
    ["answers 204", (_, response) => response.writeHead(204).end(), "http-status", 204],
    [
      "answers more than 2 MiB",
      (_, response) => response.writeHead(200, XML).end(ACCEPTED + " ".repeat(2 * 1024 * 1024)),
      "oversize",
      200,
    ],
    [
      "answers in Latin-1",
      (_, response) => response.writeHead(200, XML).end(Buffer.from(`${ACCEPTED}<!-- ñ -->`, "latin1")),
      "not-utf8",
      200,
    ],
  ];

  it.each(BAD)("calls it unknown when the server %s", async (_, listener, reason, httpStatus) => {
    const exchange = await send(await connect(listener));
    expect(exchange.outcome).toMatchObject({ type: "unknown", reason });
    expect(exchange.httpStatus).toBe(httpStatus);
  });

  it("keeps what came before a broken answer broke off", async () => {
    const exchange = await send(await connect(BAD[1]?.[1] ?? (() => undefined)));
    expect(new TextDecoder().decode(exchange.raw ?? undefined)).toBe(ACCEPTED.slice(0, -40));
  });

  it.each([
    ["never answers", () => undefined],
    [
      "sends a byte now and then",
      ((_, response) => {
        response.writeHead(200, XML);
        const timer = setInterval(() => response.write(" "), 20);
        response.on("close", () => clearInterval(timer));
      }) satisfies RequestListener,
    ],
  ])("gives up at the deadline when the server %s", async (_, listener) => {
    const startMs = performance.now();
    const exchange = await send(await connect(listener, 200));
    expect(exchange.outcome).toMatchObject({ type: "unknown", reason: "timeout" });
    expect(performance.now() - startMs).toBeLessThan(15_000);
  });

  it("calls it unknown when no server listens", async () => {
    const client = await connect(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    expect((await send(client)).outcome).toMatchObject({ type: "unknown", reason: "network" });
    expect((await client.getAcquirer("13", "1")).outcome).toMatchObject({ type: "unknown", reason: "network" });
  });

  it("refuses an address off the list before anything is sent", () => {
    const options = { signer, now: () => START_MS, fetch };
    expect(() => createAuthorityClient({ ...options, baseUrl: "https://example.com" })).toThrow(/address/);
  });
});
