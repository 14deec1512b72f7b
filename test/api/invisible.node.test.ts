// Tests that an invisible character in a code, a date, a number of identification or a choice is refused where it stands, never
// dropped.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAcquirerQuestion } from "../../src/api/acquirer/request.ts";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { readNote } from "../../src/api/note/request.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import { isJsonObject, type JsonValue } from "../../src/domain/json.ts";
import { cases } from "../support/cases.ts";
import { type Fields, ITEM, readBody, SUPPLIER, supportBody } from "../support/support-body.ts";

const INVISIBLE = [
  "\n",
  "\r",
  "\t",
  "\v",
  "\f",
  "\u0000",
  "\u001b",
  "\u0085",
  "\u200b",
  "\u202e",
  "\u2028",
  "\u2029",
  "\ufeff",
];
/** Free text, which may be of several lines or loses the blanks at its ends. */
const FREE: readonly string[] = [
  ...["nombre", "nombre_comercial", "direccion", "municipio", "departamento", "telefono", "descripcion", "tax_name"],
  ...["desc", "observaciones", "motivo", "receptor.email"],
];

const FULL_SUPPLIER: Fields = {
  ...SUPPLIER,
  dv: "8",
  regimen: "O-49",
  authority_tax_scheme_code: "ZZ",
  pais: "CO",
  codigo_postal: "110111",
};
const FULL_ITEM: Fields = { ...ITEM, unidad_medida: "EA", cost_center_code: "CC-1" };
const SUPPORT_DOCUMENT = supportBody({
  ...{ hora: "08:09:10", moneda: "COP", forma_generacion: "1", forma_pago: "1", medio_pago_codigo: "10" },
  ...{ fecha_vencimiento: "2026-03-04", fecha_vencimiento_contable: "2026-03-04", tipo_authority: "05" },
  ...{ fecha_inicio_periodo: "2026-03-04", fecha_fin_periodo: "2026-03-04" },
  proveedor: FULL_SUPPLIER,
  items: [FULL_ITEM],
  retenciones: [
    { retention_key: "renta", authority_tax_code: "06", tax_name: "ReteRenta", base_mode: "base", percent: 2.5 },
  ],
});
const INVOICE: Fields = {
  receptor: {
    ...{ tipo_doc: "31", numero_doc: "800134536", nombre: "Cliente SA" },
    ...{ email: "compras@example.org", direccion: "CARRERA 4" },
  },
  items: [{ desc: "Servicio", cant: 1, unit: 100, iva: 19, codigo_impuesto: "01" }],
  payment: { form: "credito", method_id: "7", means_code: "10", due_date: "2026-04-01" },
  aiu: { enabled: true, contract_base: 1000, tax_rate: 19, iva_base_mode: "UTILIDAD", utilidad_percent: 5 },
  withholdings: [{ type: "RETEICA", base_mode: "total", percent: 1 }],
  currency: { commercial_currency: "USD", applied_rate: 4000, rate_date: "2026-03-04" },
  fecha_emision: "2026-03-04",
  observaciones: "Orden 4471",
};
const { receptor, items, payment, currency } = INVOICE;
/** All that may name what is corrected, together: the reader does not choose. */
const INVOICE_NOTE: Fields = {
  ...{ receptor, items, payment, currency, fecha_emision: "2026-03-04", observaciones: "Remisión 118" },
  factura: { numero: "SETP990000101", cufe: "a1".repeat(48), fecha: "2026-02-27", tipo: "01" },
  periodo: { fecha_inicio: "2026-02-01", fecha_fin: "2026-02-28" },
  concepto: "1",
  motivo: "Devolución",
};
const ADJUSTMENT_NOTE: Fields = {
  ...{ proveedor: FULL_SUPPLIER, items: [FULL_ITEM], moneda: "USD", fecha_tasa_cambio: "2026-03-04" },
  ...{ forma_pago: "1", medio_pago_codigo: "10", fecha_vencimiento: "2026-03-04", fecha_emision: "2026-03-04" },
  documento: { numero: "DS12", cuds: "a1".repeat(48), fecha: "2026-02-27" },
  concepto: "1",
  motivo: "Devolución",
  observaciones: "Remisión 118",
};
const ACQUIRER: Fields = { identification_type: "31", identification_number: "900373115" };

const BODIES = {
  "a support document": [SUPPORT_DOCUMENT, (body) => readSupportDocument(body).typeErrors],
  "an invoice": [INVOICE, (body) => readInvoice(body).typeErrors],
  "a credit note": [INVOICE_NOTE, (body) => readNote(body, "91").typeErrors],
  "a debit note": [INVOICE_NOTE, (body) => readNote(body, "92").typeErrors],
  "an adjustment note": [ADJUSTMENT_NOTE, (body) => readNote(body, "95").typeErrors],
  "get-acquirer": [ACQUIRER, (body) => readAcquirerQuestion(body).problems],
} as const satisfies Record<
  string,
  readonly [Fields, (body: ReturnType<typeof readBody>) => readonly { readonly path: string }[]]
>;

/** Paths of every text of a body. */
function listTexts(value: JsonValue, path = ""): string[] {
  if (typeof value === "string") return [path];
  if (!Array.isArray(value) && !isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => listTexts(inner, path === "" ? name : `${path}.${name}`));
}

const isFree = (path: string) => FREE.includes(path) || FREE.includes(path.split(".").at(-1) ?? "");

/** A copy with the text at a path changed. */
function changeAt(value: unknown, [name, ...rest]: readonly string[], change: (text: string) => string): unknown {
  if (name === undefined) return change(String(value));
  const copy: Record<string, unknown> = { ...(value as Fields) };
  copy[name] = changeAt(copy[name], rest, change);
  return Array.isArray(value) ? Object.values(copy) : copy;
}

describe.each(Object.entries(BODIES))("%s", (_, [body, read]) => {
  const texts = listTexts(readBody(body));
  /** What stands for something else. */
  const codes = texts.filter((path) => !isFree(path));
  const pathsOf = (changed: unknown) => read(readBody(changed as Fields)).map(({ path }) => path);

  it("is sound as it stands, and has codes", () => {
    expect(pathsOf(body)).toEqual([]);
    expect(codes.length).toBeGreaterThanOrEqual(2);
  });

  it.each(codes)("has no invisible character in %s", (path) => {
    const steps = path.split(".");
    fc.assert(
      fc.property(fc.constantFrom(...INVISIBLE), fc.nat(40), (character, drawn) => {
        const changed = changeAt(body, steps, (text) => {
          const at = drawn % (text.length + 1);
          return text.slice(0, at) + character + text.slice(at);
        });
        expect(pathsOf(changed)).toEqual([path]);
      }),
      { numRuns: cases(60) },
    );
  });

  it.each(codes)("may have blanks at the ends of %s", (path) => {
    expect(pathsOf(changeAt(body, path.split("."), (text) => ` ${text}  `))).toEqual([]);
  });

  it.each(texts.filter(isFree))("is as it is with a blank where nothing in %s is visible", (path) => {
    const steps = path.split(".");
    const blank = pathsOf(changeAt(body, steps, () => " "));
    expect(pathsOf(changeAt(body, steps, () => "\u200b \u00ad\u2060"))).toEqual(blank);
  });
});
