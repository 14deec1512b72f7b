// Lists every kind of document that the service issues, as priced documents with their numbers.
import type { Company, Numbering } from "../../src/domain/company.ts";
import type { Document } from "../../src/domain/document/document.ts";
import type { AiuDraft, InvoiceDraft } from "../../src/domain/draft/draft.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import * as pricing from "../support/company.ts";
import {
  BOGOTA,
  BRANCH,
  COMPANY,
  contingencyNumber,
  FINAL_CONSUMER,
  FOREIGN_VENDOR,
  invoiceNumber,
  ivaLine,
  makeInvoice,
  makeLine,
  makeSupportDocument,
  SOFTWARE,
  supportNumber,
  taxOf,
} from "./fixture.ts";

export interface Kind {
  readonly company: Company;
  readonly document: Document;
  readonly numbering: Numbering;
}

const DOLLARS = { currency: "USD", exchangeRate: { rate: "3850.50", date: "2024-05-17" } };
const CREDIT = { form: "2", meansCode: "42", dueDate: "2024-06-16" } as const;
const AIU: AiuDraft = {
  contractBase: "5000000",
  administrationPercent: "6",
  contingencyPercent: "2",
  profitPercent: "2",
  taxRate: "19",
  taxBaseMode: "AIU_TOTAL",
};

/** A tax that is money for each unit, or for each hundred of the millilitres that one holds. */
function perUnit(code: string, unitAmount: string, millilitres: string | null = null) {
  return { code, rate: null, unitAmount, millilitres };
}

/** What the pricing makes of a draft, for the kinds in which the pricing itself is the point. */
function priced(number: number, changes: Partial<InvoiceDraft>): Kind {
  const company = { ...pricing.COMPANY, software: { fe: SOFTWARE, dse: SOFTWARE } };
  const document = priceInvoice(pricing.invoiceDraft(changes), company, pricing.NOW_MS);
  return {
    company,
    document,
    numbering: document.typeCode === "01" ? invoiceNumber(990000200 + number) : contingencyNumber(number),
  };
}

function invoice(number: number, ...[lines, overrides]: Parameters<typeof makeInvoice>): Kind {
  return { company: COMPANY, document: makeInvoice(lines, overrides), numbering: invoiceNumber(990000100 + number) };
}

function support(number: number, ...[lines, overrides]: Parameters<typeof makeSupportDocument>): Kind {
  const document = makeSupportDocument(lines, overrides);
  return { company: COMPANY, document, numbering: supportNumber(984000100 + number) };
}

const RETENTIONS = [
  taxOf("05", "15.00", "19000.00", "2850.00"),
  taxOf("06", "11.00", "100000.00", "11000.00"),
  taxOf("07", "0.966", "100000.00", "966.00"),
];

