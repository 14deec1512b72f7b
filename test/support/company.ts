// Gives a company and an invoice draft as plain data, for tests that need no database.
import type { Company } from "../../src/domain/company.ts";
import type { InvoiceDraft, InvoiceLineDraft } from "../../src/domain/draft/draft.ts";

/** 2026-03-04 10:11:12 in Bogotá. */
export const NOW_MS = Date.parse("2026-03-04T15:11:12Z");
export const TODAY = "2026-03-04";

export const COMPANY: Company = {
  id: 1,
  nit: "900373115",
  checkDigit: "3",
  name: "EMPRESA DE PRUEBA SAS",
  tradeName: null,
  environment: "produccion",
  personType: "1",
  responsibilities: ["O-13", "O-15"],
  taxSchemeCode: "01",
  address: {
    line: "CALLE 1 # 2-03",
    municipalityCode: "11001",
    municipalityName: "Bogotá, D.c.",
    departmentCode: "11",
    departmentName: "Bogotá",
    postalCode: "110111",
    countryCode: "CO",
    countryName: "Colombia",
  },
  email: "facturas@example.com",
  phone: null,
  industryCode: "6201",
  modules: ["fe", "dse"],
  software: {},
  paymentMethods: [
    { id: 7, form: "contado", label: "Caja", meansCode: "10", meansName: "Efectivo", isActive: true, isDefault: false },
    { id: 8, form: "contado", label: "PSE", meansCode: "47", meansName: "Débito", isActive: true, isDefault: true },
    {
      id: 9,
      form: "credito",
      label: "A 30 días",
      meansCode: "42",
      meansName: "Banco",
      isActive: true,
      isDefault: false,
    },
    {
      id: 10,
      form: "contado",
      label: "Cheque",
      meansCode: "20",
      meansName: "Cheque",
      isActive: false,
      isDefault: false,
    },
  ],
  withholdingTypes: [
    { type: "RETEIVA", taxCode: "05", name: "ReteIVA", baseModes: ["impuestos"] },
    { type: "RETEFUENTE", taxCode: "06", name: "ReteRenta", baseModes: ["subtotal"] },
    { type: "RETEICA", taxCode: "07", name: "ReteICA", baseModes: ["subtotal", "total"] },
  ],
  branches: [],
  costCenters: [],
  certificates: [
    { location: "vault", serialNumber: "1", notBefore: "2025-01-01T00:00:00Z", notAfter: "2027-01-01T00:00:00Z" },
  ],
};

/** An item of 100,000 at 19 %, changed as asked. */
export function lineDraft(changes: Partial<InvoiceLineDraft> = {}): InvoiceLineDraft {
  return {
    description: "Servicio de consultoría",
    quantity: "1",
    unitPrice: "100000",
    inputPrice: null,
    taxRate: "19",
    taxIncluded: false,
    taxCode: null,
    ...changes,
  };
}

/** An invoice of one such item to a NIT, in pesos and in cash, changed as asked. */
export function invoiceDraft(changes: Partial<InvoiceDraft> = {}): InvoiceDraft {
  return {
    kind: "invoice",
    receiver: {
      identificationType: "31",
      identificationNumber: "800134536",
      name: "CLIENTE DE PRUEBA SA",
      email: "compras@example.org",
      address: "CARRERA 4 # 5-06",
      countryCode: null,
    },
    lines: [lineDraft()],
    claimedSubtotal: null,
    claimedTaxes: null,
    claimedTotal: null,
    isContingency: false,
    issueDate: null,
    payment: null,
    aiu: null,
    withholdings: [],
    currency: null,
    notes: null,
    ...changes,
  };
}
