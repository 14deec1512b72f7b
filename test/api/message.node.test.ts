// Tests, word for word, the Spanish sentence that a client reads for each reason of the domain and the store.
import { describe, expect, it } from "vitest";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { describeProblem, describeRefusal } from "../../src/api/message/refusal.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import type { Company } from "../../src/domain/company.ts";
import type { AiuDraft, InvoiceDraft, InvoiceLineDraft } from "../../src/domain/draft/draft.ts";
import type { FieldPath, Problem, Reason } from "../../src/domain/refusal/problem.ts";
import type { RefusalCode } from "../../src/domain/refusal/refusal.ts";
import { COMPANY, invoiceDraft, lineDraft, TODAY } from "../support/company.ts";
import { problemsOf as invoiceProblems } from "../support/pricing.ts";
import {
  ABROAD,
  type Fields,
  NOWHERE,
  readBody,
  problemsOf as supportProblems,
  withItem,
  withSupplier,
} from "../support/support-body.ts";

type Draft = Partial<InvoiceDraft>;
const NO_PAYMENT = { form: null, methodId: null, meansCode: null, dueDate: null };
const DOLLARS = { code: "USD", appliedRate: "3850.5", officialRate: "3900", rateDate: TODAY };
const AIU: AiuDraft = {
  contractBase: "5000000",
  administrationPercent: "6",
  contingencyPercent: "2",
  profitPercent: "2",
  taxRate: "19",
  taxBaseMode: "UTILIDAD",
};
const RETEICA = { type: "RETEICA", baseMode: "total", percent: "1" };
const DIRECT_COST = lineDraft({ unitPrice: "5000000", taxRate: "0" });

const line = (changes: Partial<InvoiceLineDraft>): Draft => ({ lines: [lineDraft(changes)] });
const aiu = (changes: Partial<AiuDraft>): Draft => ({ aiu: { ...AIU, ...changes }, lines: [DIRECT_COST] });
const receiver = (changes: Partial<InvoiceDraft["receiver"]>): Draft => ({
  receiver: { ...invoiceDraft().receiver, ...changes },
});
const payment = (changes: Partial<InvoiceDraft["payment"]>): Draft => ({ payment: { ...NO_PAYMENT, ...changes } });
const currency = (changes: Partial<typeof DOLLARS> | Fields): Draft => ({ currency: { ...DOLLARS, ...changes } });
const withholding = (changes: Partial<typeof RETEICA>): Draft => ({ withholdings: [{ ...RETEICA, ...changes }] });

const WEEK = { forma_generacion: "2", fecha_inicio_periodo: "2026-02-23", fecha_fin_periodo: "2026-03-01" };
const RENTA = { authority_tax_code: "06", tax_name: "ReteRenta" };
const retention = (changes: Fields): Fields => ({ retenciones: [{ ...RENTA, ...changes }] });

/** The names of a client that uses no other name of any field. */
const INVOICE = readInvoice(readBody({})).naming;
const INVOICE_OF_V2 = readInvoice(readBody({}), "v2").naming;
const SUPPORT_DOCUMENT = readSupportDocument(readBody({})).naming;

/** A row leaves out how every sentence begins. */
function expectSentences(details: readonly { readonly message: string }[], rows: readonly string[]): void {
  expect(details.map(({ message }) => message)).toEqual(rows.map((row) => `El campo ${row}`));
}

function describeInvoice(changes: Draft, company?: Company) {
  return invoiceProblems(changes, company).map((problem) => describeProblem(problem, INVOICE));
}

