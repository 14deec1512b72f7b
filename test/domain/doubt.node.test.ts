// What a sound draft says that its sender probably did not mean, guessed from the figures alone.
import { describe, expect, it } from "vitest";
import { readJsonObject } from "../../src/api/field/json.ts";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { describeProblem } from "../../src/api/message/refusal.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import { findDoubts } from "../../src/domain/doubt/doubt.ts";
import type { InvoiceDraft } from "../../src/domain/draft/draft.ts";
import { invoiceDraft, lineDraft } from "../support/company.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";

function bodyOf(value: object) {
  return readJsonObject(new TextEncoder().encode(JSON.stringify(value)));
}

function ofInvoice(changes: Partial<InvoiceDraft>): readonly string[] {
  const { naming } = readInvoice(bodyOf(sampleInvoice()));
  const details = findDoubts(invoiceDraft(changes)).map((doubt) => describeProblem(doubt, naming));
  return details.map(({ path, rule, message }) => `${path} ${rule} ${message}`);
}

const usd = (appliedRate: string | null, officialRate: string | null = null) => ({
  currency: { code: "USD", appliedRate, officialRate, rateDate: "2026-03-04" },
});

describe("doubts about an invoice", () => {
  it.each<[string, Partial<InvoiceDraft>, string[]]>([
    ["none about a usual one", {}, []],
    [
      "a rate that is a fraction",
      { lines: [lineDraft(), lineDraft({ taxRate: "0.19" })] },
      ["items.1.iva 2.3 El campo `items.1.iva` es 0.19: se cobra 0.19 %. ¿Quiso decir 19?"],
    ],
    [
      "a further rate that is a fraction",
      { lines: [lineDraft({ otherTaxes: [{ code: "04", rate: "0.08", unitAmount: null, millilitres: null }] })] },
      [
        "items.0.otros_impuestos.0.tarifa 10 El campo `items.0.otros_impuestos.0.tarifa` es 0.08: se cobra 0.08 %. ¿Quiso decir 8?",
      ],
    ],
    [
      "discounts and charges that are fractions",
      {
        lines: [lineDraft({ discountPercent: "0.1" })],
        discounts: [{ amount: null, percent: "0.15", reason: null, code: null }],
        charges: [{ amount: "0.5", percent: null, reason: null, code: null }],
      },
      [
        "items.0.descuento_porcentaje 7 El campo `items.0.descuento_porcentaje` es 0.1, es decir 0.1 %. ¿Quiso decir 10?",
        "descuentos.0.porcentaje 7 El campo `descuentos.0.porcentaje` es 0.15, es decir 0.15 %. ¿Quiso decir 15?",
      ],
    ],
    ["none about ICA, whose rates are below one", { lines: [lineDraft({ taxRate: "0.966", taxCode: "03" })] }, []],
    ["none about no tax", { lines: [lineDraft({ taxRate: "0", taxIncluded: true })] }, []],
    [
      "a tax that the base is said to include",
      { lines: [lineDraft({ unitPrice: "4500", taxIncluded: true })] },
      [
        "items.0.iva_incluido 2.3 El campo `items.0.iva_incluido` es true, pero sin `items.0.unit_input`: `items.0.unit` es el valor base y el impuesto se suma encima. Si 4500 ya incluye el impuesto, envíelo en `items.0.unit_input` y no en `items.0.unit`.",
      ],
    ],
    [
      "none where the price with its tax comes too",
      { lines: [lineDraft({ unitPrice: null, inputPrice: "4500", taxIncluded: true })] },
      [],
    ],
    [
      "pesos per dollar the other way round",
      usd("0.00025"),
      [
        "currency.applied_rate 2.7 El campo `currency.applied_rate` es 0.00025: son pesos por unidad de la moneda, no al revés. ¿Quiso decir 4000?",
      ],
    ],
    [
      "the same of the official rate",
      usd(null, "0.0002436"),
      [
        "currency.official_trm 2.7 El campo `currency.official_trm` es 0.0002436: son pesos por unidad de la moneda, no al revés. ¿Quiso decir 4105.09?",
      ],
    ],
    ["none about a usual rate", usd("4105.32"), []],
  ])("%s", (_, changes, expected) => {
    expect(ofInvoice(changes)).toEqual(expected);
  });
});

