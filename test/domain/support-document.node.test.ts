// Tests support documents priced on a given day for a given company: dates, parties, lines and withholdings.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Company } from "../../src/domain/company.ts";
import { cases } from "../support/cases.ts";
import { COMPANY, NOW_MS, TODAY } from "../support/company.ts";
import { type Fields, ITEM, pathsOf, priceBody, problemsOf, withItem, withSupplier } from "../support/support-body.ts";

const CENTERS: Company = {
  ...COMPANY,
  costCenters: [
    { id: 5, code: "ADM", alternativeCode: "100", name: "Administración" },
    { id: 6, code: "100", alternativeCode: "VEN", name: "Ventas" },
  ],
};

describe("the document", () => {
  it("carries its date, its hour and its totals", () => {
    expect(priceBody({ hora: "08:09:10" })).toMatchObject({
      kind: "support-document",
      typeCode: "05",
      operationType: "10",
      issueDate: TODAY,
      issueTime: "08:09:10-05:00",
      dueDate: TODAY,
      periodStart: TODAY,
      periodEnd: TODAY,
      payment: { form: "1", meansCode: "10", dueDate: TODAY },
      totals: {
        subtotal: "100000.00",
        taxableBase: "100000.00",
        taxes: "19000.00",
        total: "119000.00",
        withheld: "0.00",
        netPayable: "119000.00",
      },
    });
  });

  it("takes the server's hour of Bogotá when none is sent", () => {
    expect(priceBody().issueTime).toBe("10:11:12-05:00");
  });

  it("ignores the client's own totals", () => {
    expect(priceBody({ subtotal: 1, impuestos: 2, total: 3 }).totals.total).toBe("119000.00");
  });
});

