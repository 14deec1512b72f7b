// Builds whole priced documents from a few words about lines and parties; it adds up totals itself, not by the product's
// pricing.
import type { Address, Branch, Company, Numbering } from "../../src/domain/company.ts";
import type {
  AdjustmentNote,
  AllowanceCharge,
  DocumentLine,
  Invoice,
  InvoiceNote,
  Party,
  SupportDocument,
  TaxSubtotal,
  Totals,
  Withholding,
} from "../../src/domain/document/document.ts";
import { decimal, print, sum } from "../../src/domain/value/decimal.ts";

export const BOGOTA: Address = {
  line: "CALLE 1 # 2-03",
  municipalityCode: "11001",
  municipalityName: "Bogotá, D.c.",
  departmentCode: "11",
  departmentName: "Bogotá",
  postalCode: "110111",
  countryCode: "CO",
  countryName: "Colombia",
};

export const ISSUER: Party = {
  identificationType: "31",
  identificationNumber: "900373115",
  checkDigit: "3",
  personType: "1",
  name: "EMPRESA DE PRUEBA SAS",
  tradeName: null,
  responsibilities: ["R-99-PN"],
  taxSchemeCode: "01",
  taxSchemeName: "IVA",
  address: BOGOTA,
  email: "facturas@example.com",
  phone: null,
};

export const CUSTOMER: Party = {
  ...ISSUER,
  identificationNumber: "800134536",
  checkDigit: "3",
  name: "CLIENTE DE PRUEBA SA",
  responsibilities: ["O-13", "O-15"],
  address: {
    ...BOGOTA,
    line: "CARRERA 4 # 5-06",
    municipalityCode: "05001",
    municipalityName: "Medellín",
    departmentCode: "05",
    departmentName: "Antioquia",
    postalCode: "050001",
  },
  email: "compras@example.org",
};

/** A shop in another town than the company. */
export const BRANCH: Branch = {
  code: "POB",
  name: "Almacén de Prueba - Sede El Poblado",
  address: {
    ...BOGOTA,
    line: "Calle 10 # 43-20, local 3",
    ...{ municipalityCode: "05001", municipalityName: "Medellín", postalCode: "050021" },
    ...{ departmentCode: "05", departmentName: "Antioquia" },
  },
  prefix: null,
  phone: "6040000000",
  registration: "21000555",
};

export const FINAL_CONSUMER: Party = {
  identificationType: "13",
  identificationNumber: "222222222222",
  checkDigit: null,
  personType: "2",
  name: "consumidor final",
  tradeName: null,
  responsibilities: ["R-99-PN"],
  taxSchemeCode: "ZZ",
  taxSchemeName: "No aplica",
  address: null,
  email: "sin-correo@example.com",
  phone: null,
};

export const VENDOR: Party = {
  ...FINAL_CONSUMER,
  identificationNumber: "1098765432",
  name: "VENDEDOR NO OBLIGADO",
  address: {
    ...BOGOTA,
    line: "VEREDA EL CARMEN",
    municipalityCode: "25053",
    municipalityName: "Arbeláez",
    departmentCode: "25",
    departmentName: "Cundinamarca",
    postalCode: "252007",
  },
  email: null,
};

export const FOREIGN_VENDOR: Party = {
  ...FINAL_CONSUMER,
  identificationType: "42",
  identificationNumber: "EIN123456789",
  personType: "1",
  name: "FOREIGN VENDOR INC",
  email: null,
};

export const SOFTWARE = {
  id: "11111111-2222-3333-4444-555555555555",
  providerNit: "900373115",
  providerCheckDigit: "3",
  providerCode: "000",
  testSetId: null,
};

export const COMPANY: Company = {
  id: 7,
  nit: ISSUER.identificationNumber,
  checkDigit: "3",
  name: ISSUER.name,
  tradeName: null,
  environment: "habilitacion",
  personType: "1",
  responsibilities: ISSUER.responsibilities,
  taxSchemeCode: "01",
  address: BOGOTA,
  email: "facturas@example.com",
  phone: null,
  industryCode: null,
  modules: ["fe", "dse"],
  software: { fe: SOFTWARE, dse: SOFTWARE },
  paymentMethods: [],
  withholdingTypes: [],
  branches: [],
  costCenters: [],
  certificates: [],
};