const INVOICES: readonly (readonly [Draft, readonly string[]])[] = [
  [line({ quantity: "0" }), ["`items.0.cant` es 0; debe ser mayor que cero."]],
  [line({ quantity: "0.1234567" }), ["`items.0.cant` es 0.1234567; admite hasta 6 decimales."]],
  [line({ unitPrice: "0" }), ["`items.0.unit` es 0; debe ser mayor que cero."]],
  [line({ unitPrice: null }), ["`items.0.unit` es obligatorio: envíe el valor unitario base, o `items.0.unit_input`."]],
  [line({ unitPrice: null, inputPrice: "-5" }), ["`items.0.unit_input` es -5; debe ser mayor que cero."]],
  [
    line({ unitPrice: "0.0333333333", quantity: "30000000" }),
    [
      "`items.0.unit` es 0.0333333333, que por 30000000 da 1000000.00; el documento imprime el precio con 6 decimales (0.033333), que da 999990.00; envíe hasta 6 decimales, o la cantidad en una unidad mayor, como el millar, con su precio.",
    ],
  ],
  [line({ unitPrice: "0.001" }), ["`items.0` da un valor de línea de 0.00 (0.001 x 1); debe ser mayor que cero."]],
  [
    line({ unitPrice: "84.03", inputPrice: "100" }),
    [
      "`items.0.unit` es 84.03, pero `items.0.unit_input` 100 equivale a 100.00 sin impuesto; deben coincidir al centavo.",
    ],
  ],
  [
    line({ unitPrice: "84.01", inputPrice: "100", taxIncluded: true }),
    [
      "`items.0.unit` es 84.01, pero `items.0.unit_input` 100 con `iva_incluido` true y tarifa 19 equivale a 84.03 sin impuesto; deben coincidir al centavo.",
    ],
  ],
  [
    line({ unitPrice: null, inputPrice: "1", taxIncluded: true, quantity: "100000000" }),
    [
      "`items.0` suma 100000000.00 con el impuesto incluido, que no se puede repartir entre 100000000 unidades con un precio base de 6 decimales; divida el ítem en varios.",
    ],
  ],
  [line({ taxRate: "-1" }), ["`items.0.iva` es -1: la tarifa no puede ser menor que 0."]],
  [line({ taxRate: "100.01" }), ["`items.0.iva` es 100.01: la tarifa no puede pasar de 100."]],
  [line({ taxRate: "1.23456" }), ["`items.0.iva` es 1.23456: la tarifa admite hasta 4 decimales."]],
  [
    line({ taxCode: "99" }),
    ['`items.0.codigo_impuesto` es "99", que no está en la lista de tributos de la autoridad.'],
  ],
  [line({ taxCode: "05" }), ['`items.0.codigo_impuesto` es "05" (ReteIVA), una retención: va en "withholdings".']],
  [
    line({ taxCode: "22" }),
    ['`items.0.codigo_impuesto` es "22" (INC Bolsas), que se liquida por unidad y no por porcentaje.'],
  ],
  [
    line({ taxCode: "ZA" }),
    ['`items.0.codigo_impuesto` es "ZA" (IVA e INC), que describe a un responsable y no el impuesto de un ítem.'],
  ],
  [
    line({ taxCode: "ZZ" }),
    ['`items.0.codigo_impuesto` es "ZZ" (No aplica), que no causa impuesto, pero la tarifa es 19.'],
  ],
  [
    line({ unitPrice: "9999999999999", quantity: "1000" }),
    ["`total` sería 11899999999998810.00 según las líneas; se admite hasta 999999999999999."],
  ],
  [{ lines: [] }, ["`items` debe traer al menos un ítem."]],
  [aiu({ contractBase: "0" }), ["`aiu.contract_base` es 0; debe ser mayor que cero."]],
  [aiu({ profitPercent: "101" }), ["`aiu.utilidad_percent` es 101; un porcentaje no puede pasar de 100."]],
  [
    aiu({ administrationPercent: "-1" }),
    ["`aiu.administracion_percent` es -1; un porcentaje no puede ser menor que 0."],
  ],
  [
    aiu({ contingencyPercent: "0.00001" }),
    ["`aiu.imprevistos_percent` es 0.00001; un porcentaje admite hasta 4 decimales."],
  ],
  [
    aiu({ contractBase: "0.01" }),
    [
      "`aiu.administracion_percent` es 6 y sobre 0.01 da 0.00; debe dar al menos un centavo.",
      "`aiu.imprevistos_percent` es 2 y sobre 0.01 da 0.00; debe dar al menos un centavo.",
      "`aiu.utilidad_percent` es 2 y sobre 0.01 da 0.00; debe dar al menos un centavo.",
    ],
  ],
  [
    aiu({ administrationPercent: "0", contingencyPercent: "0", profitPercent: "0" }),
    ["`aiu.administracion_percent` es 0, como los de imprevistos y utilidad; al menos uno debe ser mayor que cero."],
  ],
  [
    aiu({ profitPercent: "0" }),
    ["`aiu.utilidad_percent` es 0, pero `aiu.iva_base_mode` dice que el IVA se cobra sobre la utilidad."],
  ],
  [aiu({ taxRate: "-19" }), ["`aiu.tax_rate` es -19; un porcentaje no puede ser menor que 0."]],
  [
    receiver({ identificationType: "99" }),
    ['`receptor.tipo_doc` es "99"; se espera un código de la lista de la autoridad, como "13" (cédula) o "31" (NIT).'],
  ],
  [
    receiver({ identificationType: "" }),
    [
      '`receptor.tipo_doc` es obligatorio: se espera un código de la lista de la autoridad, como "13" (cédula) o "31" (NIT).',
    ],
  ],
  [
    receiver({ identificationType: "", identificationNumber: "222222222" }),
    [
      '`receptor.tipo_doc` es obligatorio: se espera un código de la lista de la autoridad, como "13" (cédula) o "31" (NIT). El consumidor final se factura con `receptor.numero_doc` "222222222222".',
    ],
  ],
  [
    receiver({ identificationNumber: "800134536-4" }),
    ['`receptor.numero_doc` es "800134536-4"; el dígito de verificación del NIT 800134536 es 3 y no 4.'],
  ],
  [
    receiver({ identificationNumber: "800.134.536 3" }),
    [
      '`receptor.numero_doc` es "800.134.536 3"; termina en el dígito de verificación del NIT 800134536: envíe "800134536-3", o "8001345363-0" si el NIT tiene diez dígitos.',
    ],
  ],
  [
    receiver({ identificationNumber: "8001345363-3" }),
    [
      '`receptor.numero_doc` es "8001345363-3"; termina en el dígito de verificación del NIT 800134536: envíe "800134536-3", o "8001345363-0" si el NIT tiene diez dígitos.',
    ],
  ],
  [
    receiver({ identificationNumber: "80013A536" }),
    ['`receptor.numero_doc` es "80013A536"; para el tipo 31 (NIT) se espera un número de 3 a 15 dígitos.'],
  ],
  [
    receiver({ identificationNumber: "x800.134.536-3" }),
    ['`receptor.numero_doc` es "x800.134.536-3"; para el tipo 31 (NIT) se espera un número de 3 a 15 dígitos.'],
  ],
  [
    receiver({ identificationNumber: "800.134.536-3x" }),
    ['`receptor.numero_doc` es "800.134.536-3x"; para el tipo 31 (NIT) se espera un número de 3 a 15 dígitos.'],
  ],
  [
    receiver({ identificationType: "41", identificationNumber: "?" }),
    [
      '`receptor.numero_doc` es "?"; para el tipo 41 (Pasaporte) se espera un número de 3 a 30 letras (A a Z, Ñ) y dígitos.',
    ],
  ],
  [
    receiver({ identificationType: "41", identificationNumber: "/AB1" }),
    [
      '`receptor.numero_doc` es "/AB1"; para el tipo 41 (Pasaporte) se espera un número de 3 a 30 letras (A a Z, Ñ) y dígitos.',
    ],
  ],
  [
    receiver({ identificationType: "41", identificationNumber: "AB1?" }),
    [
      '`receptor.numero_doc` es "AB1?"; para el tipo 41 (Pasaporte) se espera un número de 3 a 30 letras (A a Z, Ñ) y dígitos.',
    ],
  ],
  [receiver({ name: "" }), ["`receptor.nombre` es obligatorio: el nombre o la razón social del adquirente."]],
  [
    receiver({ email: "a@b.co;c@d.co" }),
    ['`receptor.email` es "a@b.co;c@d.co"; debe ser una sola dirección de correo, como nombre@dominio.co.'],
  ],
  [
    receiver({ identificationNumber: "222222222222" }),
    ['`receptor.tipo_doc` es "31"; el consumidor final (222222222222) lleva "13".'],
  ],
  [
    payment({ methodId: 999 }),
    ["`payment.method_id` es 999, que no es un método de pago de la empresa; consulte la lista de métodos de pago."],
  ],
  [payment({ methodId: 10 }), ["`payment.method_id` es 10, que está inactivo; consulte la lista de métodos de pago."]],
  [
    payment({ form: "contado", methodId: 9 }),
    ['`payment.form` es "contado", pero el método 9 de la empresa es de "credito".'],
  ],
  [
    payment({ meansCode: "999" }),
    [
      '`payment.means_code` es "999"; se espera un código de la lista de medios de pago de la autoridad, como "10" o "42".',
    ],
  ],
  [payment({ form: "credito" }), ['`payment.due_date` es obligatorio cuando `payment.form` es "credito".']],
  [
    payment({ form: "credito", dueDate: "" }),
    ['`payment.due_date` es obligatorio cuando `payment.form` es "credito".'],
  ],
  [
    payment({ form: "credito", dueDate: "2026-03-03" }),
    [
      '`payment.due_date` es "2026-03-03"; debe ser una fecha real AAAA-MM-DD igual o posterior a la de emisión (2026-03-04).',
    ],
  ],
  [currency({ code: "EUR" }), ['`currency.commercial_currency` es "EUR"; se admiten "COP" y "USD".']],
  [
    currency({ appliedRate: null, officialRate: null }),
    [
      '`currency.applied_rate` es obligatorio para "USD": los pesos por unidad de esa moneda (o `currency.official_trm`).',
    ],
  ],
  [currency({ appliedRate: "0" }), ["`currency.applied_rate` es 0; debe ser mayor que cero."]],
  [currency({ appliedRate: null, officialRate: "0" }), ["`currency.official_trm` es 0; debe ser mayor que cero."]],
  [
    currency({ rateDate: null }),
    ['`currency.rate_date` es obligatorio para "USD": la fecha de la tasa de cambio, AAAA-MM-DD.'],
  ],
  [
    currency({ rateDate: "2026-03-05" }),
    [
      '`currency.rate_date` es "2026-03-05"; debe ser una fecha real AAAA-MM-DD no posterior a la de emisión (2026-03-04).',
    ],
  ],
  [
    currency({ rateDate: "2026-02-30" }),
    [
      '`currency.rate_date` es "2026-02-30"; debe ser una fecha real AAAA-MM-DD no posterior a la de emisión (2026-03-04).',
    ],
  ],
  [
    withholding({ type: "OTRA" }),
    [
      '`withholdings.0.type` es "OTRA", que la empresa no tiene configurado; configurados: "RETEIVA", "RETEFUENTE", "RETEICA".',
    ],
  ],
  [
    withholding({ baseMode: "impuestos" }),
    ['`withholdings.0.base_mode` es "impuestos"; para "RETEICA" la empresa admite "subtotal", "total".'],
  ],
  [withholding({ percent: "0" }), ["`withholdings.0.percent` es 0; un porcentaje debe ser mayor que cero."]],
  [withholding({ percent: "101" }), ["`withholdings.0.percent` es 101; un porcentaje no puede pasar de 100."]],
  [
    { withholdings: [RETEICA, RETEICA] },
    ['`withholdings.1.type` repite "RETEICA"; cada retención se informa una sola vez.'],
  ],
  [
    {
      withholdings: [
        { ...RETEICA, percent: "60" },
        { type: "RETEFUENTE", baseMode: "subtotal", percent: "60" },
      ],
    },
    ["`withholdings` suma 131400.00, más que el total de la factura (119000.00)."],
  ],
  [
    { ...line({ taxRate: "0" }), ...withholding({ type: "RETEIVA", baseMode: "impuestos" }) },
    ['`withholdings.0.base_mode` es "impuestos", pero esa base es 0.00 en esta factura; quite la retención.'],
  ],
  [
    { issueDate: "2026-03-03" },
    ['`fecha_emision` es "2026-03-03"; debe ser la fecha de hoy en Bogotá (2026-03-04), que es la de la firma.'],
  ],
  [
    { issueDate: "2026-03-05", isContingency: true },
    [
      '`fecha_emision` es "2026-03-05"; debe ser la fecha de hoy (2026-03-04) o la anterior en que se escribió la factura de contingencia.',
    ],
  ],
  [
    { claimedSubtotal: "1", claimedTaxes: "2", claimedTotal: "3" },
    [
      "`subtotal` es 1 y las líneas suman 100000.00; la diferencia admitida es 0.01.",
      "`impuestos` es 2 y las líneas suman 19000.00; la diferencia admitida es 0.01.",
      "`total` es 3 y las líneas suman 119000.00; la diferencia admitida es 0.01.",
    ],
  ],
];

