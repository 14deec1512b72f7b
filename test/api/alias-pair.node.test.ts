// Tests two names of one field in one body: the same value under both is that value, and two values are refused, for every
// field.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACQUIRER_ALIASES, readAcquirerQuestion } from "../../src/api/acquirer/request.ts";
import type { AliasTable } from "../../src/api/field/name.ts";
import { INVOICE_ALIASES, readInvoice } from "../../src/api/invoice/request.ts";
import { ADJUSTMENT_NOTE_ALIASES, INVOICE_NOTE_ALIASES, readNote } from "../../src/api/note/request.ts";
import {
  readSupportDocument,
  SUPPORT_DOCUMENT_ALIASES,
  SUPPORT_DOCUMENT_ALIASES_OF_V1,
} from "../../src/api/support-document/request.ts";
import type { JsonObject } from "../../src/domain/value/json.ts";
import { cases } from "../support/cases.ts";
import { type Fields, ITEM, readBody, SUPPLIER, supportBody } from "../support/support-body.ts";

/** A field of a request: where it is, every name of it, and two sound values that differ. */
type Row = readonly [at: string, names: readonly string[], one: unknown, other: unknown];

const ACQUIRER: readonly Row[] = [
  ["", ["identification_type", "tipo_doc", "tipo_documento"], "13", "31"],
  ["", ["identification_number", "numero_doc", "numero_documento"], "900373115", "800134536"],
];
const ADJUSTMENT_NOTE: readonly Row[] = [
  ["", ["forma_pago", "payment_type"], "1", "2"],
  ["", ["medio_pago_codigo", "payment_means_code"], "10", "42"],
  ["", ["fecha_vencimiento", "payment_due_date"], "2026-03-04", "2026-03-05"],
  ["", ["retenciones", "withholdings"], [], [{ authority_tax_code: "06", tax_name: "ReteRenta", percent: 1 }]],
  ["proveedor", ["nit", "numero_documento"], "1020304050", "800134536"],
  ["items", ["base_imponible", "base"], 100000, 100000.01],
  ["items", ["cost_center_code", "centro_costo_codigo"], "CC-1", "CC-2"],
];
const SUPPORT_DOCUMENT: readonly Row[] = [
  ...ADJUSTMENT_NOTE,
  ["", ["fecha_documento", "fecha"], "2026-03-04", "2026-03-03"],
  ["", ["fecha_inicio_periodo", "period_start_date"], "2026-03-04", "2026-03-03"],
  ["", ["fecha_fin_periodo", "period_end_date"], "2026-03-04", "2026-03-03"],
  ["retenciones", ["retention_key", "type", "tipo"], "renta", "ica"],
  ["retenciones", ["authority_tax_code", "codigo_authority"], "06", "07"],
  ["retenciones", ["tax_name", "nombre"], "ReteRenta", "ReteICA"],
  ["retenciones", ["base_mode", "modo_base"], "subtotal", "total"],
  ["retenciones", ["base_amount", "base"], 100000, 1000],
  ["retenciones", ["percent", "porcentaje"], 2.5, 2.50001],
  ["retenciones", ["amount", "valor"], 2500, 2500.01],
  ["retenciones", ["enabled", "activa"], true, false],
];
const INVOICE: readonly Row[] = [["items", ["codigo_impuesto", "tax_code"], "01", "04"]];
const INVOICE_NOTE: readonly Row[] = [...INVOICE, ["", ["withholdings", "retenciones"], [], ["x"]]];

/** A line of an invoice. */
const SALE: Fields = { desc: "Servicio", cant: 1, unit: 100, iva: 19 };
const RETENTION: Fields = { authority_tax_code: "06", tax_name: "ReteRenta", percent: 2.5, amount: 2500 };

interface Body {
  readonly aliases: AliasTable;
  readonly rows: readonly Row[];
  /** A sound body that says nothing yet in the place of a row. */
  readonly base: Fields;
  readonly read: (body: JsonObject) => readonly { readonly path: string }[];
}