/** One file name each. */
export const KINDS: Readonly<Record<string, Kind>> = {
  "fe-iva-19": invoice(1, [ivaLine(1, "100000.00", "19.00", "19000.00")]),
  "fe-iva-5": invoice(2, [ivaLine(1, "20000.00", "5.00", "1000.00")]),
  "fe-excluded": invoice(3, [makeLine(1, { base: "3000.00" })]),
  "fe-exempt": invoice(4, [ivaLine(1, "100000.00", "0.00", "0.00")]),
  "fe-inc-8": priced(5, { lines: [pricing.lineDraft({ taxRate: "8", unitPrice: "25000", quantity: "4" })] }),
  "fe-mixed": priced(6, {
    lines: [
      pricing.lineDraft(),
      pricing.lineDraft({ taxRate: "5", unitPrice: "20000", quantity: "1.5" }),
      pricing.lineDraft({ taxRate: "8", unitPrice: "25000" }),
      pricing.lineDraft({ taxRate: "0", unitPrice: "999.99", quantity: "3" }),
    ],
    notes: "Entrega en bodega.\nHorario: 8 a. m. a 5 p. m. & sábados <9 a 12>",
  }),
  "fe-tax-included": priced(7, {
    lines: [
      pricing.lineDraft({ unitPrice: null, inputPrice: "11900", taxIncluded: true, quantity: "3" }),
      pricing.lineDraft({ unitPrice: null, inputPrice: "9999.99", taxIncluded: true, quantity: "7" }),
    ],
  }),
  "fe-final-consumer": invoice(8, [ivaLine(1, "10000.00", "19.00", "1900.00")], { counterpart: FINAL_CONSUMER }),
  "fe-credit": invoice(9, [ivaLine(1, "100000.00", "19.00", "19000.00")], { payment: CREDIT, dueDate: CREDIT.dueDate }),
  "fe-aiu-total": priced(10, { aiu: AIU, lines: [pricing.lineDraft({ unitPrice: "5000000", taxRate: "0" })] }),
  "fe-aiu-profit": priced(11, {
    aiu: { ...AIU, taxBaseMode: "UTILIDAD" },
    lines: [pricing.lineDraft({ unitPrice: "5000000", taxRate: "0" })],
  }),
  "fe-withholdings": invoice(12, [ivaLine(1, "100000.00", "19.00", "19000.00", { withholdings: RETENTIONS })]),
  "fe-usd": invoice(13, [ivaLine(1, "1000.00", "19.00", "190.00")], DOLLARS),
  "fe-foreign-customer": invoice(14, [makeLine(1, { base: "1000.00" })], {
    ...DOLLARS,
    counterpart: {
      ...FOREIGN_VENDOR,
      email: "billing@example.com",
      phone: "+1 305 555 0100",
      address: {
        ...BOGOTA,
        line: "100 Main St",
        municipalityCode: null,
        municipalityName: "Miami",
        departmentCode: null,
        departmentName: "Florida",
        postalCode: "33101",
        countryCode: "US",
        countryName: "Estados Unidos",
      },
    },
  }),
  "fe-contingency": priced(15, { isContingency: true, issueDate: "2026-03-03" }),
  "fe-till": priced(18, {
    lines: [
      pricing.lineDraft({
        description: "Gaseosa 1,5 L",
        ...{ unitPrice: null, inputPrice: "5950", taxIncluded: true, quantity: "2", discountAmount: "1000" },
        ...{ discountReason: "Segunda unidad", otherTaxes: [perUnit("34", "65", "1500")] },
      }),
      pricing.lineDraft({
        description: "Papas fritas",
        ...{ unitPrice: "3000", quantity: "4", discountPercent: "10" },
        otherTaxes: [{ code: "35", rate: "20", unitAmount: null, millilitres: null }],
      }),
      pricing.lineDraft({
        description: "Bolsa",
        ...{ unitPrice: "100", quantity: "3", taxRate: "0", otherTaxes: [perUnit("22", "70")] },
      }),
    ],
    discounts: [{ amount: "500", percent: null, reason: "Cupón", code: "01" }],
    charges: [{ amount: null, percent: "10", reason: "Propina", code: null }],
  }),
  "fe-free-line": priced(20, {
    lines: [
      pricing.lineDraft(),
      pricing.lineDraft({ description: "Muestra", unitPrice: "12500.5", quantity: "2", discountPercent: "100" }),
    ],
  }),
  "fe-contingency-paper": priced(19, { isContingency: true, contingencyNumber: "CT45", issueDate: "2026-03-03" }),
  // Near the limit of 500 KB (ZA01): with longer descriptions it would be refused before it gets here.
  "fe-500-lines": invoice(
    16,
    Array.from({ length: 500 }, (_, index) => ivaLine(index + 1, "100.00", "19.00", "19.00")),
  ),
  "fe-no-prefix": {
    ...invoice(17, [ivaLine(1, "100000.00", "19.00", "19000.00")]),
    numbering: { ...invoiceNumber(17), prefix: "", from: 1, to: 1000 },
  },
  "fe-branch": invoice(21, [ivaLine(1, "350000.00", "19.00", "66500.00")], { branch: BRANCH, till: "Caja 2" }),
  "fe-branch-bare": invoice(22, [ivaLine(1, "350000.00", "19.00", "66500.00")], {
    branch: { ...BRANCH, phone: null, registration: null, address: { ...BRANCH.address, postalCode: null } },
  }),
  "ds-branch": support(6, [ivaLine(1, "100000.00", "19.00", "19000.00")], { branch: BRANCH }),
  "ds-per-operation": support(1, [
    makeLine(1, {
      quantity: "100.500000",
      unitCode: "KGM",
      unitPrice: "12000.123456",
      base: "1206012.41",
      product: { code: "50201706", scheme: "001" },
      withholdings: [taxOf("06", "1.50", "1206012.41", "18090.19"), taxOf("07", "0.966", "1206012.41", "11650.08")],
    }),
  ]),
  "ds-weekly": support(
    2,
    [
      ivaLine(1, "100000.00", "19.00", "19000.00", { purchaseDate: "2024-05-13" }),
      ivaLine(2, "150000.00", "5.00", "7500.00", { purchaseDate: "2024-05-15" }),
      makeLine(3, { base: "1.00", purchaseDate: "2024-05-17" }),
    ],
    { generationMode: "2", periodStart: "2024-05-13", periodEnd: "2024-05-17", payment: CREDIT },
  ),
  "ds-non-resident": support(
    3,
    [
      ivaLine(1, "1000000.00", "19.00", "190000.00", {
        withholdings: [taxOf("05", "100.00", "190000.00", "190000.00")],
      }),
    ],
    { operationType: "11", counterpart: FOREIGN_VENDOR },
  ),
  "ds-free-line": support(5, [
    ivaLine(1, "1000.00", "19.00", "190.00"),
    makeLine(2, { base: "0.00", unitPrice: "0.00", referencePrice: { amount: "0.01", typeCode: "03" } }),
  ]),
  "ds-usd": support(4, [ivaLine(1, "1000.00", "19.00", "190.00"), ivaLine(2, "200.00", "5.00", "10.00")], DOLLARS),
};