const RANGE = {
  rangeId: 1,
  resolutionDate: "2019-01-19",
  validFrom: "2019-01-19",
  validTo: "2030-01-19",
  fileSequence: 1,
};

/** Number of an invoice in the range that the authority hands out for tests. */
export function invoiceNumber(number: number): Numbering {
  return { ...RANGE, resolution: "18760000001", prefix: "SETP", from: 990000000, to: 995000000, number };
}

export function contingencyNumber(number: number): Numbering {
  return { ...RANGE, rangeId: 2, resolution: "18760000005", prefix: "CONT", from: 1, to: 1000, number };
}

export function supportNumber(number: number): Numbering {
  const validity = { validFrom: "2024-01-01", validTo: "2030-12-31" };
  const range = { resolution: "18760000003", prefix: "SEDS", from: 984000000, to: 985000000 };
  return { ...RANGE, ...validity, ...range, rangeId: 3, number };
}

/** A tax or withholding at one rate: `taxOf("01", "19.00", "100000.00", "19000.00")`. */
export function taxOf(code: string, rate: string, base: string, amount: string): TaxSubtotal {
  return { code, name: TAX_NAMES[code] ?? code, rate, base, amount };
}

const TAX_NAMES: Readonly<Record<string, string>> = {
  "01": "IVA",
  "04": "INC",
  "05": "ReteIVA",
  "06": "ReteRenta",
  "07": "ReteICA",
};

/** `discountOf("00", "Descuento no condicionado", "10.00", "10000.00", "100000.00")`. */
export function discountOf(
  reasonCode: string,
  reason: string,
  percent: string,
  amount: string,
  base: string,
): AllowanceCharge {
  return { isCharge: false, reasonCode, reason, percent, amount, base };
}

/** Ten percent off and a tip of five on an invoice of 29,999.99 without its taxes of 2,900.00. */
export const GLOBAL_ALLOWANCES = {
  allowances: [
    discountOf("01", "Descuento condicionado", "10.00", "3000.00", "29999.99"),
    {
      isCharge: true,
      reasonCode: null,
      reason: "Propina voluntaria",
      percent: "5.00",
      amount: "1500.00",
      base: "29999.99",
    },
  ],
  totals: {
    subtotal: "29999.99",
    taxableBase: "29999.99",
    taxes: "2900.00",
    total: "31399.99",
    withheld: "0.00",
    netPayable: "31399.99",
  },
} as const;

/** A line with one unit of a 100,000.00 service, taxed with what is given. */
export function makeLine(number: number, line: Partial<DocumentLine>): DocumentLine {
  const unitPrice = line.unitPrice ?? line.base ?? "100000.00";
  return {
    number,
    note: null,
    description: "Servicio",
    quantity: "1.000000",
    unitCode: "94",
    unitPrice,
    base: unitPrice,
    taxes: [],
    withholdings: [],
    product: { code: `SKU${number}`, scheme: "999" },
    purchaseDate: null,
    costCenterId: null,
    ...line,
  };
}

/** A line whose IVA is given as rate and amount. */
export function ivaLine(number: number, base: string, rate: string, amount: string, line: Partial<DocumentLine> = {}) {
  return makeLine(number, { base, taxes: [taxOf("01", rate, base, amount)], ...line });
}

const COMMON = {
  currency: "COP",
  exchangeRate: null,
  issueDate: "2024-05-17",
  issueTime: "10:11:12-05:00",
  dueDate: "2024-05-17",
  notes: [],
  issuer: ISSUER,
  payment: { form: "1", meansCode: "10", dueDate: "2024-05-17" },
} as const;

export function makeInvoice(lines: readonly DocumentLine[], overrides: Partial<Invoice> = {}): Invoice {
  return {
    ...COMMON,
    kind: "invoice",
    typeCode: "01",
    operationType: "10",
    contingencyReference: null,
    counterpart: CUSTOMER,
    ...addUp(lines),
    ...overrides,
  };
}