describe("dates", () => {
  it("today is Bogotá's: just before midnight there it is already tomorrow in UTC", () => {
    const lateMs = Date.parse("2026-03-05T04:59:59Z");
    expect(priceBody({}, COMPANY, lateMs).issueDate).toBe(TODAY);
    expect(() => priceBody({}, COMPANY, lateMs + 1_000)).toThrow(/fecha_documento/);
  });

  const fiveDaysAgo = {
    forma_generacion: "2",
    fecha_documento: "2026-02-27",
    fecha_inicio_periodo: "2026-02-20",
    fecha_fin_periodo: "2026-02-26",
  };
  const lastYear = {
    fecha_documento: "2025-03-04",
    fecha_inicio_periodo: "2025-03-03",
    fecha_fin_periodo: "2025-03-04",
  };
  const week = { forma_generacion: "2", fecha_inicio_periodo: "2026-02-23", fecha_fin_periodo: "2026-03-01" };

  it.each<[string, Fields, readonly string[]]>([
    ["mode 1 yesterday", { fecha_documento: "2026-03-03" }, ["fecha_documento 2.12"]],
    ["mode 1 tomorrow", { fecha_documento: "2026-03-05" }, ["fecha_documento 2.12"]],
    ["mode 1 with the document's date as period", { fecha_inicio_periodo: TODAY, fecha_fin_periodo: TODAY }, []],
    ["mode 1 with another period", { fecha_inicio_periodo: "2026-03-03" }, ["fecha_inicio_periodo 2.12"]],
    ["mode 2, Monday to Sunday", week, []],
    ["mode 2, eight days", { ...week, fecha_inicio_periodo: "2026-02-22" }, ["fecha_fin_periodo 2.12"]],
    ["mode 2, one day", { ...week, fecha_inicio_periodo: "2026-03-01" }, []],
    ["mode 2, backwards", { ...week, fecha_inicio_periodo: "2026-03-02" }, ["fecha_inicio_periodo 2.12"]],
    ["mode 2, ending today", { ...week, fecha_inicio_periodo: TODAY, fecha_fin_periodo: TODAY }, []],
    [
      "mode 2, ending tomorrow",
      { ...week, fecha_inicio_periodo: TODAY, fecha_fin_periodo: "2026-03-05" },
      ["fecha_fin_periodo 2.12"],
    ],
    ["mode 2 without period", { forma_generacion: "2" }, ["fecha_inicio_periodo 2.12", "fecha_fin_periodo 2.12"]],
    ["mode 2 without end", { ...week, fecha_fin_periodo: undefined }, ["fecha_fin_periodo 2.12"]],
    ["mode 2 dated last Sunday", { ...week, fecha_documento: "2026-03-01" }, []],
    ["mode 2 dated five days ago", { ...fiveDaysAgo }, []],
    ["mode 2 dated six days ago", { ...fiveDaysAgo, fecha_documento: "2026-02-26" }, ["fecha_documento DSAD09e"]],
    ["mode 2 dated a year ago", { ...fiveDaysAgo, ...lastYear }, ["fecha_documento DSAD09e"]],
    ["mode 2 dated tomorrow", { ...week, fecha_documento: "2026-03-05" }, ["fecha_documento DSAD09"]],
    ["credit due today", { forma_pago: "2", fecha_vencimiento: TODAY }, []],
    ["credit due yesterday", { forma_pago: "2", fecha_vencimiento: "2026-03-03" }, ["fecha_vencimiento 2.12"]],
    ["credit without due date", { forma_pago: "2" }, ["fecha_vencimiento DSAN04"]],
    ["an accounting due date of today", { fecha_vencimiento_contable: TODAY }, []],
    [
      "an accounting due date of yesterday",
      { fecha_vencimiento_contable: "2026-03-03" },
      ["fecha_vencimiento_contable 2.12"],
    ],
  ])("%s", (_name, changes, paths) => {
    expect(pathsOf(changes)).toEqual(paths);
  });

  it("any period is taken or refused as the rules say", () => {
    const day = fc.integer({ min: -20, max: 5 });
    const dateOf = (offset: number | null) =>
      offset === null ? undefined : new Date(Date.parse(TODAY) + offset * 86_400_000).toISOString().slice(0, 10);
    fc.assert(
      fc.property(
        fc.constantFrom("1", "2"),
        fc.integer({ min: -8, max: 2 }),
        fc.option(day),
        fc.option(day),
        (mode, document, start, end) => {
          const hasBoth = start !== null && end !== null;
          const isTaken =
            mode === "1"
              ? document === 0 && [start, end].every((one) => one === null || one === document)
              : hasBoth && start <= end && end - start <= 6 && end <= document && -5 <= document && document <= 0;
          const changes = {
            ...{ forma_generacion: mode, fecha_documento: dateOf(document) },
            ...{ fecha_inicio_periodo: dateOf(start), fecha_fin_periodo: dateOf(end) },
          };
          expect(pathsOf(changes).length === 0).toBe(isTaken);
        },
      ),
      { numRuns: cases(2_000) },
    );
  });

  it.each<[string, Fields, string, readonly string[]]>([
    ["the hour that it is", {}, "10:11:12", []],
    ["an hour long past", {}, "00:00:00", []],
    ["a clock five minutes ahead", {}, "10:16:12", []],
    ["a clock further ahead", {}, "10:16:13", ["hora DSAD09e"]],
    ["this evening", {}, "23:59:59", ["hora DSAD09e"]],
    ["the evening of yesterday", { ...week, fecha_documento: "2026-03-03" }, "23:59:59", []],
  ])("the hour is refused only while it is still to come: %s", (_, changes, hora, paths) => {
    expect(pathsOf({ ...changes, hora })).toEqual(paths);
    expect(pathsOf({ ...changes, hora: `${hora}-05:00` })).toEqual(paths);
  });

  it("any hour of any day is signed by a certificate of that instant, or refused", () => {
    const second = fc.integer({ min: -7 * 86_400, max: 86_400 });
    fc.assert(
      fc.property(second, second, second, (documentAt, begins, lasts) => {
        const certificate = {
          ...{ location: "vault", serialNumber: "1" },
          notBefore: new Date(NOW_MS + Math.min(begins, 0) * 1_000).toISOString(),
          notAfter: new Date(NOW_MS + Math.abs(lasts) * 1_000).toISOString(),
        };
        const instant = new Date(NOW_MS + documentAt * 1_000);
        const local = new Date(instant.getTime() - 5 * 3_600_000).toISOString();
        const date = local.slice(0, 10);
        const period = { forma_generacion: "2", fecha_inicio_periodo: date, fecha_fin_periodo: date };
        const changes = { ...period, fecha_documento: date, hora: local.slice(11, 19) };
        const isCovered =
          certificate.notBefore <= instant.toISOString() && instant.toISOString() <= certificate.notAfter;
        const isDated = documentAt <= 300 && Date.parse(date) >= Date.parse(TODAY) - 5 * 86_400_000 && date <= TODAY;
        const paths = pathsOf(changes, { ...COMPANY, certificates: [certificate] });
        expect(paths.length === 0).toBe(isDated && isCovered);
      }),
      { numRuns: cases(2_000) },
    );
  });

  it("cash is due on the day of the document, also when another was sent", () => {
    expect(priceBody({ fecha_vencimiento: "2026-01-01" }).dueDate).toBe(TODAY);
    expect(priceBody({ forma_pago: "2", fecha_vencimiento: "2026-04-01" }).payment).toMatchObject({
      form: "2",
      dueDate: "2026-04-01",
    });
  });

  it("the lines carry the first day of the period as purchase date", () => {
    expect(priceBody(week).lines[0]?.purchaseDate).toBe("2026-02-23");
    expect(priceBody().lines[0]?.purchaseDate).toBe(TODAY);
  });
});

