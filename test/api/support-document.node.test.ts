// Tests how bodies of POST dse/documentos are read: drafts with their defaults, or all the problems that the body alone shows.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../src/api/base/error.ts";
import { describeLine, fillSupplier } from "../../src/domain/default/default.ts";
import { cases } from "../support/cases.ts";
import { TODAY } from "../support/company.ts";
import {
  type Fields,
  ITEM,
  problemsOf,
  readBody,
  readJudged,
  SUPPLIER,
  supportBody,
  wirePathsOf,
  withItem,
  withSupplier,
} from "../support/support-body.ts";

function draftOf(changes: Fields = {}) {
  const { draft, details } = readJudged(readBody(supportBody(changes)));
  expect(details).toEqual([]);
  if (draft === undefined) throw new Error("no draft");
  return draft;
}

const MINIMAL = {
  proveedor: { nit: "1020304050", nombre: "María Pérez" },
  items: [{ codigo: "43211508", cantidad: 1, precio_unitario: 10 }],
};

describe("numbers of a client that computes in floating point", () => {
  it.each<[string, Fields, Fields]>([
    ["a quantity", { cantidad: 0.1 + 0.2 }, { quantity: "0.3" }],
    ["a quantity just below", { cantidad: 1.1 * 1.1 * 100 }, { quantity: "121" }],
    ["a price of sixteen decimals", { precio_unitario: 1 / 1.19 }, { unitPrice: "0.8403361344537815" }],
    [
      "a base of fifteen decimals",
      { precio_unitario: undefined, base_imponible: 10 / 1.19 },
      { base: "8.403361344537815" },
    ],
    ["a tax", { porcentaje_iva: undefined, impuesto: 57.00000000000001 }, { taxAmount: "57.00000000000001" }],
    ["a rate", { porcentaje_iva: 0.19 * 3 * 100 }, { taxRate: "57" }],
  ])("%s is read", (_name, changes, line) => {
    expect(draftOf(withItem(changes)).lines[0]).toMatchObject(line);
  });

  it("an invented precision is refused, not rounded", () => {
    expect(wirePathsOf(withItem({ cantidad: 1 / 3 }))).toEqual(["items.0.cantidad 2.14"]);
  });
});

describe("defaults", () => {
  const draft = draftOf(MINIMAL);

  it("fill what the header leaves out", () => {
    expect(draft).toMatchObject({
      documentDate: TODAY,
      time: null,
      currency: "COP",
      generationMode: "1",
      periodStart: null,
      periodEnd: null,
      paymentForm: null,
      paymentMeansCode: null,
      dueDate: null,
      accountingDueDate: null,
      withholdings: [],
    });
  });

  it("fill what the supplier leaves out", () => {
    expect(fillSupplier(draft.supplier)).toMatchObject({
      identificationType: "13",
      tradeName: "María Pérez",
      regime: "O-49",
      taxSchemeCode: "ZZ",
      countryCode: "CO",
      checkDigit: null,
      address: "Sin dirección informada",
    });
  });

  it("fill what the item leaves out", () => {
    expect(draft.lines).toMatchObject([{ unitCode: "EA", description: null, taxRate: null }]);
    expect(draft.lines.map(describeLine)).toEqual(["Bien o servicio UNSPSC 43211508"]);
  });

  it("count empty text and null as left out", () => {
    const blanks = { dv: "", email: "", telefono: " ", codigo_postal: null, regimen: "", tipo_documento: null };
    expect(draftOf({ fecha_vencimiento: "", hora: null, ...withSupplier(blanks) }).supplier.regime).toBeNull();
  });

  it("take NIU as EA", () => {
    expect(draftOf(withItem({ unidad_medida: "NIU" })).lines[0]?.unitCode).toBe("EA");
  });
});