const BODIES: Readonly<Record<string, Body>> = {
  "get-acquirer (2.11)": {
    aliases: ACQUIRER_ALIASES,
    rows: ACQUIRER,
    base: { identification_type: "13", identification_number: "900373115" },
    read: (body) => readAcquirerQuestion(body).problems,
  },
  "a support document (2.12 to 2.15)": {
    aliases: SUPPORT_DOCUMENT_ALIASES_OF_V1,
    rows: [...SUPPORT_DOCUMENT, ["items", ["impuesto", "iva"], 19000, 19]],
    base: supportBody({ proveedor: SUPPLIER, items: [ITEM], retenciones: [RETENTION] }),
    read: (body) => readSupportDocument(body).typeErrors,
  },
  "a support document of v2": {
    aliases: SUPPORT_DOCUMENT_ALIASES,
    rows: SUPPORT_DOCUMENT,
    base: supportBody({ proveedor: SUPPLIER, items: [ITEM], retenciones: [RETENTION] }),
    read: (body) => readSupportDocument(body, "v2").typeErrors,
  },
  "an invoice (2.3)": {
    aliases: INVOICE_ALIASES,
    rows: INVOICE,
    base: {
      receptor: { tipo_doc: "31", numero_doc: "800134536", nombre: "Cliente SA" },
      items: [SALE],
    },
    read: (body) => readInvoice(body).typeErrors,
  },
  "a credit note": {
    aliases: INVOICE_NOTE_ALIASES,
    rows: INVOICE_NOTE,
    base: { factura_id: 1, concepto: "1", items: [SALE] },
    read: (body) => readNote(body, "91").typeErrors,
  },
  "a debit note": {
    aliases: INVOICE_NOTE_ALIASES,
    rows: INVOICE_NOTE,
    base: { factura_id: 1, concepto: "1", items: [SALE] },
    read: (body) => readNote(body, "92").typeErrors,
  },
  "an adjustment note": {
    aliases: ADJUSTMENT_NOTE_ALIASES,
    rows: ADJUSTMENT_NOTE,
    base: { documento_id: 1, concepto: "1", proveedor: SUPPLIER, items: [ITEM] },
    read: (body) => readNote(body, "95").typeErrors,
  },
};

/** The body with members put at the row's place, in their order, instead of what the row's names said. */
function put(base: Fields, [at, names]: Row, members: readonly (readonly [string, unknown])[]): Fields {
  const change = (one: unknown): Fields => ({
    ...Object.fromEntries(Object.entries(one as Fields).filter(([name]) => !names.includes(name))),
    ...Object.fromEntries(members),
  });
  if (at === "") return change(base);
  const inner = base[at];
  return { ...base, [at]: Array.isArray(inner) ? inner.map(change) : change(inner) };
}

/** Names of a table and of what is inside it, as `place name canonical`, but those that give way (`label`). */
function listAliases({ names, lesser = [], nested = {} }: AliasTable, at = ""): string[] {
  const own = Object.entries(names).filter(([name]) => !lesser.includes(name));
  return [
    ...own.map(([name, canonical]) => `${at} ${name} ${canonical}`),
    ...Object.entries(nested).flatMap(([member, table]) => listAliases(table, member)),
  ];
}

describe.each(Object.entries(BODIES))("%s", (_, { aliases, rows, base, read }) => {
  const pathsOf = (body: Fields) => read(readBody(body)).map(({ path }) => path);
  const pairs = rows.flatMap((row) =>
    row[1].flatMap((first) => row[1].filter((name) => name !== first).map((second) => ({ row, first, second }))),
  );

  it("has exactly these other names", () => {
    const known = rows.flatMap(([at, [canonical = "", ...others]]) =>
      others.map((name) => `${at} ${name} ${canonical}`),
    );
    expect(known.sort()).toEqual(listAliases(aliases).sort());
  });

  it.each(pairs)("$first beside $second", ({ row, first, second }) => {
    const [at, , one, other] = row;
    const place = Array.isArray(base[at]) ? `${at}.0.` : at === "" ? "" : `${at}.`;
    const contradictionsOf = (members: readonly (readonly [string, unknown])[]) =>
      pathsOf(put(base, row, members)).filter((path) => path === `${place}${second}`);
    fc.assert(
      fc.property(fc.constantFrom(one, other, null, " "), fc.constantFrom(one, other, null, " "), (given, beside) => {
        const isSaid = (value: unknown) => value === one || value === other;
        const disagrees = isSaid(given) && isSaid(beside) && given !== beside;
        const found = contradictionsOf([
          [first, given],
          [second, beside],
        ]);
        // Blank under both names is no value at all, which a mandatory field misses under either.
        if (isSaid(given) || isSaid(beside)) expect(found).toEqual(disagrees ? [`${place}${second}`] : []);
      }),
      { numRuns: cases(60) },
    );
  });
});

describe("a withholding switched off under one name and on under the other", () => {
  it.each([
    [{ enabled: true, activa: false }, "activa"],
    [{ activa: false, enabled: true }, "enabled"],
    [{ enabled: false, activa: true, percent: "no número" }, "activa"],
    [{ enabled: false, activa: 0 }, "activa"],
  ])("is refused, not skipped: %j", (flags, name) => {
    for (const list of ["retenciones", "withholdings"]) {
      const body = readBody(supportBody({ [list]: [{ ...RETENTION, ...flags }] }));
      expect(readSupportDocument(body).typeErrors.map(({ path }) => path)).toEqual([`${list}.0.${name}`]);
    }
  });
});
