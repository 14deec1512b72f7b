// Tests idempotency keys in the body: what a reader cannot see, or a client has spoiled, is refused.
import { describe, expect, it } from "vitest";
import { KINDS } from "../support/kind.ts";
import { LOOK_ALIKES } from "../support/look-alike.ts";
import { createTenant } from "../support/tenant.ts";

const NAMES = { dse: "request_key", fe: "draft_key" } as const;

describe.each(KINDS)("a key in the body of $title", ({ module, sample, post }) => {
  it.each([
    ["is refused when the reader of the client has spoiled it", "compra-\ufffd", "U+FFFD"],
    ...["compra\n", "\tcompra", "com\u0000pra", ...LOOK_ALIKES].map((key) => [
      `is refused with characters that cannot be seen, also at its ends: ${JSON.stringify(key)}`,
      key,
      "",
    ]),
  ])("%s", async (_, key, says) => {
    const path = NAMES[module];
    expect(await post(await createTenant(), null, sample({ [path]: key }))).toMatchObject({
      status: 400,
      body: { code: "invalid_idempotency_key", details: [{ path, message: expect.stringContaining(says) }] },
    });
  });
});
