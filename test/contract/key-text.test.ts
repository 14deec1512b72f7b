// Tests idempotency keys in the body: what a reader cannot see, or a client has spoiled, is refused.
import { describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { LOOK_ALIKES } from "../support/look-alike.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant } from "../support/tenant.ts";

const KINDS = [
  { kind: "dse", path: "/dse/documentos", sample: sampleSupportDocument, name: "request_key" },
  { kind: "fe", path: "/fe/facturas", sample: sampleInvoice, name: "draft_key" },
];

describe.each(KINDS)("a key in the body of $kind", ({ path, sample, name }) => {
  it.each([
    ["is refused when the reader of the client has spoiled it", "compra-\ufffd", "U+FFFD"],
    ...["compra\n", "\tcompra", "com\u0000pra", ...LOOK_ALIKES].map((key) => [
      `is refused with characters that cannot be seen, also at its ends: ${JSON.stringify(key)}`,
      key,
      "",
    ]),
  ])("%s", async (_, key, says) => {
    const { companyId, token } = await createTenant();
    const body = sample({ [name]: key });
    expect(await call("POST", `/companies/${companyId}${path}`, body, { token })).toMatchObject({
      status: 400,
      body: { code: "invalid_idempotency_key", details: [{ path: name, message: expect.stringContaining(says) }] },
    });
  });
});