describe("every other name of a field is that field", () => {
  it.each<[string, unknown, string, unknown]>([
    ["fecha", TODAY, "documentDate", TODAY],
    ["payment_type", "1", "paymentForm", "1"],
    ["payment_means_code", "42", "paymentMeansCode", "42"],
    ["payment_due_date", "2026-04-01", "dueDate", "2026-04-01"],
  ])("%s", (name, value, field, expected) => {
    expect(draftOf({ ...(name === "fecha" ? { fecha_documento: undefined } : {}), [name]: value })).toMatchObject({
      [field]: expected,
    });
  });

  it("the weekly period's", () => {
    const period = { forma_generacion: "2", period_start_date: "2026-02-23", period_end_date: "2026-03-01" };
    expect(draftOf(period)).toMatchObject({ periodStart: "2026-02-23", periodEnd: "2026-03-01" });
  });

  it("the supplier's and the item's", () => {
    const { nit, ...others } = SUPPLIER;
    expect(draftOf({ proveedor: { ...others, numero_documento: nit } }).supplier.identificationNumber).toBe(nit);
    const item = {
      precio_unitario: undefined,
      base: 100000,
      iva: 19000,
      porcentaje_iva: undefined,
      centro_costo_codigo: "A",
    };
    expect(draftOf(withItem(item)).lines).toMatchObject([{ base: "100000", taxAmount: "19000", costCenterCode: "A" }]);
  });

  it.each<[string, Fields]>([
    ["retention_key, authority_tax_code, tax_name", { retention_key: "K", authority_tax_code: "06", tax_name: "N" }],
    ["type, codigo_authority, nombre", { type: "K", codigo_authority: "06", nombre: "N" }],
    ["tipo, label", { tipo: "K", authority_tax_code: "06", label: "N" }],
    ["label beside a name", { tipo: "K", authority_tax_code: "06", label: "Retención 2.5 %", nombre: "N" }],
    ["a name beside a label", { tipo: "K", authority_tax_code: "06", tax_name: "N", label: "Retención 2.5 %" }],
    ["a label beside a blank name", { tipo: "K", authority_tax_code: "06", nombre: "", label: "N" }],
    ["a blank label", { tipo: "K", authority_tax_code: "06", label: " ", nombre: "N" }],
  ])("the withholding's: %s", (_names, fields) => {
    const values = { base_mode: "subtotal", base_amount: 100000, percent: 2.5, amount: 2500 };
    const others = { modo_base: "base", base: 100000, porcentaje: 2.5, valor: 2500, activa: true };
    const expected = [
      { key: "K", taxCode: "06", name: "N", baseMode: "subtotal", base: "100000", percent: "2.5", amount: "2500" },
    ];
    expect(draftOf({ retenciones: [{ ...fields, ...values }] }).withholdings).toMatchObject(expected);
    expect(draftOf({ withholdings: [{ ...fields, ...others }] }).withholdings).toMatchObject(expected);
  });

  it.each([
    ["subtotal", "subtotal"],
    ["base", "subtotal"],
    ["impuestos", "impuestos"],
    ["iva", "impuestos"],
    ["total", "total"],
    ["bruto", "total"],
  ])("base mode %s is %s", (sent, mode) => {
    const one = { authority_tax_code: "07", tax_name: "ICA", base_mode: sent, percent: 0.966 };
    expect(draftOf({ retenciones: [one] }).withholdings[0]?.baseMode).toBe(mode);
  });

  it("twice with one value is fine, with two values is not", () => {
    expect(wirePathsOf({ fecha: TODAY })).toEqual([]);
    expect(wirePathsOf({ fecha: "2026-03-05" })).toEqual(["fecha"]);
    expect(wirePathsOf(withSupplier({ numero_documento: "1" }))).toEqual(["proveedor.numero_documento"]);
    expect(wirePathsOf(withItem({ impuesto: 19000, iva: 19000.0 }))).toEqual([]);
    expect(wirePathsOf(withItem({ impuesto: 19000, iva: 19 }))).toEqual(["items.0.iva"]);
  });

  it("of a closed list may be blank, which is its absence", () => {
    for (const blank of ["", " "]) {
      const changes = { forma_pago: blank, forma_generacion: blank, tipo_authority: blank, moneda: blank };
      expect(draftOf(changes)).toMatchObject({ paymentForm: null, generationMode: "1", currency: "COP" });
    }
  });

  it("blank under one of its names contradicts nothing", () => {
    expect(wirePathsOf({ fecha_vencimiento: "", payment_due_date: TODAY })).toEqual([]);
    expect(wirePathsOf({ fecha_vencimiento: TODAY, payment_due_date: " " })).toEqual([]);
  });

  it.each<[string, Fields]>([
    ["enabled", { enabled: false }],
    ["activa", { activa: false }],
    ["both", { enabled: false, activa: false }],
    ["one beside a blank other", { enabled: null, activa: false }],
    ["both, with the rest contradicting itself", { enabled: false, activa: false, percent: 1, porcentaje: 2 }],
  ])("a withholding switched off by %s is skipped", (_, fields) => {
    const one = { authority_tax_code: "06", tax_name: "ReteRenta", percent: 2.5, ...fields };
    for (const name of ["retenciones", "withholdings"]) {
      expect(wirePathsOf({ [name]: [one] })).toEqual([]);
      expect(draftOf({ [name]: [one] }).withholdings).toEqual([]);
      expect(wirePathsOf({ [name]: [{ ...one, _note: 1 }] })).toEqual([`${name}.0._note 2.12`]);
    }
  });
});