const COMPANIES: readonly (readonly [Partial<Company>, string])[] = [
  [{ checkDigit: "4" }, "trae el NIT 900373115 con el dígito de verificación 4, que no le corresponde"],
  [{ responsibilities: ["O-99", "O-13", "O-98"] }, "trae responsabilidades fiscales fuera de lista (O-99, O-98)"],
  [{ responsibilities: [] }, "trae responsabilidades fiscales fuera de lista (ninguna)"],
  [{ address: { ...COMPANY.address, line: "" } }, "no trae la dirección completa"],
  [{ address: { ...COMPANY.address, municipalityCode: "11999" } }, "no trae un municipio de la lista"],
  [{ address: { ...COMPANY.address, departmentCode: "05" } }, "no trae el departamento de su municipio"],
  [{ address: { ...COMPANY.address, departmentCode: null } }, "no trae el departamento de su municipio"],
  [{ address: { ...COMPANY.address, countryCode: "US" } }, 'trae el país "US" y debe ser "CO"'],
];

const SUPPORT_DOCUMENTS: readonly (readonly [Fields, readonly string[]])[] = [
  [
    withSupplier({ tipo_documento: "99" }),
    [
      '`proveedor.tipo_documento` debe ser un tipo de identificación de la lista oficial, como "13" o "31"; se recibió "99".',
    ],
  ],
  [
    withSupplier({ nit: "10A" }),
    ['`proveedor.nit` de un proveedor residente debe tener de 1 a 15 dígitos, sin letras; se recibió "10A".'],
  ],
  [
    withSupplier({ ...ABROAD, tipo_documento: "13" }),
    [
      '`proveedor.tipo_documento` debe ser uno de 21, 22, 31, 41, 42, 47, 50 porque el proveedor no reside en Colombia; se recibió "13".',
    ],
  ],
  [
    withSupplier({ tipo_documento: "31", nit: "8001345363" }),
    [
      '`proveedor.nit` termina en el dígito de verificación del NIT 800134536: envíe "800134536" y "3" en `proveedor.dv`, o "0" en `proveedor.dv` si el NIT tiene diez dígitos; se recibió "8001345363".',
    ],
  ],
  [
    withSupplier({ tipo_documento: "31", nit: "8001345363", dv: "3" }),
    [
      '`proveedor.nit` termina en el dígito de verificación del NIT 800134536: envíe "800134536" y "3" en `proveedor.dv`, o "0" en `proveedor.dv` si el NIT tiene diez dígitos; se recibió "8001345363".',
    ],
  ],
  [withSupplier({ dv: "1" }), ['`proveedor.dv` debe ser "8" para el número 1020304050; se recibió "1".']],
  [withSupplier({ ...ABROAD, dv: "1" }), ["`proveedor.dv` no aplica a esta identificación del exterior; no lo envíe."]],
  [
    withSupplier({ regimen: "O-99" }),
    [
      '`proveedor.regimen` debe ser de O-13, O-15, O-23, O-47, R-99-PN, O-48, O-49, separados por ";"; se recibió "O-99".',
    ],
  ],
  [
    withSupplier({ authority_tax_scheme_code: "99" }),
    ['`proveedor.authority_tax_scheme_code` debe ser uno de 01, 04, ZA, ZZ; se recibió "99".'],
  ],
  [
    withSupplier({ codigo_postal: "12345" }),
    ['`proveedor.codigo_postal` debe tener 6 dígitos en Colombia; se recibió "12345".'],
  ],
  [
    withSupplier({ codigo_postal: "1234567" }),
    ['`proveedor.codigo_postal` debe tener 6 dígitos en Colombia; se recibió "1234567".'],
  ],
  [
    withSupplier({ codigo_postal: "ABCDEF" }),
    ['`proveedor.codigo_postal` debe tener 6 dígitos en Colombia; se recibió "ABCDEF".'],
  ],
  [
    withSupplier({ pais: "XX" }),
    ['`proveedor.pais` debe ser un país ISO 3166-1 de dos letras, como "CO"; se recibió "XX".'],
  ],
  [
    withSupplier({ ...NOWHERE, municipio: "Ciudad Gótica" }),
    [
      '`proveedor.codigo_municipio` es obligatorio, porque `proveedor.municipio` "Ciudad Gótica" no nombra un solo municipio de la lista oficial.',
    ],
  ],
  [
    withSupplier({ codigo_municipio: "99999" }),
    [
      '`proveedor.codigo_municipio` debe ser un código DIVIPOLA de 5 dígitos de la lista oficial; se recibió "99999". ¿Quiso decir Bogotá, D.c., Bogotá (11001)?',
    ],
  ],
  [
    withSupplier({ municipio: "Cali" }),
    ['`proveedor.municipio` no corresponde al código 11001, que es Bogotá, D.c.; se recibió "Cali".'],
  ],
  [
    withSupplier({ codigo_departamento: "05" }),
    ['`proveedor.codigo_departamento` debe ser "11", el departamento del municipio 11001; se recibió "05".'],
  ],
  [
    withSupplier({ ...NOWHERE, codigo_departamento: "98" }),
    ['`proveedor.codigo_departamento` debe ser un código de 2 dígitos de la lista oficial; se recibió "98".'],
  ],
  [
    withSupplier({ departamento: "Antioquia" }),
    ['`proveedor.departamento` no corresponde al código 11, que es Bogotá; se recibió "Antioquia".'],
  ],
  [
    withSupplier({ ...NOWHERE, codigo_departamento: "05", departamento: "Bogotá" }),
    ['`proveedor.departamento` no corresponde al código 05, que es Antioquia; se recibió "Bogotá".'],
  ],
  [
    withSupplier({ ...NOWHERE, codigo_departamento: "05", departamento: "Distrito Capital" }),
    ['`proveedor.departamento` no corresponde al código 05, que es Antioquia; se recibió "Distrito Capital".'],
  ],
  [
    withItem({ unidad_medida: "XXX" }),
    ['`items.0.unidad_medida` debe ser una unidad de la lista oficial, como "EA" o "94"; se recibió "XXX".'],
  ],
  [
    withItem({ base_imponible: 1 }),
    ["`items.0.base_imponible` no coincide con cantidad x precio_unitario (100000.00); se recibió 1."],
  ],
  [
    withItem({ precio_unitario: undefined }),
    ["`items.0.precio_unitario` es obligatorio, o bien `items.0.base_imponible` para derivarlo."],
  ],
  [
    withItem({ cantidad: 300000, precio_unitario: undefined, base_imponible: 100000 }),
    [
      "`items.0.base_imponible` no se puede repartir entre 300000 unidades con un precio de 6 decimales; se recibió 100000, envíe también precio_unitario.",
    ],
  ],
  [
    withItem({ cantidad: 1000000, precio_unitario: 8.403361344537815 }),
    [
      "`items.0.precio_unitario` es 8.403361344537815, que por 1000000 da 8403361.34; el documento imprime el precio con 6 decimales (8.403361), que da 8403361.00; envíe hasta 6 decimales, o la cantidad en una unidad mayor, como el millar, con su precio.",
    ],
  ],
  [
    withItem({ impuesto: 1 }),
    [
      "`items.0.impuesto` es un valor en dinero y no coincide con base x porcentaje_iva (100000.00 x 19 % = 19000.00); se recibió 1.",
    ],
  ],
  [
    withItem({ porcentaje_iva: undefined, iva: 100000.01 }),
    ["`items.0.iva` es un valor en dinero y no puede pasar de la base (100000.00); se recibió 100000.01."],
  ],
  [withItem({ cost_center_id: 7 }), ["`items.0.cost_center_id` no es un centro de costo de la empresa; se recibió 7."]],
  [
    withItem({ cost_center_code: "X" }),
    ['`items.0.cost_center_code` no es un centro de costo de la empresa; se recibió "X".'],
  ],
  [
    withItem({ cantidad: 1000000, precio_unitario: 999999999 }),
    ["`items` suma 1189999998810000.00 y no puede pasar de 999999999999999."],
  ],
  [
    { fecha_documento: "2026-03-03" },
    [
      '`fecha_documento` debe ser la fecha de hoy en Colombia (2026-03-04) con forma_generacion "1"; se recibió "2026-03-03".',
    ],
  ],
  [
    { fecha_inicio_periodo: "2026-03-03" },
    [
      '`fecha_inicio_periodo` debe ser igual a fecha_documento (2026-03-04) con forma_generacion "1"; se recibió "2026-03-03".',
    ],
  ],
  [
    { forma_generacion: "2" },
    [
      '`fecha_inicio_periodo` es obligatorio con forma_generacion "2" (acumulado semanal).',
      '`fecha_fin_periodo` es obligatorio con forma_generacion "2" (acumulado semanal).',
    ],
  ],
  [
    { ...WEEK, fecha_inicio_periodo: undefined },
    ['`fecha_inicio_periodo` es obligatorio con forma_generacion "2" (acumulado semanal).'],
  ],
  [
    { ...WEEK, fecha_inicio_periodo: "2026-02-22" },
    [
      "`fecha_fin_periodo` abarca con fecha_inicio_periodo 8 días calendario, contando ambos extremos; se admiten hasta 7 (2026-02-22 a 2026-03-01).",
    ],
  ],
  [
    { ...WEEK, fecha_inicio_periodo: "2026-03-02" },
    ['`fecha_inicio_periodo` no puede ser posterior a fecha_fin_periodo (2026-03-01); se recibió "2026-03-02".'],
  ],
  [
    { ...WEEK, fecha_inicio_periodo: TODAY, fecha_fin_periodo: "2026-03-05" },
    ['`fecha_fin_periodo` no puede ser posterior a fecha_documento (2026-03-04); se recibió "2026-03-05".'],
  ],
  [
    {
      forma_generacion: "2",
      fecha_documento: "2026-02-26",
      fecha_inicio_periodo: "2026-02-26",
      fecha_fin_periodo: "2026-02-26",
    },
    [
      '`fecha_documento` es la fecha de la firma y no puede ser más de 5 días anterior a hoy en Colombia (2026-03-04); se recibió "2026-02-26".',
    ],
  ],
  [{ hora: "10:20:00" }, ['`hora` no puede ser posterior a la hora de Colombia (10:11:12); se recibió "10:20:00".']],
  [
    { ...WEEK, fecha_documento: "2026-03-05" },
    ['`fecha_documento` no puede ser posterior a hoy en Colombia (2026-03-04); se recibió "2026-03-05".'],
  ],
  [{ forma_pago: "2" }, ['`fecha_vencimiento` es obligatorio con forma_pago "2" (crédito).']],
  [
    { forma_pago: "2", fecha_vencimiento: "2026-03-03" },
    ['`fecha_vencimiento` no puede ser anterior a fecha_documento (2026-03-04); se recibió "2026-03-03".'],
  ],
  [
    { fecha_vencimiento_contable: "2026-03-03" },
    ['`fecha_vencimiento_contable` no puede ser anterior a fecha_documento (2026-03-04); se recibió "2026-03-03".'],
  ],
  [
    { medio_pago_codigo: "999" },
    ['`medio_pago_codigo` debe ser un medio de pago de la lista oficial, como "10" o "42"; se recibió "999".'],
  ],
  [{ moneda: "ABC", tasa_cambio: 1 }, ['`moneda` debe ser una moneda ISO 4217, como "COP"; se recibió "ABC".']],
  [
    { tasa_cambio: 1, fecha_tasa_cambio: TODAY },
    [
      '`tasa_cambio` no aplica con moneda "COP"; no lo envíe.',
      '`fecha_tasa_cambio` no aplica con moneda "COP"; no lo envíe.',
    ],
  ],
  [{ moneda: "USD" }, ['`tasa_cambio` es obligatorio con moneda "USD": pesos colombianos por unidad de la moneda.']],
  [retention({}), ["`retenciones.0.percent` es obligatorio, o bien `retenciones.0.amount` para derivarlo."]],
  [
    {
      retenciones: [
        { ...RENTA, percent: 1 },
        { ...RENTA, percent: 1 },
      ],
    },
    [
      '`retenciones.1.retention_key` repite la clave "ReteRenta" de `retenciones.0`; cada retención lleva una clave distinta.',
    ],
  ],
  [
    retention({ percent: 2.5, amount: 1 }),
    [
      "`retenciones.0.amount` debe ser base x percent (100000.00 x 2.5 % = 2500.00) con un centavo de tolerancia; se recibió 1.",
    ],
  ],
  [retention({ amount: 100001 }), ["`retenciones.0.amount` no puede pasar de su base (100000.00); se recibió 100001."]],
  [
    retention({ base_amount: 200000, percent: 1 }),
    [
      "`retenciones.0.base_amount` da la base 200000.00; debe ser mayor que cero y no pasar del total del documento (119000.00).",
    ],
  ],
  [
    {
      retenciones: [
        { ...RENTA, percent: 100 },
        { ...RENTA, authority_tax_code: "07", tax_name: "ReteICA", percent: 100 },
      ],
    },
    ["`retenciones` suma 200000.00 y no puede pasar del total del documento (119000.00)."],
  ],
  [
    { ...withItem({ porcentaje_iva: 0 }), ...retention({ authority_tax_code: "05", percent: 15 }) },
    [
      "`retenciones.0.base_mode` da la base 0.00; debe ser mayor que cero y no pasar del total del documento (100000.00).",
    ],
  ],
];