describe("currency", () => {
  it.each<[string, Fields, readonly string[]]>([
    ["pesos", { moneda: "COP" }, []],
    [
      "pesos with a rate",
      { tasa_cambio: 1, fecha_tasa_cambio: TODAY },
      ["tasa_cambio FAR02", "fecha_tasa_cambio FAR07"],
    ],
    ["dollars without a rate", { moneda: "USD" }, ["tasa_cambio FAR06"]],
    ["dollars", { moneda: "USD", tasa_cambio: 4123.45 }, []],
  ])("%s", (_name, changes, paths) => {
    expect(pathsOf(changes)).toEqual(paths);
  });

  it("the rate is the document's, dated as it is unless said", () => {
    expect(priceBody({ moneda: "usd", tasa_cambio: 4123.45 })).toMatchObject({
      currency: "USD",
      exchangeRate: { rate: "4123.45", date: TODAY },
    });
  });
});

describe("the supplier", () => {
  it("keeps its real type, with the check digit of its number as a NIT", () => {
    expect(priceBody().counterpart).toMatchObject({
      identificationType: "13",
      identificationNumber: "1020304050",
      checkDigit: "8",
      personType: "2",
      responsibilities: ["O-49"],
      taxSchemeCode: "ZZ",
      taxSchemeName: "No aplica",
    });
    expect(priceBody(withSupplier({ tipo_documento: "31", nit: "900373115", dv: "3" })).counterpart.personType).toBe(
      "1",
    );
  });

  it.each<[string, Fields, string]>([
    [
      "its own municipality, under the official name",
      { codigo_municipio: "05001", municipio: "MEDELLIN", departamento: undefined, codigo_departamento: "05" },
      "05001 Medellín Antioquia",
    ],
    [
      "the capital of its department",
      { codigo_municipio: undefined, municipio: undefined, codigo_departamento: "76", departamento: "Valle del Cauca" },
      "76001 Cali Valle del Cauca",
    ],
    [
      "the buyer's",
      { codigo_municipio: undefined, municipio: undefined, codigo_departamento: undefined, departamento: undefined },
      "11001 Bogotá, D.c. Bogotá",
    ],
  ])("lives in %s", (_name, changes, place) => {
    const { address } = priceBody(withSupplier(changes)).counterpart;
    expect(`${address?.municipalityCode} ${address?.municipalityName} ${address?.departmentName}`).toBe(place);
  });

  it("abroad makes operation type 11 and has no check digit", () => {
    const abroad = {
      pais: "US",
      tipo_documento: "42",
      nit: "X-1",
      codigo_municipio: undefined,
      codigo_departamento: undefined,
    };
    expect(priceBody(withSupplier(abroad))).toMatchObject({
      operationType: "11",
      counterpart: {
        identificationType: "42",
        checkDigit: null,
        address: { countryCode: "US", municipalityCode: null },
      },
    });
  });
});

