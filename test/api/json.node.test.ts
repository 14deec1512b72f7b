// Tests the strict JSON reader: exact values, and refusals that say where and why.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../src/api/base/error.ts";
import { MAX_VALUES, readJson } from "../../src/api/field/json.ts";
import { JsonNumber, type JsonValue } from "../../src/domain/value/json.ts";
import { cases } from "../support/cases.ts";

const encoder = new TextEncoder();

function read(text: string): JsonValue {
  return readJson(encoder.encode(text));
}

function refusalOf(bytes: Uint8Array): ApiError {
  try {
    readJson(bytes);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("the body was accepted");
}

describe("numbers keep their exact value", () => {
  it.each([
    ["1", "1"],
    ["1.0", "1"],
    ["-0", "0"],
    ["0.000", "0"],
    ["1e2", "100"],
    ["1E+2", "100"],
    ["12.50", "12.5"],
    ["0.001", "0.001"],
    ["1.5e-3", "0.0015"],
    ["123456789012345", "123456789012345"],
    ["0.100000000000000000000", "0.1"],
    ["100000000000000000000", "100000000000000000000"],
    ["-12.340e1", "-123.4"],
  ])("%s is %s", (source, text) => {
    expect(read(`[${source}]`)).toEqual([new JsonNumber(source, text)]);
  });

  it.each([
    ["1234567890123456789", "1234567890123456789"],
    ["0.12345678901234567890", "0.1234567890123456789"],
    ["1e400", "1e400"],
    ["0.01E+402", "1e400"],
    ["-10e-400", "-1e-399"],
    ["1e30", "1e30"],
  ])("%s is %s, also where a double would change it", (source, text) => {
    expect(read(`[${source}]`)).toEqual([new JsonNumber(source, text)]);
  });

  it.each(["1e1234567890", "1e-1234567890"])("%s is too much", (source) => {
    const refusal = refusalOf(encoder.encode(`{"a":{"b":[1,${source}]}}`));
    expect(refusal.code).toBe("invalid_json");
    expect(refusal.details.map(({ path }) => path)).toEqual(["a.b.1"]);
  });
});

describe("what is not strict JSON is refused", () => {
  it.each([
    ["nothing", ""],
    ["blanks", " \n"],
    ["a cut object", '{"a":1'],
    ["a cut text", '{"a":"b'],
    ["text after the value", "{} x"],
    ["a second value", "{}{}"],
    ["a trailing comma", "[1,]"],
    ["a comment", "{/* */}"],
    ["single quotes", "{'a':1}"],
    ["a bare name", "{a:1}"],
    ["NaN", "[NaN]"],
    ["a leading zero", "[01]"],
    ["a leading point", "[.5]"],
    ["a plus sign", "[+1]"],
    ["a raw line break in a text", '["a\nb"]'],
    ["a wrong escape", '["\\x41"]'],
    ["a capital literal", "[True]"],
    ["21 levels", "[".repeat(21) + "]".repeat(21)],
  ])("%s", (_name, text) => {
    expect(refusalOf(encoder.encode(text)).code).toBe("invalid_json");
  });

  it("a byte order mark, and bytes that are not UTF-8", () => {
    expect(refusalOf(Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])).message).toContain("BOM");
    expect(refusalOf(Uint8Array.from([0x5b, 0x22, 0xff, 0x22, 0x5d])).message).toContain("UTF-8");
  });

  it("a hundred thousand values are read, one more is not", () => {
    // The list itself is one of them.
    const elements = (count: number) => encoder.encode(`[${"[],".repeat(count - 1)}[]]`);
    expect(readJson(elements(MAX_VALUES - 1))).toHaveLength(MAX_VALUES - 1);
    const refusal = refusalOf(elements(MAX_VALUES));
    expect(refusal.code).toBe("invalid_json");
    expect(refusal.message).toContain("se superan 100000 valores");
  });

  it("20 levels are fine", () => {
    expect(() => read("[".repeat(20) + "]".repeat(20))).not.toThrow();
  });

  it("the sentence says line and column", () => {
    expect(refusalOf(encoder.encode('{\n  "a": tru\n}')).message).toContain("línea 2, columna 8");
  });
});

describe("traps are refused, all of them at once", () => {
  it("duplicate names, reserved names, lone surrogates", () => {
    const refusal = refusalOf(
      encoder.encode('{"a":1,"a":1,"b":{"__proto__":{},"constructor":1},"c":["\\ud800"],"prototype":2}'),
    );
    expect(refusal.details.map(({ path }) => path)).toEqual(["a", "b.__proto__", "b.constructor", "c.0", "prototype"]);
  });

  it("no name is special in what is read", () => {
    const value = read('{"toString":1}') as Readonly<Record<string, unknown>>;
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.keys(value)).toEqual(["toString"]);
  });
});

describe("combining marks", () => {
  const marks = (count: number) => "\u0315\u0316".repeat(count).slice(0, count);
  it.each([
    ["in a value", (text: string) => `{"a":["e${text}"]}`, "a.0"],
    ["in a name", (text: string) => `{"e":{"${text}":1}}`, `e.${marks(31)}`],
    [
      "as escapes",
      (text: string) => `{"a":"${[...text].map((one) => `\\u0${one.charCodeAt(0).toString(16)}`).join("")}"}`,
      "a",
    ],
    ["half as escapes", (text: string) => `{"a":"${text.slice(0, 20)}\\u0315${text.slice(21)}"}`, "a"],
  ])("%s: thirty in a row are text, more are refused", (_, write, path) => {
    expect(() => read(write(marks(30)))).not.toThrow();
    const refusal = refusalOf(encoder.encode(write(marks(31))));
    expect(refusal).toMatchObject({ code: "invalid_json" });
    expect(refusal.details).toHaveLength(1);
    expect(refusal.details[0]?.path).toBe(path);
    expect(refusal.message).toContain("30 marcas combinantes");
  });
});

describe("any bytes", () => {
  it("give a value or a refusal, nothing else", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.string().map((text) => encoder.encode(text)),
        ),
        (bytes) => {
          try {
            readJson(bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
          }
        },
      ),
      { numRuns: cases(2_000) },
    );
  });

  it("that JSON.parse reads alike are read alike", () => {
    const value = fc.jsonValue({ noUnicodeString: false, maxDepth: 6 });
    fc.assert(
      fc.property(value, (json) => {
        const text = JSON.stringify(json);
        const plain = (one: JsonValue): unknown => {
          if (one instanceof JsonNumber) return Number(one.text);
          if (Array.isArray(one)) return one.map(plain);
          if (one === null || typeof one !== "object") return one;
          return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, plain(member)]));
        };
        try {
          expect(plain(read(text))).toEqual(JSON.parse(text, (_name, one) => (Object.is(one, -0) ? 0 : one)));
        } catch (error) {
          // The reserved names.
          if (!(error instanceof ApiError)) throw error;
        }
      }),
      { numRuns: cases(1_000) },
    );
  });
});