describe("an invoice", () => {
  it.each(INVOICES)("with %j is refused: %j", (changes, sentences) => {
    expectSentences(describeInvoice(changes), sentences);
  });

  it.each<[Draft, string]>([
    [
      line({ unitPrice: "0" }),
      "`items.0.unit` es 0; debe ser mayor que cero. Un obsequio o una muestra lleva su valor comercial en `items.0.obsequio.valor_referencia`.",
    ],
    [
      line({ unitPrice: null, inputPrice: "0", taxIncluded: true }),
      "`items.0.unit_input` es 0; debe ser mayor que cero. Un obsequio o una muestra lleva su valor comercial en `items.0.obsequio.valor_referencia`.",
    ],
  ])("of v2 with %j is told where the value of a gift goes", (changes, sentence) => {
    expectSentences(
      invoiceProblems(changes).map((problem) => describeProblem(problem, INVOICE_OF_V2)),
      [sentence],
    );
  });

  it.each(COMPANIES)("by a company with %j is refused: %j", (changes, cause) => {
    const sentence = `La configuración de la empresa ${cause}; debe corregirla el operador.`;
    expect(describeInvoice({}, { ...COMPANY, ...changes })).toMatchObject([{ path: "", message: sentence }]);
  });
});

describe("a support document", () => {
  it.each(SUPPORT_DOCUMENTS)("with %j is refused: %j", (changes, sentences) => {
    expectSentences(supportProblems(changes), sentences);
  });
});

