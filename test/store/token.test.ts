// Tests token texts, their digests and their comparison, in the runtime that verifies them.
import { describe, expect, it } from "vitest";
import { createTokenText, digestToken, parseToken, readPeppers, verifyToken } from "../../src/store/company/clients.ts";

const OLD = `1:${btoa("an old pepper of thirty-two bytes")}`;
const NEW = `2:${btoa("a new pepper of thirty-two bytes!")}`;

describe("a token's text", () => {
  const token = createTokenText("produccion");

  it("has the agreed form and reads back", () => {
    expect(token.text).toMatch(/^fed_produccion_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    expect(parseToken(token.text)).toEqual({ id: token.id, secret: token.secret });
  });

  it.each([
    `fed_test_${"a".repeat(12)}_${"Z".repeat(43)}_116GsB`,
    "fed_produccion_0123456789ab_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg_4AeLY2",
  ])("of an earlier day still reads: %s", (text) => {
    const [, , id, secret] = text.split("_");
    expect(parseToken(text)).toEqual({ id, secret });
  });

  it("is refused offline with any one character changed", () => {
    for (let at = 0; at < token.text.length; at += 1) {
      const other = token.text[at] === "a" ? "b" : "a";
      expect(parseToken(token.text.slice(0, at) + other + token.text.slice(at + 1))).toBeUndefined();
    }
  });

  it.each(["", "fed_", "Bearer x", ` ${token.text}`, `${token.text}\n`, token.text.toUpperCase(), `${token.text}_`])(
    "is not %j",
    (text) => {
      expect(parseToken(text)).toBeUndefined();
    },
  );

  it("never repeats", () => {
    const texts = new Set(Array.from({ length: 1_000 }, () => createTokenText("test").text));
    expect(texts.size).toBe(1_000);
  });
});

describe("verification", () => {
  const token = createTokenText("test");

  it("holds for the digest under its own pepper, also after a rotation", async () => {
    const [old] = readPeppers(OLD);
    const stored = { digest: await digestToken(old, token.secret), pepperVersion: 1 };
    expect(await verifyToken(readPeppers(OLD), token.secret, stored)).toBe(true);
    expect(await verifyToken(readPeppers(`${NEW},${OLD}`), token.secret, stored)).toBe(true);
    expect(await verifyToken(readPeppers(NEW), token.secret, stored)).toBe(false);
  });

  it("fails for another secret, another version, a broken digest and an unknown token", async () => {
    const peppers = readPeppers(`${NEW},${OLD}`);
    const digest = await digestToken(peppers[0], token.secret);
    expect(await verifyToken(peppers, createTokenText("test").secret, { digest, pepperVersion: 2 })).toBe(false);
    expect(await verifyToken(peppers, token.secret, { digest, pepperVersion: 1 })).toBe(false);
    expect(await verifyToken(peppers, token.secret, { digest: "", pepperVersion: 2 })).toBe(false);
    expect(await verifyToken(peppers, token.secret, undefined)).toBe(false);
  });

  it.each(["", "secret", "1:", "x:AAAA", `${OLD},`])("peppers %j are refused without being repeated", (text) => {
    expect(() => readPeppers(text)).toThrow(/^TOKEN_PEPPER is not/);
  });
});