describe("each field refuses what it is not", () => {
  it.each<[string, Fields, readonly string[]]>([
    ["no date", { fecha_documento: undefined }, ["fecha_documento"]],
    ["an impossible date", { fecha_documento: "2026-02-29" }, ["fecha_documento"]],
    ["a date with time", { fecha_documento: "2026-03-04T00:00:00" }, ["fecha_documento"]],
    ["an hour of 24", { hora: "24:00:00" }, ["hora"]],
    ["another offset", { hora: "10:00:00Z" }, ["hora"]],
    ["a currency of two letters", { moneda: "CO" }, ["moneda"]],
    ["an unknown currency", { moneda: "XYZ" }, ["moneda DSAD15a"]],
    ["mode 3", { forma_generacion: "3" }, ["forma_generacion"]],
    ["mode 1 as a number", { forma_generacion: 1 }, ["forma_generacion"]],
    ["payment form 3", { forma_pago: "3" }, ["forma_pago"]],
    ["a means of four digits", { medio_pago_codigo: "1000" }, ["medio_pago_codigo 2.12"]],
    ["a means with letters", { medio_pago_codigo: "ZZZ" }, ["medio_pago_codigo 2.12"]],
    ["a means off the list", { medio_pago_codigo: "999" }, ["medio_pago_codigo DSAN03"]],
    ["type 01", { tipo_authority: "01" }, ["tipo_authority"]],
    ["no supplier", { proveedor: undefined }, ["proveedor"]],
    ["a supplier that is a text", { proveedor: "María" }, ["proveedor"]],
    ["a supplier that is a number", { proveedor: 5 }, ["proveedor"]],
    ["no items", { items: undefined }, ["items"]],
    ["an empty list of items", { items: [] }, ["items"]],
    ["items that are an object", { items: ITEM }, ["items"]],
    ["an item that is null", { items: [null] }, ["items.0"]],
    ["withholdings that are an object", { retenciones: {} }, ["retenciones"]],
    ["a withholding that is null", { retenciones: [null] }, ["retenciones.0"]],
    [
      "a name beginning with _",
      { _a: 1, proveedor: { ...SUPPLIER, _b: 1 }, items: [{ ...ITEM, _c: { _d: 1 } }] },
      ["proveedor._b 2.12", "items.0._c 2.12", "items.0._c._d 2.12", "_a 2.12"],
    ],
  ])("%s", (_name, changes, paths) => {
    expect(wirePathsOf(changes)).toEqual(paths);
  });

  it.each<[string, Fields, readonly string[]]>([
    ["seven digits", { codigo: "4321150" }, ["codigo 2.14"]],
    ["nine digits", { codigo: "432115081" }, ["codigo 2.14"]],
    ["letters", { codigo: "4321150A" }, ["codigo 2.14"]],
    ["other digits", { codigo: "４３２１１５０８" }, ["codigo 2.14"]],
    ["a number", { codigo: 43211508 }, ["codigo 2.14"]],
    ["no code", { codigo: undefined }, ["codigo 2.14"]],
    ["a quantity of 0", { cantidad: 0 }, ["cantidad 2.14"]],
    ["a negative quantity", { cantidad: -1 }, ["cantidad 2.14"]],
    ["a quoted quantity", { cantidad: "1" }, ["cantidad 2.14"]],
    ["no quantity", { cantidad: null }, ["cantidad 2.14"]],
    ["seven decimals", { cantidad: 1.0000001 }, ["cantidad 2.14"]],
    ["a negative price", { precio_unitario: -0.01 }, ["precio_unitario 2.14"]],
    ["neither price nor base", { precio_unitario: undefined }, ["precio_unitario 2.14"]],
    ["a unit off the list", { unidad_medida: "ZZZZ" }, ["unidad_medida FBB05"]],
    ["a rate over 100", { porcentaje_iva: 101 }, ["porcentaje_iva 2.14"]],
    ["a rate of seven decimals", { porcentaje_iva: 8.1234567 }, ["porcentaje_iva 2.14"]],
    ["a cost center of 0", { cost_center_id: 0 }, ["cost_center_id"]],
    ["a description with a control character", { descripcion: "a\u0007b" }, ["descripcion"]],
    ["a description with what stands for a lost letter", { descripcion: "a\ufffdb" }, ["descripcion"]],
  ])("an item with %s", (_name, changes, fields) => {
    expect(wirePathsOf(withItem(changes))).toEqual(fields.map((field) => `items.0.${field}`));
  });

  it.each<[string, Fields, readonly string[]]>([
    ["no number", { nit: undefined }, ["nit"]],
    ["letters in a resident's number", { nit: "AB123" }, ["nit DSAJ24a"]],
    ["no name", { nombre: "  " }, ["nombre"]],
    ["a line break in the name", { nombre: "a\nb" }, ["nombre"]],
    ["a name of 451 letters", { nombre: "ñ".repeat(451) }, ["nombre"]],
    ["a wrong check digit", { dv: "1" }, ["dv DSAJ24b"]],
    ["a check digit of two digits", { dv: "12" }, ["dv"]],
    ["an unknown type", { tipo_documento: "99" }, ["tipo_documento DSAJ25a"]],
    ["an unknown responsibility", { regimen: "O-99" }, ["regimen DSAJ26"]],
    ["an unknown tax scheme", { authority_tax_scheme_code: "02" }, ["authority_tax_scheme_code DSAJ40"]],
    ["an unknown municipality", { codigo_municipio: "99999" }, ["codigo_municipio DSAJ09"]],
    ["another municipality's name", { municipio: "Medellín" }, ["municipio DSAJ10"]],
    [
      "a name that several have, without its code",
      { codigo_municipio: undefined, municipio: "San Pedro" },
      ["codigo_municipio DSAJ09"],
    ],
    ["another department", { codigo_departamento: "05" }, ["codigo_departamento DSAJ12"]],
    ["another department's name", { departamento: "Antioquia" }, ["departamento DSAJ11"]],
    ["an unknown country", { pais: "ZZ" }, ["pais DSAJ16"]],
    ["a postal code of five digits", { codigo_postal: "11011" }, ["codigo_postal DSAJ73"]],
    ["no at sign", { email: "maria" }, ["email"]],
  ])("a supplier with %s", (_name, changes, fields) => {
    expect(wirePathsOf(withSupplier(changes))).toEqual(fields.map((field) => `proveedor.${field}`));
  });

  it("a supplier abroad has other rules", () => {
    const abroad = {
      pais: "us",
      tipo_documento: "42",
      nit: "EIN-12 3456789",
      municipio: "Miami",
      codigo_municipio: undefined,
      departamento: "Florida",
      codigo_departamento: undefined,
      codigo_postal: "33101",
    };
    expect(wirePathsOf(withSupplier(abroad))).toEqual([]);
    expect(wirePathsOf(withSupplier({ ...abroad, tipo_documento: "13" }))).toEqual([
      "proveedor.tipo_documento DSAJ25a",
    ]);
    expect(wirePathsOf(withSupplier({ ...abroad, dv: "1" }))).toEqual(["proveedor.dv DSAJ24b"]);
  });
});