const WITHOUT_DETAILS: readonly (readonly [RefusalCode, Reason, string])[] = [
  [
    "company_suspended",
    { reason: "company-suspended" },
    "La empresa está suspendida y no puede emitir documentos nuevos; lo ya emitido se sigue consultando. Hable con el operador del servicio y repita después la misma petición.",
  ],
  [
    "module_not_contracted",
    { reason: "no-module", module: "dse" },
    "La empresa no tiene contratado el módulo de documento soporte electrónico (DSE).",
  ],
  [
    "plan_exhausted",
    { reason: "no-plan", module: "fe", year: 2026 },
    "La empresa no tiene un plan de factura electrónica (FE) para el año 2026.",
  ],
  [
    "plan_exhausted",
    { reason: "plan-used-up", module: "dse", year: 2026, used: 50, allowance: 50 },
    "El plan de documento soporte electrónico (DSE) para el año 2026 está agotado: se usaron 50 de 50 documentos.",
  ],
  [
    "range_missing",
    { reason: "no-range", rangeKind: "contingency", prefix: null },
    "La empresa no tiene un rango de numeración activo para facturas de contingencia.",
  ],
  [
    "range_missing",
    { reason: "no-range", rangeKind: "fe", prefix: "CEN" },
    "La empresa no tiene un rango de numeración activo con el prefijo CEN del establecimiento para facturas electrónicas.",
  ],
  [
    "range_missing",
    { reason: "range-stopped", rangeKind: "fe", ranges: "FE 1-500" },
    "La numeración para facturas electrónicas está detenida (FE 1-500): la autoridad informa que otro sistema usó un número de este rango. El operador del servicio debe revisarla; repita después la misma petición.",
  ],
  [
    "range_missing",
    { reason: "number-held", rangeKind: "dse", number: "DS11" },
    "La numeración para documentos soporte está detenida: el número que sigue, DS11, ya lo tiene otro documento de la empresa. El operador del servicio debe corregir los rangos; repita después la misma petición.",
  ],
];

