// Tests that every field of the answers about invoices, receivers and methods is there, and of its type.
import { beforeAll, describe, expect, it } from "vitest";
import { get, postInvoice } from "../support/api.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createTenant } from "../support/tenant.ts";

type Json = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isInteger: Check = (value) => Number.isSafeInteger(value);
const isText: Check = (value) => typeof value === "string";
const isBoolean: Check = (value) => typeof value === "boolean";
const isMoney: Check = (value) => typeof value === "string" && /^\d+\.\d{2}$/.test(value);
const isDecimal: Check = (value) => typeof value === "string" && /^\d+(\.\d+)?$/.test(value);
const isObject: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isFilledList: Check = (value) => Array.isArray(value) && value.length > 0;
const isFiscalId: Check = (value) => typeof value === "string" && /^[0-9a-f]{96}$/.test(value);
const isDateTime: Check = (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const orAbsent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

interface Records {
  readonly creation: Json;
  readonly doc: Json;
  readonly listed: Json;
  readonly receiver: Json;
  readonly item: Json;
  readonly thirdParty: Json;
  readonly method: Json;
}

let records: Records;

beforeAll(async () => {
  const tenant = await createTenant();
  const creation = (await postInvoice(tenant, sampleInvoice())).body;
  const { doc } = (await get(tenant, `/fe/docs/${creation.factura_id}`)).body;
  const [listed] = (await get(tenant, "/fe/docs")).body.docs;
  const [thirdParty] = (await get(tenant, "/fe/terceros")).body.terceros;
  const [method] = (await get(tenant, "/fe/payment-methods")).body.payment_methods;
  records = { creation, doc, listed, receiver: doc.tercero, item: doc.items[0], thirdParty, method };
});

const RECORD: readonly [string, Check][] = [
  ["id", isInteger],
  ["company_id", isInteger],
  ["tipo_authority", isText],
  ["prefijo", isText],
  ["consecutivo", isInteger],
  ["estado_authority", isText],
  ["cufe", isFiscalId],
  ["es_habilitacion", isBoolean],
  ["subtotal", isMoney],
  ["impuestos", isMoney],
  ["total", isMoney],
  ["moneda", isText],
  ["fecha_emision", isDateTime],
  ["fecha_vencimiento", orNull(isText)],
  ["xml_path", isText],
  ["track_id", orNull(isText)],
  ["zip_key", orAbsent(isText)],
  ["tercero", isObject],
];
const RECEIVER: readonly [string, Check][] = [
  ["id", isInteger],
  ["nombre", isText],
  ["tipo_documento", isText],
  ["numero_documento", isText],
  ["email", isText],
];

const FIELDS: readonly [keyof Records, string, readonly [string, Check][]][] = [
  [
    "creation",
    "2.8",
    [
      ["ok", isBoolean],
      ["factura_id", isInteger],
      ["cufe", isFiscalId],
      ["estado", isText],
      ["enviado", isBoolean],
    ],
  ],
  ["doc", "2.9", [...RECORD, ["items", isFilledList]]],
  ["listed", "2.9 in a list", RECORD],
  ["receiver", "2.9 tercero", RECEIVER],
  [
    "item",
    "2.9 items",
    [
      ["id", isInteger],
      ["descripcion", isText],
      ["cantidad", isDecimal],
      ["valor_unitario", isDecimal],
      ["descuento", isMoney],
      ["base_imponible", isMoney],
      ["impuesto", isMoney],
      ["tipo_impuesto", isText],
      ["codigo_impuesto", isText],
    ],
  ],
  ["thirdParty", "2.10", [...RECEIVER, ["direccion", isText]]],
  [
    "method",
    "2.4",
    [
      ["id", isInteger],
      ["payment_form", (value) => value === "contado" || value === "credito"],
      ["label", isText],
      ["payment_means_code", isText],
      ["payment_means_name", isText],
      ["is_active", isBoolean],
      ["is_default", isBoolean],
    ],
  ],
];

describe.each(FIELDS)("%s (%s)", (name, _, fields) => {
  it.each(fields)("%s is there, of its type", (field, check) => {
    const value = records[name][field];
    expect(check(value), `${field} is ${JSON.stringify(value)}`).toBe(true);
  });
});

it("the values are those of the invoice that was asked for", () => {
  expect(records.doc).toMatchObject({
    tipo_authority: "01",
    estado_authority: "aceptado",
    es_habilitacion: false,
    moneda: "COP",
    total: "119000.00",
    tercero: { nombre: "Cliente de Prueba SA", tipo_documento: "31", numero_documento: "800134536" },
    items: [
      {
        descripcion: "Servicio de soporte",
        valor_unitario: "50000.00",
        descuento: "0.00",
        base_imponible: "100000.00",
        impuesto: "19000.00",
        tipo_impuesto: "IVA",
        codigo_impuesto: "01",
      },
    ],
  });
  expect(Number(records.item.cantidad)).toBe(2);
  expect(records.doc.cufe).toBe(records.creation.cufe);
  expect(records.listed).not.toHaveProperty("items");
});