describe("items", () => {
  it.each<[string, Fields, Fields]>([
    [
      "quantity x price",
      { cantidad: 3, precio_unitario: 33.333333 },
      { base: "100.00", unitPrice: "33.333333", quantity: "3.000000" },
    ],
    ["half a cent rounds to even", { cantidad: 1, precio_unitario: 0.125 }, { base: "0.12", unitPrice: "0.125" }],
    [
      "price from base / quantity",
      { cantidad: 3, precio_unitario: undefined, base_imponible: 100 },
      { base: "100.00", unitPrice: "33.333333" },
    ],
    ["price and a base that agree", { base_imponible: 100000.01 }, { base: "100000.00" }],
    ["a price of 0", { precio_unitario: 0 }, { base: "0.00", unitPrice: "0.00" }],
  ])("%s", (_name, item, line) => {
    expect(priceBody(withItem(item)).lines[0]).toMatchObject(line);
  });

  it.each<[string, Fields, readonly string[]]>([
    ["a base two cents away", { base_imponible: 100000.02 }, ["items.0.base_imponible 2.14"]],
    [
      "a base that no price of six decimals divides",
      { cantidad: 300000, precio_unitario: undefined, base_imponible: 100000 },
      ["items.0.base_imponible FAV06"],
    ],
    ["a tax a cent away", { impuesto: 19000.01 }, []],
    ["a tax more than a cent away", { impuesto: 19000.011 }, ["items.0.impuesto 2.14"]],
    ["the old alias more than a cent away", { iva: 19 }, ["items.0.iva 2.14"]],
    ["a tax above its base", { porcentaje_iva: undefined, iva: 100000.01 }, ["items.0.iva 2.14"]],
    [
      "a price whose six decimals give another base",
      { cantidad: 1000000, precio_unitario: 8.403361344537815 },
      ["items.0.precio_unitario FAV06"],
    ],
    ["a tax on a rate of 0", { porcentaje_iva: 0, impuesto: 19000 }, ["items.0.impuesto 2.14"]],
  ])("%s", (_name, item, paths) => {
    expect(pathsOf(withItem(item))).toEqual(paths);
  });

  it.each<[string, Fields, readonly string[]]>([
    ["the rate", { porcentaje_iva: 5 }, ["5.00 5000.00"]],
    ["the money", { porcentaje_iva: undefined, impuesto: 5000 }, ["5.00 5000.00"]],
    ["the money under its old alias", { porcentaje_iva: undefined, iva: 19000 }, ["19.00 19000.00"]],
    ["the money, a cent off a rate", { porcentaje_iva: undefined, impuesto: 15999.99 }, ["15.99999 15999.99"]],
    [
      "the money of small change",
      { cantidad: 1, precio_unitario: 0.1, porcentaje_iva: undefined, impuesto: 0.01 },
      ["10.00 0.01"],
    ],
    ["a rate off the published list", { porcentaje_iva: 10 }, ["10.00 10000.00"]],
    ["money that is of no published rate", { porcentaje_iva: undefined, impuesto: 8000 }, ["8.00 8000.00"]],
    ["the old alias, which is money and no percentage", { porcentaje_iva: undefined, iva: 19 }, ["0.019 19.00"]],
    ["money of a percentage without end", { porcentaje_iva: undefined, iva: 33333.33 }, ["33.33333 33333.33"]],
    [
      "money of a base of billions",
      { cantidad: 1, precio_unitario: 900000000000, porcentaje_iva: undefined, iva: 12345678901.91 },
      ["1.371742100212 12345678901.91"],
    ],
    ["a cent", { porcentaje_iva: undefined, iva: 0.01 }, ["0.00001 0.01"]],
    ["the rate and the money as doubles", { porcentaje_iva: 19, impuesto: 19000.000000000004 }, ["19.00 19000.00"]],
    ["a rate of 0, which is no tax", { porcentaje_iva: 0 }, []],
    ["nothing, which is no tax", { porcentaje_iva: undefined }, []],
    ["money of 0, which is no tax", { porcentaje_iva: undefined, impuesto: 0 }, []],
  ])("IVA by %s", (_name, item, taxes) => {
    const { lines } = priceBody(withItem(item));
    expect(lines[0]?.taxes.map(({ rate, amount }) => `${rate} ${amount}`)).toEqual(taxes);
  });

  it("are numbered from one, under their product codes of the UNSPSC list", () => {
    const { lines } = priceBody({ items: [ITEM, { ...ITEM, codigo: "76111500" }] });
    expect(lines.map(({ number, product }) => [number, product])).toEqual([
      [1, { code: "43211508", scheme: "001" }],
      [2, { code: "76111500", scheme: "001" }],
    ]);
    expect(lines[0]?.withholdings).toEqual([]);
  });

  it("only taxed lines count as taxable, and taxes add up by rate", () => {
    const items = [
      { ...ITEM },
      { ...ITEM, porcentaje_iva: 0 },
      { ...ITEM, porcentaje_iva: 5 },
      { ...ITEM, cantidad: 1 },
    ];
    const document = priceBody({ items });
    expect(document.totals).toMatchObject({
      subtotal: "350000.00",
      taxableBase: "250000.00",
      taxes: "33500.00",
      total: "383500.00",
    });
    expect(document.taxes.map(({ rate, base, amount }) => `${rate} ${base} ${amount}`)).toEqual([
      "19.00 150000.00 28500.00",
      "5.00 100000.00 5000.00",
    ]);
  });

  it.each<[string, Fields, number | null]>([
    ["by id", { cost_center_id: 5 }, 5],
    ["by code", { cost_center_code: "ADM" }, 5],
    ["by alternative code", { centro_costo_codigo: "VEN" }, 6],
    ["by code before alternative code", { cost_center_code: "100" }, 6],
    ["by both", { cost_center_id: 5, cost_center_code: "ADM" }, 5],
    ["by nothing", {}, null],
  ])("cost center %s", (_name, item, id) => {
    expect(priceBody(withItem(item), CENTERS).lines[0]?.costCenterId).toBe(id);
  });

  it.each<[string, Fields, readonly string[]]>([
    ["an unknown id", { cost_center_id: 7 }, ["items.0.cost_center_id 2.14"]],
    ["an unknown code", { cost_center_code: "X" }, ["items.0.cost_center_code 2.14"]],
    ["two that differ", { cost_center_id: 5, cost_center_code: "VEN" }, ["items.0.cost_center_code 2.14"]],
  ])("cost center: %s", (_name, item, paths) => {
    expect(pathsOf(withItem(item), CENTERS)).toEqual(paths);
  });
});