describe("messages", () => {
  it("name the field as the client spelled it, what came and what is expected", () => {
    const body = supportBody({
      fecha_documento: undefined,
      fecha: TODAY,
      payment_type: "2",
      payment_due_date: "2026-03-01",
      withholdings: [{ codigo_authority: "6", nombre: "x", porcentaje: 1 }],
    });
    expect(readJudged(readBody(body)).details.map(({ message }) => message)).toEqual([
      'El campo `withholdings.0.codigo_authority` debe ser "05", "06" o "07"; se recibió "6".',
      `El campo \`payment_due_date\` no puede ser anterior a fecha (${TODAY}); se recibió "2026-03-01".`,
    ]);
  });

  it("come all at once, from every part of the body", () => {
    const changes = {
      _x: 1,
      fecha_vencimiento_contable: "2026-01-01",
      tipo_authority: "05",
      proveedor: { ...SUPPLIER, dv: "1", pais: 7 },
      items: [
        { ...ITEM, codigo: "1" },
        { codigo: "43211508", cantidad: 1 },
      ],
      retenciones: [{ authority_tax_code: "06" }],
    };
    expect(wirePathsOf(changes)).toEqual([
      "_x 2.12",
      "proveedor.pais",
      "items.0.codigo 2.14",
      "retenciones.0.tax_name 2.15.4",
      "fecha_vencimiento_contable 2.12",
      "items.1.precio_unitario 2.14",
    ]);
  });
});

