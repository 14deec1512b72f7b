// Reads texts as amounts of v2: each is the number that it writes with one point, and those that look like thousands are named.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { readNote } from "../../src/api/note/request.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import { readTicket } from "../../src/api/ticket/request.ts";
import { readBody } from "../support/support-body.ts";

const read = (unit: unknown) => readInvoice(readBody({ items: [{ unit }] }), "v2");
const messagesOf = (unit: unknown) => read(unit).remarks.map(({ message }) => message);
const looksLike = (whole: string, decimals: string) =>
  whole.length <= 3 && !whole.startsWith("0") && decimals.length === 3;

describe("a text of thousands, as Colombia writes them", () => {
  it.each([
    ["25.000", "25", "25000"],
    ["1.500", "1.5", "1500"],
    ["1.250", "1.25", "1250"],
    ["999.990", "999.99", "999990"],
    ["100.010", "100.01", "100010"],
    ["19.999", "19.999", "19999"],
    ["1.555", "1.555", "1555"],
    [" 25.000 ", "25", "25000"],
  ])("is read with its point, and named with what it may mean: %j", (text, plain, thousands) => {
    const said = `se leyó ${plain}: el punto separa decimales. Si quería decir ${thousands}, envíe "${thousands}"; si no, envíe el número ${plain}`;
    expect(messagesOf(text)).toEqual([expect.stringContaining(said)]);
    expect([...messagesOf(Number(plain)), ...messagesOf(thousands)]).toEqual([]);
  });

  it.each([
    "25",
    "25.0",
    "25.00",
    "25.0000",
    "19.99",
    "0.500",
    "0.000",
    "025.000",
    "1234.500",
    "25000",
    "25000.000",
    "1.000.000",
    "25,000",
    "",
    "x",
    25,
    1.5,
  ])("is not what another text or a number is: %j", (value) => {
    expect(messagesOf(value)).toEqual([]);
  });

  it("is any of one to three digits and three decimals, and nothing else; of a quantity, only with a zero at its end", () => {
    const digits = (most: number) =>
      fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: most });
    fc.assert(
      fc.property(digits(5), digits(5), (whole, decimals) => {
        const text = `${whole}.${decimals}`;
        const items = [{ unit: text, cant: text, otros_impuestos: [{ mililitros: text }] }];
        const { remarks } = readInvoice(readBody({ items }), "v2");
        const ofMoney = looksLike(whole, decimals) ? ["unit"] : [];
        const ofQuantity = ofMoney.length > 0 && decimals.endsWith("0") ? ["cant", "mililitros"] : [];
        expect(remarks.map(({ path }) => path.split(".").at(-1)).sort()).toEqual([...ofQuantity, ...ofMoney]);
      }),
      {
        numRuns: 500,
        examples: [
          ["25", "000"],
          ["0", "500"],
          ["1", "500"],
          ["1", "255"],
        ],
      },
    );
  });

  it("is named wherever an amount or a quantity stands, as the client spells the place, and is no percentage", () => {
    const text = "25.000";
    const { remarks } = readInvoice(
      readBody({
        total: text,
        descuentos: [{ valor: text, porcentaje: text }],
        items: [
          { unit: "1" },
          { cant: text, unit_input: text, iva: text, otros_impuestos: [{ valor_unitario: text }] },
        ],
        metadatos: { valor: text },
        desconocido: text,
      }),
      "v2",
    );
    expect(remarks.map(({ path }) => path).sort()).toEqual([
      "descuentos.0.valor",
      "items.1.cant",
      "items.1.otros_impuestos.0.valor_unitario",
      "items.1.unit_input",
      "total",
    ]);
  });

  it.each([
    ["a ticket", () => readTicket(readBody({ items: [{ unit: "25.000" }] }), TERMS), "items.0.unit"],
    ["a credit note", () => readNote(readBody({ items: [{ linea: 1, unit: "25.000" }] }), "91"), "items.0.unit"],
    ["a debit note", () => readNote(readBody({ items: [{ unit: "25.000" }] }), "92"), "items.0.unit"],
    ["a ticket's credit note", () => readNote(readBody({ total: "25.000" }), "94"), "total"],
    ["a ticket's debit note", () => readNote(readBody({ total: "25.000" }), "93"), "total"],
    ["an adjustment note", () => readNote(readBody({ items: [{ base: "25.000" }] }), "95"), "items.0.base"],
    ["a support document", () => readSupportDocument(readBody({ items: [{ base: "25.000" }] }), "v2"), "items.0.base"],
  ] as const)("is named in %s", (_, request, path) => {
    expect(request().remarks.map((remark) => remark.path)).toEqual([path]);
  });

  it("is listed a hundred times, and counted from there", () => {
    const items = Array.from({ length: 150 }, () => ({ unit: "25.000" }));
    const { remarks } = readInvoice(readBody({ items }), "v2");
    expect([remarks.length, remarks.at(-1)?.standsFor]).toEqual([101, 50]);
  });

  it("is refused by v1, which reads no text for an amount and remarks on nothing", () => {
    const invoice = readInvoice(readBody({ items: [{ unit: "25.000" }] }));
    const purchase = readSupportDocument(readBody({ items: [{ precio_unitario: "25.000" }] }));
    expect([invoice.remarks, purchase.remarks]).toEqual([[], []]);
    expect(invoice.typeErrors.map(({ path }) => path)).toContain("items.0.unit");
    expect(purchase.typeErrors.map(({ path }) => path)).toContain("items.0.precio_unitario");
  });
});

const TERMS = { maker: { person: "Ana", company: "Cajas", product: "Caja" }, limit: null };