describe("withholdings", () => {
  it("are not accused of figures while there are no items to compute them from", () => {
    expect(pathsOf({ items: [], retenciones: [RENTA] }).filter((path) => path.startsWith("retenciones"))).toEqual([]);
  });

  const RENTA = { authority_tax_code: "06", tax_name: "ReteRenta" };

  it.each<[string, Fields, string]>([
    ["by percentage of the subtotal", { base_mode: "subtotal", percent: 2.5 }, "100000.00 2.50 2500.00"],
    ["of the taxes", { base_mode: "impuestos", percent: 15 }, "19000.00 15.00 2850.00"],
    ["of the total", { base_mode: "total", percent: 1 }, "119000.00 1.00 1190.00"],
    ["of an explicit base", { base_amount: 40000, percent: 0.966 }, "40000.00 0.966 386.40"],
    ["by amount, the percentage derived", { amount: 2500 }, "100000.00 2.50 2500.00"],
    ["by amount, with as many decimals as it takes", { base_amount: 3, amount: 1 }, "3.00 33.33 1.00"],
    ["by amount of a large base", { base_amount: 118999.99, amount: 1234.57 }, "118999.99 1.03745 1234.57"],
    ["by both", { percent: 2.5, amount: 2500 }, "100000.00 2.50 2500.00"],
    ["by both, a cent above", { percent: 2.5, amount: 2500.01 }, "100000.00 2.50 2500.01"],
    ["by both, a cent below", { percent: 2.5, amount: 2499.99 }, "100000.00 2.50 2499.99"],
    ["of 0 percent", { percent: 0 }, "100000.00 0.00 0.00"],
  ])("%s", (_name, fields, expected) => {
    const [one] = priceBody({ retenciones: [{ ...RENTA, ...fields }] }).withholdings;
    expect(`${one?.base} ${one?.rate} ${one?.amount}`).toBe(expected);
  });

  it("each code has its usual base, and the authority's name in the XML", () => {
    const retenciones = ["05", "06", "07"].map((code) => ({
      authority_tax_code: code,
      tax_name: `Mi ${code}`,
      percent: 10,
    }));
    const { withholdings, totals } = priceBody({ retenciones });
    expect(withholdings.map(({ name, label, base }) => `${name} ${label} ${base}`)).toEqual([
      "ReteIVA Mi 05 19000.00",
      "ReteRenta Mi 06 100000.00",
      "ReteICA Mi 07 100000.00",
    ]);
    expect(totals).toMatchObject({ total: "119000.00", withheld: "21900.00", netPayable: "97100.00" });
  });

  it("disabled ones are skipped, with any content; the others come in display order", () => {
    const retenciones = [
      { ...RENTA, percent: 1, retention_key: "c" },
      { enabled: false, percent: "nonsense" },
      { activa: false },
      { ...RENTA, percent: 2, retention_key: "b", display_order: 2 },
      { ...RENTA, percent: 3, retention_key: "a", display_order: 1, enabled: true },
    ];
    expect(priceBody({ retenciones }).withholdings.map(({ key }) => key)).toEqual(["a", "b", "c"]);
  });

  it.each<[string, readonly Fields[], readonly string[]]>([
    ["1: not a list", { ...RENTA } as unknown as Fields[], ["retenciones"]],
    [
      "3: one key twice",
      [
        { ...RENTA, percent: 1 },
        { ...RENTA, percent: 2 },
      ],
      ["retenciones.1.retention_key 2.15.3"],
    ],
    [
      "3: one key in two cases",
      [
        { ...RENTA, percent: 1, type: "a" },
        { ...RENTA, percent: 2, type: "A" },
      ],
      ["retenciones.1.type 2.15.3"],
    ],
    ["4: no code", [{ tax_name: "x", percent: 1 }], ["retenciones.0.authority_tax_code 2.15.4"]],
    ["4: code 08", [{ ...RENTA, authority_tax_code: "08", percent: 1 }], ["retenciones.0.authority_tax_code 2.15.4"]],
    ["4: no name", [{ authority_tax_code: "06", retention_key: "x", percent: 1 }], ["retenciones.0.tax_name 2.15.4"]],
    ["5: a base of 0", [{ ...RENTA, base_amount: 0, percent: 1 }], ["retenciones.0.base_amount 2.15.5"]],
    [
      "5: a base over the total",
      [{ ...RENTA, base_amount: 119000.01, percent: 1 }],
      ["retenciones.0.base_amount 2.15.5"],
    ],
    ["5: a base of exactly the total", [{ ...RENTA, base_amount: 119000, percent: 1 }], []],
    ["6: a negative percentage", [{ ...RENTA, percent: -0.01 }], ["retenciones.0.percent 2.15.6"]],
    ["7: two cents apart", [{ ...RENTA, percent: 2.5, amount: 2500.02 }], ["retenciones.0.amount 2.15.7"]],
    ["7: just over a cent apart", [{ ...RENTA, percent: 2.5, amount: 2500.010001 }], ["retenciones.0.amount 2.15.7"]],
    ["8: neither", [{ ...RENTA }], ["retenciones.0.percent 2.15.8"]],
    ["8: an amount over its base", [{ ...RENTA, amount: 100000.01 }], ["retenciones.0.amount 2.15.8"]],
    [
      "9: more than the total",
      [
        { ...RENTA, percent: 100 },
        { ...RENTA, tax_name: "b", percent: 19.01 },
      ],
      ["retenciones 2.15.9"],
    ],
    [
      "9: exactly the total",
      [
        { ...RENTA, percent: 100 },
        { ...RENTA, tax_name: "b", percent: 19 },
      ],
      [],
    ],
  ])("rule %s", (_name, retenciones, paths) => {
    expect(pathsOf({ retenciones })).toEqual(paths);
  });

  it("a base mode that yields nothing is named as the client named it", () => {
    const retenciones = [{ codigo_authority: "05", nombre: "x", modo_base: "iva", porcentaje: 15 }];
    expect(problemsOf({ ...withItem({ porcentaje_iva: 0 }), retenciones })[0]).toMatchObject({
      path: "retenciones.0.modo_base",
      rule: "2.15.5",
    });
  });
});

describe("the company's side", () => {
  it("an expired certificate refuses before any number is taken", () => {
    const expired = COMPANY.certificates.map((one) => ({ ...one, notAfter: "2026-01-01T00:00:00Z" }));
    expect(() => priceBody({}, { ...COMPANY, certificates: expired }, NOW_MS)).toThrow(/certificado/i);
  });

  it("is the issuer, under its NIT", () => {
    expect(priceBody().issuer).toMatchObject({
      identificationType: "31",
      identificationNumber: "900373115",
      checkDigit: "3",
    });
  });
});
