// Compares what becomes of characters that the typeface lacks with a table, and the list that the service has with all of Unicode.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDrawable } from "../../renderer/pdf/characters.ts";
import { isInTypeface } from "../../renderer/pdf/typesetter.ts";
import printable from "../../src/domain/doubt/printable-characters.json" with { type: "json" };
import { hasTools } from "../support/foreign-tool.ts";
import { KINDS } from "../ubl/kinds.ts";
import { draw, selectText, signText } from "./drawing.ts";
import { isDrawn, listPrintable } from "./list-printable.ts";

const TEXTS: readonly (readonly [what: string, text: string, drawn: string])[] = [
  ["Spanish stays", "Ñandú & Cía. ¿Qué? 12 m² a 1½ €", "Ñandú & Cía. ¿Qué? 12 m² a 1½ €"],
  ["a zero-width space is dropped", "Ca\u200bfé", "Café"],
  ["a soft hyphen is dropped", "arren\u00addamiento", "arrendamiento"],
  ["marks of direction and joiners are dropped", "\u202aA\u202c\u200e\u200dB\u2060\ufeff", "AB"],
  ["a variation selector is dropped", "№\ufe0f 7", "No 7"],
  ["controls are dropped", "b\u007fc\u0092d", "bcd"],
  ["a hyphen that does not break is a hyphen", "covid\u201119 y A\u2010B", "covid-19 y A-B"],
  ["ligatures are their letters", "o\ufb01cina a\ufb04uente", "oficina affluente"],
  ["wide forms are plain", "ＡＢＣ１２３", "ABC123"],
  ["units in one character are written out", "5㎏ 20℃ ㎡", "5kg 20°C m2"],
  ["fractions keep apart from the number before them", "1⅓ taza", "1 1/3 taza"],
  ["raised figures stay raised", "10⁹", "10^9"],
  ["accents as far as the typeface has them", "Nguyễn Thị Ánh, Đỗ", "Nguyên Thi Ánh, Đô"],
  ["accents that come apart are put together", "Nguye\u0302\u0303n A\u0301", "Nguyên Á"],
  ["an accent on a letter that never has it is dropped", "x\u0303y", "xy"],
  ["letters of mathematics are letters", "𝐀𝒷𝟙", "Ab1"],
  ["what has no plain form stays, and is drawn as a box", "中 ≠ 🧾", "中 ≠ 🧾"],
];

it.each(TEXTS)("%s", (_, text, drawn) => expect(toDrawable(text, isInTypeface)).toBe(drawn));

it("the service's list has every character of Unicode that is not drawn as a box", () => {
  expect(printable.ranges).toBe(listPrintable());
});

it("a text has a box exactly where one of its characters alone has one", () => {
  const anyPart = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("e", "n\u0303", "\u0302", "ﬁ", "ễ", "⅓", "中"),
  );
  fc.assert(
    fc.property(fc.array(anyPart), (parts) => {
      const text = parts.join("");
      expect(isDrawn(text)).toBe([...text].every(isDrawn));
    }),
    { numRuns: 2_000 },
  );
});

describe.skipIf(!hasTools("pdftotext"))("a drawing", () => {
  it.each(TEXTS)("shows it: %s", async (_, text, drawn) => {
    const kind = KINDS["fe-iva-19"];
    if (kind === undefined) throw new Error("no kind fe-iva-19");
    const xml = (await signText(kind)).replace("CLIENTE DE PRUEBA SA<", `${text.replaceAll("&", "&amp;")}<`);
    const { bytes, replaced } = draw(xml.replaceAll("<cbc:ProfileExecutionID>2<", "<cbc:ProfileExecutionID>1<"));
    const boxes = [...drawn].filter((character) => character !== " " && !isInTypeface(character)).length;
    expect(replaced).toBe(boxes);
    expect(selectText(bytes)).toContain(drawn.replace(/[中≠🧾]/gu, "\ufffd"));
  });
});