export function makeSupportDocument(
  lines: readonly DocumentLine[],
  overrides: Partial<SupportDocument> = {},
): SupportDocument {
  const purchaseDate = COMMON.issueDate;
  return {
    ...COMMON,
    kind: "support-document",
    typeCode: "05",
    operationType: "10",
    generationMode: "1",
    periodStart: purchaseDate,
    periodEnd: purchaseDate,
    accountingDueDate: null,
    counterpart: VENDOR,
    ...addUp(lines.map((line) => ({ ...line, purchaseDate: line.purchaseDate ?? purchaseDate }))),
    ...overrides,
  };
}

const NOTE_COMMON = {
  ...COMMON,
  kind: "note",
  issueDate: "2024-05-20",
  issueTime: "11:12:13-05:00",
  dueDate: "2024-05-20",
  motive: null,
  payment: { form: "1", meansCode: "10", dueDate: "2024-05-20" },
} as const;

/** A credit or debit note on an invoice, or on a period when `corrected` is null. */
export function makeInvoiceNote(
  lines: readonly DocumentLine[],
  overrides: Partial<InvoiceNote> & Pick<InvoiceNote, "typeCode" | "operationType" | "concept">,
): InvoiceNote {
  return {
    ...NOTE_COMMON,
    counterpart: CUSTOMER,
    corrected: null,
    period: null,
    ...addUp(lines),
    lines: lines.map((line) => ({ ...line, corrects: null })),
    ...overrides,
  };
}

/** An adjustment note to a support document of a resident vendor. */
export function makeAdjustmentNote(
  lines: readonly DocumentLine[],
  overrides: Partial<AdjustmentNote> & Pick<AdjustmentNote, "concept" | "corrected">,
): AdjustmentNote {
  return {
    ...NOTE_COMMON,
    typeCode: "95",
    operationType: "10",
    counterpart: VENDOR,
    period: null,
    ...addUp(lines),
    lines: lines.map((line) => ({ ...line, corrects: null })),
    ...overrides,
  };
}

interface Sums {
  readonly lines: readonly DocumentLine[];
  readonly taxes: readonly TaxSubtotal[];
  readonly withholdings: readonly Withholding[];
  readonly totals: Totals;
}

function addUp(lines: readonly DocumentLine[]): Sums {
  const taxes = sumByRate(lines.flatMap((line) => line.taxes));
  const withholdings = sumByRate(lines.flatMap((line) => line.withholdings));
  const subtotal = add(lines.map((line) => line.base));
  const taxAmount = add(taxes.map((tax) => tax.amount));
  const total = add([subtotal, taxAmount]);
  const withheld = add(withholdings.map((withholding) => withholding.amount));
  return {
    lines,
    taxes,
    withholdings: withholdings.map((withholding) => ({ ...withholding, key: withholding.name })),
    totals: {
      subtotal,
      taxableBase: add(taxes.map((tax) => tax.base)),
      taxes: taxAmount,
      total,
      withheld,
      netPayable: print(decimal(total).minus(withheld)),
    },
  };
}

function sumByRate(subtotals: readonly TaxSubtotal[]): TaxSubtotal[] {
  const sums = new Map<string, TaxSubtotal>();
  for (const subtotal of subtotals) {
    const { perUnit } = subtotal;
    const key = `${subtotal.code} ${perUnit?.amount ?? subtotal.rate}`;
    const before = sums.get(key);
    const [base, amount] = [add([before?.base ?? "0", subtotal.base]), add([before?.amount ?? "0", subtotal.amount])];
    const units = print(decimal(before?.perUnit?.units ?? "0").plus(perUnit?.units ?? "0"), 6);
    sums.set(key, { ...subtotal, base, amount, ...(perUnit === undefined ? {} : { perUnit: { ...perUnit, units } }) });
  }
  return [...sums.values()].sort((a, b) => a.code.localeCompare(b.code) || Number(b.rate) - Number(a.rate));
}

function add(amounts: readonly string[]): string {
  return print(sum(amounts.map(decimal)));
}
