// Tests the security header: what is computed once, what changes with time, and what each variant signs.
import { beforeAll, describe, expect, it } from "vitest";
import { buildSoapRequest, SECURITY_VARIANTS } from "../../src/authority/soap.ts";
import type { Signer } from "../../src/signature/xmldsig.ts";
import { makeSigner } from "../support/signer.ts";

let signer: Signer;
beforeAll(async () => {
  ({ signer } = await makeSigner());
});

const FIRST_MS = Date.parse("2026-11-20T13:00:00.900Z");

function build(
  variant: (typeof SECURITY_VARIANTS)[number],
  instantMs: number,
  endpoint = "http://authority.test/s.svc",
) {
  return buildSoapRequest({ signer, endpoint, variant }, "GetStatus", { trackId: "a<b" }, instantMs);
}

const readValue = (body: string) => /<ds:SignatureValue>([^<]*)</.exec(body)?.[1];

describe("the security header", () => {
  it.each(SECURITY_VARIANTS)("is valid for 300 s from the instant given, in UTC, variant %s", async (variant) => {
    const { body } = await build(variant, FIRST_MS);
    expect(body).toContain(
      "<wsu:Created>2026-11-20T13:00:00Z</wsu:Created><wsu:Expires>2026-11-20T13:05:00Z</wsu:Expires>",
    );
  });

  it.each(["plain", "no-prefix-list"] as const)(
    "of variant %s is signed once per certificate and endpoint",
    async (variant) => {
      const first = readValue((await build(variant, FIRST_MS)).body);
      expect(readValue((await build(variant, FIRST_MS + 60_000)).body)).toBe(first);
      expect(readValue((await build(variant, FIRST_MS, "http://other.test/s.svc")).body)).not.toBe(first);
      const { signer: other } = await makeSigner();
      const context = { signer: other, endpoint: "http://authority.test/s.svc", variant };
      const request = await buildSoapRequest(context, "GetStatus", { trackId: "a<b" }, FIRST_MS);
      expect(readValue(request.body)).not.toBe(first);
    },
  );

  it("of variant thumbprint is signed anew, since it covers the timestamp", async () => {
    const first = readValue((await build("thumbprint", FIRST_MS)).body);
    expect(readValue((await build("thumbprint", FIRST_MS)).body)).toBe(first);
    expect(readValue((await build("thumbprint", FIRST_MS + 1000)).body)).not.toBe(first);
  });

  it("keeps its cache bounded and still gives the same value", async () => {
    const first = readValue((await build("plain", FIRST_MS)).body);
    for (let index = 0; index < 20; index += 1) await build("plain", FIRST_MS, `http://a${index}.test/s.svc`);
    expect(readValue((await build("plain", FIRST_MS)).body)).toBe(first);
  });

  it("escapes the values of the call", async () => {
    expect((await build("plain", FIRST_MS)).body).toContain("<wcf:trackId>a&lt;b</wcf:trackId>");
  });
});