const WITH_DETAILS: readonly (readonly [RefusalCode, Problem, string])[] = [
  [
    "certificate_missing",
    { field: [], reason: "no-certificate", rule: "ZD01" },
    "La empresa no tiene un certificado de firma configurado; debe cargarlo el operador del servicio.",
  ],
  [
    "certificate_expired",
    { field: [], reason: "no-valid-certificate", lastEnd: "2027-06-01", rule: "ZD02" },
    "Ningún certificado de firma de la empresa está vigente; el último vence o venció el 2027-06-01.",
  ],
  [
    "range_expired",
    {
      ...{ field: [], reason: "range-not-in-force", rangeKind: "dse", prefix: null, rule: "FAD09b" },
      ...{ issueDate: "2026-11-20", first: "2026-01-01", last: "2026-11-19" },
    },
    "Ningún rango de numeración para documentos soporte está vigente en la fecha 2026-11-20: los rangos activos van del 2026-01-01 al 2026-11-19.",
  ],
  [
    "range_exhausted",
    { field: [], reason: "range-used-up", rangeKind: "dse", ranges: "DS 1-9", rule: "FAD05c" },
    "El rango de numeración para documentos soporte está agotado (DS 1-9); se necesita un rango nuevo.",
  ],
  [
    "business_rule",
    {
      ...{ field: ["lines"], reason: "xml-too-large", rule: "ZA01" },
      ...{ kilobytes: 604, isLeast: false, lines: 3, withholdings: 0 },
    },
    "El documento ocuparía unos 604 KB en XML y la autoridad admite 500 KB; reparta sus 3 ítems en varios documentos.",
  ],
  [
    "business_rule",
    {
      ...{ field: ["lines"], reason: "xml-too-large", rule: "ZA01" },
      ...{ kilobytes: 1270, isLeast: true, lines: 100, withholdings: 50 },
    },
    "El documento ocuparía más de 1270 KB en XML y la autoridad admite 500 KB; reparta sus 100 ítems, cada uno con 50 retenciones, en varios documentos.",
  ],
  [
    "business_rule",
    { field: ["documentDate"], reason: "signed-without-certificate", instant: "2026-03-01 23:00:00", rule: "ZD02" },
    "El campo `fecha_documento` pone la firma en 2026-03-01 23:00:00, cuando no rige ningún certificado de la empresa que rija ahora; envíe la fecha de hoy, sin `hora`.",
  ],
];