function ofSupportLine(line: object, more: object = {}): readonly string[] {
  const items = [{ codigo: "50201706", cantidad: 10, precio_unitario: 12000, ...line }];
  const { draft, naming } = readSupportDocument(bodyOf(sampleSupportDocument({ items, ...more })));
  if (draft === undefined) return ["refused"];
  const details = findDoubts(draft).map((doubt) => describeProblem(doubt, naming));
  return details.map(({ path, message }) => `${path} ${message}`);
}

describe("doubts about a support document", () => {
  const asked = (name: string, sent: string, tax: string) =>
    `items.0.${name} El campo \`items.0.${name}\` es ${sent}: es dinero, así que el impuesto de la línea es ${tax}. ¿Quiso decir \`items.0.porcentaje_iva\`: 19?`;
  const zero = (name: string, sent: string) =>
    `items.0.${name} El campo \`items.0.${name}\` es ${sent}: la línea no tiene valor, y como precio de referencia, que la autoridad pide mayor que cero, el documento lleva 0.01 con el tipo "otro valor".`;
  it.each<[string, Readonly<Record<string, unknown>>, string[]]>([
    ["none about a percentage", { porcentaje_iva: 19 }, []],
    ["none about the tax in money", { iva: 22800 }, []],
    ["a percentage where money stands", { iva: 19 }, [asked("iva", "19", "19.00")]],
    ["a fraction where money stands", { impuesto: 0.19 }, [asked("impuesto", "0.19", "0.19")]],
    ["none where the money is that percentage", { cantidad: 1, precio_unitario: 100, iva: 19 }, []],
    [
      "a percentage that is a fraction",
      { porcentaje_iva: 0.19 },
      ["items.0.porcentaje_iva El campo `items.0.porcentaje_iva` es 0.19: se cobra 0.19 %. ¿Quiso decir 19?"],
    ],
    ["a price of zero", { precio_unitario: 0 }, [zero("precio_unitario", "0")]],
    [
      "one that is printed as zero",
      { cantidad: 1, precio_unitario: 0.0000001 },
      [zero("precio_unitario", "0.0000001")],
    ],
    ["a value of zero", { precio_unitario: undefined, base: 0 }, [zero("base", "0")]],
    ["none about a quantity too small for a cent", { cantidad: 0.001, precio_unitario: 1 }, []],
  ])("%s", (_, line, expected) => {
    expect(ofSupportLine(line)).toEqual(expected);
  });

  const supplier = sampleSupportDocument().proveedor as object;
  const card =
    'proveedor.nit El campo `proveedor.nit` es "8001345363" con tipo 13 (cédula), y las cédulas de diez dígitos empiezan por 1. ' +
    '¿Es el NIT 800134536 con su dígito de verificación? Entonces envíe "31" en `proveedor.tipo_documento`, "800134536" y "3" en `proveedor.dv`.';
  it.each<[string, object, string[]]>([
    ["a card that is a NIT with its check digit", { tipo_documento: "13", nit: "8001345363" }, [card]],
    ["a NIT of which the type is not said", { tipo_documento: undefined, nit: "8001345363" }, [card]],
    ["none where its check digit stands beside it", { tipo_documento: "13", nit: "8001345363", dv: "0" }, []],
    ["none about a card that ends otherwise", { tipo_documento: "13", nit: "8001345364" }, []],
    ["none about a card that ends so by chance", { tipo_documento: "13", nit: "1000000028" }, []],
    ["none about a foreigner's card", { tipo_documento: "22", nit: "8001345363" }, []],
  ])("%s", (_, changes, expected) => {
    expect(ofSupportLine({}, { proveedor: { ...supplier, dv: undefined, ...changes } })).toEqual(expected);
  });

  it("pesos per euro the other way round", () => {
    expect(ofSupportLine({}, { moneda: "EUR", tasa_cambio: 0.0002 })).toEqual([
      "tasa_cambio El campo `tasa_cambio` es 0.0002: son pesos por unidad de la moneda, no al revés. ¿Quiso decir 5000?",
    ]);
    expect(ofSupportLine({}, { moneda: "IDR", tasa_cambio: 0.25 })).toEqual([]);
  });
});