describe("any JSON object", () => {
  const names = fc.constantFrom(
    "fecha",
    "fecha_documento",
    "proveedor",
    "items",
    "retenciones",
    "nit",
    "nombre",
    "codigo",
    "cantidad",
    "precio_unitario",
    "base",
    "iva",
    "percent",
    "authority_tax_code",
    "tax_name",
    "enabled",
  );
  const { tree } = fc.letrec<{ tree: unknown; member: unknown }>((tie) => ({
    tree: fc.dictionary(names, tie("member"), { maxKeys: 8 }),
    member: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom("43211508", TODAY, "05", "1020304050"),
      fc.integer(),
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
          const { draft, typeErrors, details } = readJudged(readBody({ ...supportBody(), ...(changes as Fields) }));
          expect(draft !== undefined || typeErrors.length > 0).toBe(true);
          for (const { message } of details) expect(message).toMatch(/^El (campo|cuerpo) .+\.$/su);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
      { numRuns: cases(2_000) },
    );
  });
});

describe("a problem that names several fields", () => {
  const withholding = (nombre: string, code: string): Fields => ({
    ...{ tipo: "k", codigo_authority: code, nombre, porcentaje: 1, modo_base: "subtotal" },
  });

  it.each<[string, Fields, string, string]>([
    [
      "of a period",
      { forma_generacion: "2", period_start_date: "2026-02-20", period_end_date: "2026-03-01" },
      "period_end_date",
      "abarca con period_start_date 10 días calendario",
    ],
    ["of the payment", { payment_type: "2" }, "fecha_vencimiento", 'con payment_type "2"'],
    [
      "of two withholdings",
      { withholdings: [withholding("forma_pago", "06"), withholding("n", "07")] },
      "withholdings.1.tipo",
      'repite la clave "k" de `withholdings.0`',
    ],
  ])("names each as the client spelled it: %s", (_, changes, path, part) => {
    const { details } = readJudged(readBody(supportBody(changes)));
    const [problem, ...others] = [...details, ...problemsOf(changes)];
    expect(problem?.path).toBe(path);
    expect(problem?.message).toContain(part);
    expect(others.filter((other) => other.path !== path)).toEqual([]);
  });
});
