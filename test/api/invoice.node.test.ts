// Tests how bodies of POST fe/facturas are read: what each field becomes, under which names, and what does not fit.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../src/api/base/error.ts";
import { readJson } from "../../src/api/field/json.ts";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { describeProblem } from "../../src/api/message/refusal.ts";
import { isJsonObject } from "../../src/domain/value/json.ts";
import { cases } from "../support/cases.ts";

type Fields = Readonly<Record<string, unknown>>;

const ITEM = { desc: "Servicio", cant: 1, unit: 100, iva: 19 };
const SALE = { receptor: { tipo_doc: "31", numero_doc: "800134536", nombre: "Cliente SA" }, items: [ITEM] };

function read(text: string) {
  const body = readJson(new TextEncoder().encode(text));
  if (!isJsonObject(body)) throw new Error("the test's own body is no object");
  return readInvoice(body);
}

function draftOf(changes: Fields = {}) {
  const { draft, typeErrors } = read(JSON.stringify({ ...SALE, ...changes }));
  expect(typeErrors).toEqual([]);
  return draft;
}

function pathsOf(changes: Fields): readonly string[] {
  return read(JSON.stringify({ ...SALE, ...changes })).typeErrors.map((problem) => problem.path);
}

describe("a body becomes a draft", () => {
  it("whose absent fields are absent, not guessed", () => {
    expect(draftOf()).toEqual({
      kind: "invoice",
      receiver: {
        identificationType: "31",
        identificationNumber: "800134536",
        name: "Cliente SA",
        email: null,
        address: null,
        countryCode: null,
      },
      lines: [
        {
          description: "Servicio",
          quantity: "1",
          unitPrice: "100",
          inputPrice: null,
          taxRate: "19",
          taxIncluded: null,
          taxCode: null,
        },
      ],
      ...{ claimedSubtotal: null, claimedTaxes: null, claimedTotal: null, isContingency: false, issueDate: null },
      ...{ payment: null, aiu: null, withholdings: [], currency: null, notes: null },
    });
  });

  it.each<[string, Fields, Fields]>([
    [
      "null counts as absent",
      { payment: null, aiu: null, subtotal: null, fecha_emision: null, withholdings: null },
      { payment: null, aiu: null },
    ],
    ["blank texts count as absent", { observaciones: "  ", fecha_emision: "" }, { notes: null, issueDate: null }],
    [
      "codes and ids may be numbers",
      { payment: { method_id: "12", means_code: 10 } },
      { payment: { form: null, methodId: 12, meansCode: "10", dueDate: null } },
    ],
    [
      "an identification may be a number",
      { receptor: { tipo_doc: 13, numero_doc: 1020304 } },
      { receiver: { identificationType: "13", identificationNumber: "1020304", name: "", email: null, address: null } },
    ],
    [
      "`tax_code` is `codigo_impuesto`",
      { items: [{ ...ITEM, tax_code: "04" }] },
      { lines: [expect.objectContaining({ taxCode: "04" })] },
    ],
    ["a switched-off AIU is none, with any content", { aiu: { enabled: false, tax_rate: [] } }, { aiu: null }],
    [
      "an AIU's absent percentages are 0",
      { aiu: { enabled: true, contract_base: 10, tax_rate: 19, iva_base_mode: "utility" } },
      {
        aiu: {
          contractBase: "10",
          administrationPercent: "0",
          contingencyPercent: "0",
          profitPercent: "0",
          taxRate: "19",
          taxBaseMode: "UTILIDAD",
        },
      },
    ],
    [
      "a currency in lower case",
      { currency: { commercial_currency: "usd", applied_rate: 4000.5 } },
      { currency: { code: "USD", appliedRate: "4000.5", officialRate: null, rateDate: null } },
    ],
    [
      "line breaks stay in notes and descriptions",
      { observaciones: "a\nb", items: [{ ...ITEM, desc: "c\r\nd" }] },
      { notes: "a\nb", lines: [expect.objectContaining({ description: "c\r\nd" })] },
    ],
    ["unknown members are ignored", { _x: 1, otro: { y: [] }, receptor: { ...SALE.receptor, municipio: "05001" } }, {}],
  ])("%s", (_, changes, expected) => {
    expect(draftOf(changes)).toMatchObject(expected);
  });

  it("with numbers by their exact value", () => {
    const text = JSON.stringify(SALE).replace('"unit":100', '"unit":0.1e1').replace('"cant":1', '"cant":3.300');
    expect(read(text).draft?.lines[0]).toMatchObject({ unitPrice: "1", quantity: "3.3" });
  });
});