describe("a refusal", () => {
  it.each(WITHOUT_DETAILS)("%s for %j says why, and lists nothing", (code, why, message) => {
    expect(describeRefusal({ code, why, problems: [] })).toEqual({ code, message, details: [] });
  });

  it.each(WITH_DETAILS)("%s for %j says why, and lists it with its rule", (code, problem, message) => {
    const {
      code: answered,
      details,
      ...rest
    } = describeRefusal({ code, why: null, problems: [problem] }, SUPPORT_DOCUMENT);
    expect([answered, rest.message]).toEqual([code, message]);
    expect(details).toEqual([{ path: SUPPORT_DOCUMENT.spell(problem.field), message, rule: problem.rule }]);
  });

  it.each([
    [1, "El campo `items` debe traer al menos un ítem."],
    [4, "El campo `items` debe traer al menos un ítem. (y 3 más en details)"],
    [101, "El campo `items` debe traer al menos un ítem. (y 100 más; details trae los primeros)"],
  ])("of %d problems is the first one's sentence, and how many more there are", (count, message) => {
    const problems = Array.from({ length: count }, (): Problem => ({ field: ["lines"], reason: "no-lines" }));
    expect(describeRefusal({ code: "business_rule", why: null, problems }, INVOICE).message).toBe(message);
  });
});

