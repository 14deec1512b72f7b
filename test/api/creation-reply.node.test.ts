// Tests answers to a creation that no running service of one release gives.
import { describe, expect, it } from "vitest";
import { replyToCreation } from "../../src/api/creation-reply.ts";
import type { IssueResult } from "../../src/issuance/command.ts";

/** What an object of the release before says while a new one is rolled out. */
const WORDED: IssueResult = JSON.parse(
  '{"type":"refused","code":"plan_exhausted","message":"El plan está agotado.","problems":[]}',
);

describe("a refusal in words, from an object of an earlier release", () => {
  it("is a 503 to be repeated with the same key, since nothing was consumed", () => {
    const wording = { describe: () => ({}), extra: {}, uncertain: "" };
    const naming = { kind: "invoice", spell: () => "" } as const;
    const reply = replyToCreation(WORDED, { requestId: "1", naming }, wording);
    expect(reply).toMatchObject({ status: 503, body: { ok: false, code: "unavailable" } });
  });
});