describe("what does not fit is named, all of it", () => {
  it.each<[string, Fields, readonly string[]]>([
    [
      "types",
      { items: [{ desc: 1, cant: "1", unit: "100", iva: null, iva_incluido: 1 }] },
      ["items.0.desc", "items.0.cant", "items.0.unit", "items.0.iva", "items.0.iva_incluido"],
    ],
    ["lists that are none", { items: {}, withholdings: "[]" }, ["items", "withholdings"]],
    ["objects that are none", { receptor: [], payment: "contado", currency: 1 }, ["receptor", "payment", "currency"]],
    [
      "what a withholding lacks",
      { withholdings: [{}] },
      ["withholdings.0.type", "withholdings.0.base_mode", "withholdings.0.percent"],
    ],
    ["what an AIU lacks", { aiu: { enabled: true } }, ["aiu.contract_base", "aiu.tax_rate", "aiu.iva_base_mode"]],
    [
      "an AIU that does not say whether it is one",
      { aiu: { contract_base: 1, tax_rate: 1, iva_base_mode: "UTILIDAD" } },
      ["aiu.enabled"],
    ],
    ["tokens of attachments, each", { attachment_tokens: ["a", "b"] }, ["attachment_tokens.0", "attachment_tokens.1"]],
    ["amounts below zero", { subtotal: -1, impuestos: -1, total: -1 }, ["subtotal", "impuestos", "total"]],
    ["a draft_key over its limit", { draft_key: "x".repeat(81) }, ["draft_key"]],
  ])("%s", (_, changes, expected) => {
    expect(pathsOf(changes)).toEqual(expected);
  });

  it("in the client's own spelling, also when the domain finds it", () => {
    const { naming } = read(JSON.stringify({ ...SALE, items: [{ ...ITEM, tax_code: "99" }] }));
    const field = ["lines", 0, "taxCode"] as const;
    expect(describeProblem({ field, reason: "tax-unknown", value: "99", rule: "FAX16" }, naming)).toEqual({
      path: "items.0.tax_code",
      message: 'El campo `items.0.tax_code` es "99", que no está en la lista de tributos de la autoridad.',
      rule: "FAX16",
    });
  });
});

describe("any JSON object", () => {
  const names = fc.constantFrom(
    ...[
      "receptor",
      "items",
      "payment",
      "aiu",
      "tipo_doc",
      "numero_doc",
      "nombre",
      "email",
      "desc",
      "cant",
      "unit",
      "iva",
    ],
    ...[
      "codigo_impuesto",
      "iva_incluido",
      "form",
      "means_code",
      "due_date",
      "fecha",
      "moneda",
      "retenciones",
      "enabled",
    ],
  );
  const { tree } = fc.letrec<{ tree: unknown; member: unknown }>((tie) => ({
    tree: fc.dictionary(names, tie("member"), { maxKeys: 8 }),
    member: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom("31", "01", "2026-03-04", "contado"),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.string(),
      tie("tree"),
      fc.array(tie("member"), { maxLength: 3 }),
    ),
  }));

  it("gives a draft or problems, and never throws anything but a refusal", () => {
    fc.assert(
      fc.property(tree, (changes) => {
        try {
          const { draft, typeErrors } = read(JSON.stringify({ ...SALE, ...(changes as Fields) }));
          expect(draft !== undefined || typeErrors.length > 0).toBe(true);
          for (const { message } of typeErrors) expect(message).toMatch(/^El (campo|cuerpo) .+\.$/su);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
      { numRuns: cases(2_000) },
    );
  });
});