describe("a notice", () => {
  it.each<[Problem, string, string]>([
    [
      { field: ["receiver", "email"], reason: "no-email" },
      "receptor.email",
      "Sin correo del adquirente la autoridad acepta la factura con una notificación; envíelo si lo conoce.",
    ],
    [
      {
        field: ["lines", 2, "taxRate"],
        reason: "rate-not-published",
        rate: "7.00",
        tax: "IVA",
        published: ["5.00", "19.00"],
      },
      "items.2.iva",
      "La tarifa 7.00 no está entre las publicadas de IVA (5.00, 19.00); la autoridad acepta el documento con una notificación.",
    ],
  ])("%j", (problem, path, message) => {
    expect(describeProblem(problem, INVOICE)).toEqual({ path, message });
  });
});

describe("a place in a draft", () => {
  it.each<[FieldPath, string]>([
    [["lines", 0, "taxCode"], "items.0.tax_code"],
    [["lines", 1, "taxCode"], "items.1.codigo_impuesto"],
    [["receiver", "identificationNumber"], "receptor.numero_doc"],
    [[], ""],
  ])("%j is named as the client of an invoice spelled it", (field, path) => {
    const items = [{ tax_code: "01" }, { codigo_impuesto: "01" }];
    expect(readInvoice(readBody({ items })).naming.spell(field)).toBe(path);
  });

  it.each<[FieldPath, string]>([
    [["withholdings", 0, "key"], "withholdings.0.tipo"],
    [["dueDate"], "payment_due_date"],
    [["lines", 0, "taxAmount"], "items.0.iva"],
    [["supplier", "identificationNumber"], "proveedor.numero_documento"],
  ])("%j is named as the client of a support document spelled it", (field, path) => {
    const body = {
      ...{ withholdings: [{ tipo: "k" }], payment_due_date: TODAY, items: [{ iva: 1 }] },
      proveedor: { numero_documento: "1" },
    };
    expect(readSupportDocument(readBody(body)).naming.spell(field)).toBe(path);
  });

  it("of another kind of draft is a bug", () => {
    expect(() => INVOICE.spell(["documentDate"])).toThrow("no name");
  });
});
