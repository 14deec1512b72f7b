// Tests what the typed client writes and refuses to write, by the table of both clients and at any place of any body.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeBody } from "../../client/src/body.ts";
import { NotSentError } from "../../client/src/error.ts";
import { BODY_TABLE } from "./body-table.ts";

const ROWS = BODY_TABLE.flatMap(({ value, ...row }) => (value === undefined ? [] : [{ ...row, value }]));
const LOST = ROWS.filter(({ written }) => written === undefined);

describe("a body", () => {
  it.each(ROWS.filter(({ written }) => written !== undefined))("takes $what, exactly", ({ value, written }) => {
    expect(writeBody({ items: [{ unit: value() }] })).toBe(`{"items":[{"unit":${written}}]}`);
  });

  it.each(LOST)("is refused with $what, by the name of the member", ({ value }) => {
    const write = () => writeBody({ items: [{ unit: value() }] });
    expect(write).toThrow(NotSentError);
    expect(write).toThrow(/^nothing was sent: (?:items\[0\]\.unit|the body cannot be read)/);
  });

  it("is refused where the value is all of it", () => {
    for (const { value } of LOST) expect(() => writeBody(value() as object)).toThrow(NotSentError);
  });
});

const text = fc.string({ unit: "grapheme" });
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(null, true, false),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }),
    text,
    fc.array(tie("tree")),
    fc.dictionary(text, tie("tree")),
  ),
}));

describe("any body", () => {
  it("that JSON has is written as it is", () => {
    fc.assert(
      fc.property(fc.dictionary(text, tree), (body) => {
        expect(JSON.parse(writeBody(body))).toEqual(JSON.parse(JSON.stringify(body)));
      }),
    );
  });

  it("with one value that JSON loses, anywhere in it, is refused", () => {
    const place = fc.array(fc.oneof(fc.nat({ max: 3 }), text), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(place, fc.constantFrom(...LOST), tree, (steps, { value }, beside) => {
        const body = steps.reduceRight<unknown>(
          (inner, step) =>
            typeof step === "number"
              ? [...Array.from({ length: step }, () => beside), inner]
              : { beside, [step]: inner },
          value(),
        );
        expect(() => writeBody({ body })).toThrow(NotSentError);
      }),
    );
  });
});
