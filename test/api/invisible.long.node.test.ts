// Tests every character that cannot be seen in every text of every body: refused in a code, a date, a number of identification or a
// choice; in free text a control is refused, and what displays as nothing is dropped.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAcquirerQuestion } from "../../src/api/acquirer/request.ts";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { readNote } from "../../src/api/note/request.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import { isJsonObject, type JsonValue } from "../../src/domain/value/json.ts";
import { cases } from "../support/cases.ts";
import { type Fields, ITEM, readBody, SUPPLIER, supportBody } from "../support/support-body.ts";

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place));
/** Control characters without line ends and tab, and what stands for a lost letter. */
const CONTROLS = [...range(0x00, 0x08), "\v", "\f", ...range(0x0e, 0x1f), ...range(0x7f, 0x9f), "\ufffd"];
/** Zero-width characters, marks of direction, and others that display as nothing. */
const NOTHING = [
  ...["\u00ad", "\u034f", "\u061c", "\u115f", "\u1160", "\u17b4", "\u180e", "\u3164", "\uffa0", "\ufeff"],
  ...range(0x200b, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x206f),
  ...range(0xfe00, 0xfe0f),
  ...range(0xfff9, 0xfffb),
  ...["\u{1bca0}", "\u{1d173}", "\u{e0001}", "\u{e0041}", "\u{e0100}"],
];
const INVISIBLE = ["\n", "\r", "\t", "\u2028", "\u2029", ...CONTROLS, ...NOTHING];
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

/** What a reader makes of a body. */
interface Read {
  readonly problems: readonly { readonly path: string }[];
  /** What will be signed. */
  readonly draft: unknown;
}

const toRead = ({ typeErrors, draft }: { typeErrors: Read["problems"]; draft: unknown }): Read => {
  return { problems: typeErrors, draft };
};

const BODIES = {
  "a support document": [SUPPORT_DOCUMENT, (body) => toRead(readSupportDocument(body))],
  "an invoice": [INVOICE, (body) => toRead(readInvoice(body))],
  "a credit note": [INVOICE_NOTE, (body) => toRead(readNote(body, "91"))],
  "a debit note": [INVOICE_NOTE, (body) => toRead(readNote(body, "92"))],
  "an adjustment note": [ADJUSTMENT_NOTE, (body) => toRead(readNote(body, "95"))],
  "get-acquirer": [
    ACQUIRER,
    (body) => {
      const { problems, question } = readAcquirerQuestion(body);
      return { problems, draft: question };
    },
  ],
} as const satisfies Record<string, readonly [Fields, (body: ReturnType<typeof readBody>) => Read]>;

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

const insertAt = (text: string, place: number, character: string) =>
  text.slice(0, place) + character + text.slice(place);

describe.each(Object.entries(BODIES))("%s", (_, [body, read]) => {
  const texts = listTexts(readBody(body));
  /** What stands for something else. */
  const codes = texts.filter((path) => !isFree(path));
  const pathsOf = (changed: unknown) => read(readBody(changed as Fields)).problems.map(({ path }) => path);
  const draftOf = (changed: unknown) => read(readBody(changed as Fields)).draft;

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

  it.each(texts.filter(isFree))("has no control character in %s", (path) => {
    for (const character of CONTROLS) {
      for (const place of [0, 1, 99]) {
        const spoiled = changeAt(body, path.split("."), (text) => insertAt(text, place, character));
        expect([character.codePointAt(0), place, pathsOf(spoiled)]).toEqual([character.codePointAt(0), place, [path]]);
      }
    }
  });

  it.each(texts.filter(isFree))("is what it is without what cannot be seen in %s", (path) => {
    const sound = draftOf(body);
    for (const character of NOTHING) {
      for (const place of [0, 1, 99]) {
        const changed = changeAt(body, path.split("."), (text) => insertAt(text, place, character));
        expect([character.codePointAt(0), place, draftOf(changed)]).toEqual([character.codePointAt(0), place, sound]);
      }
    }
  });

  it.each(texts.filter(isFree))("is what it is without the blanks at the ends of %s", (path) => {
    const changed = changeAt(body, path.split("."), (text) => ` \u00a0\n\t${text}\r\n\u3000 `);
    expect(draftOf(changed)).toEqual(draftOf(body));
  });

  it.each(texts.filter(isFree))("is as it is with a blank where nothing in %s is visible", (path) => {
    const steps = path.split(".");
    const blank = pathsOf(changeAt(body, steps, () => " "));
    expect(pathsOf(changeAt(body, steps, () => "\u200b \u00ad\u2060"))).toEqual(blank);
  });
});
