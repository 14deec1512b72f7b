// Tests tokens of links: what was written is read again, and nothing else is read at all.
import fc from "fast-check";
import { expect, it } from "vitest";
import { readPeppers } from "../../src/store/company/clients.ts";
import { readLinkToken, writeLinkToken } from "../../src/store/secret/link-token.ts";

const NEWEST = `2:${btoa("a key of links, of 32 bytes, new")}`;
const OLDER = `1:${btoa("a key of links, of 32 bytes, old")}`;
const BOTH = readPeppers(`${NEWEST},${OLDER}`, "LINK_KEY");
const SAMPLE = { companyId: 12, documentId: 104_233, generation: 0, lastDay: 21_000 };

const number = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const target = fc.record({ companyId: number, documentId: number, generation: number, lastDay: number });

it("a token says what it was made for, whatever the numbers", async () => {
  await fc.assert(
    fc.asyncProperty(target, async (one) => {
      expect(await readLinkToken(BOTH, await writeLinkToken(BOTH, one))).toEqual(one);
    }),
  );
});

it("a token of the older key is read while that is kept, and not afterwards", async () => {
  const token = await writeLinkToken(readPeppers(OLDER), SAMPLE);
  expect(await readLinkToken(BOTH, token)).toEqual(SAMPLE);
  expect(await readLinkToken(readPeppers(NEWEST), token)).toBeUndefined();
  const same = readPeppers(OLDER.replace("1:", "2:"));
  expect(await readLinkToken(same, token)).toBeUndefined();
});

it("is short, and no change of one character is read", async () => {
  const token = await writeLinkToken(BOTH, SAMPLE);
  expect(token).toMatch(/^[A-Za-z0-9_-]{28,40}$/);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ %";
  for (const [at] of [...token].entries()) {
    for (const letter of letters) {
      const altered = token.slice(0, at) + letter + token.slice(at + 1);
      if (altered !== token) expect(await readLinkToken(BOTH, altered), altered).toBeUndefined();
    }
  }
});

it.each(["", "A", "A".repeat(28), "A".repeat(76), "_".repeat(76), "A".repeat(10_000)])(
  "%j is no token",
  async (text) => {
    expect(await readLinkToken(BOTH, text)).toBeUndefined();
  },
);

it("a secret of another form is named and not repeated", () => {
  expect(() => readPeppers("1:secreto", "LINK_KEY")).toThrow(/^LINK_KEY is not version:base64/);
});
