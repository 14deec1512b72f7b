// A priced document: every amount computed and printed once, so that XML, hash, row and answer carry the same strings.
import type { Address } from "./company.ts";

/** Type of the reference to the numbered paper on which a contingency invoice was written (FAI01, FAI02). */
export const CONTINGENCY_PAPER = "215";

/** Printed amount: plain notation, exactly two decimals, half-even. */
export type Amount = string;

/** One tax at one rate: on a line, or summed over the lines. */
export interface TaxSubtotal {
  /** Authority code: 01 IVA, 04 INC, 05 ReteIVA, 06 ReteRenta, 07 ReteICA. */
  readonly code: string;
  readonly name: string;
  /** Percent, at least two decimals: `19.00`, `0.966`. */
  readonly rate: string;
  readonly base: Amount;
  readonly amount: Amount;
}

/** A party as the document names it. */
export interface Party {
  readonly identificationType: string;
  readonly identificationNumber: string;
  readonly checkDigit: string | null;
  readonly personType: "1" | "2";
  readonly name: string;
  readonly tradeName: string | null;
  readonly responsibilities: readonly string[];
  readonly taxSchemeCode: string;
  readonly taxSchemeName: string;
  readonly address: Address | null;
  readonly email: string | null;
  readonly phone: string | null;
}

export interface DocumentLine {
  readonly number: number;
  readonly note: string | null;
  readonly description: string;
  /** Up to 6 decimals, printed with 6. */
  readonly quantity: string;
  readonly unitCode: string;
  /** Two to six decimals. */
  readonly unitPrice: string;
  readonly base: Amount;
  readonly taxes: readonly TaxSubtotal[];
  readonly withholdings: readonly TaxSubtotal[];
  readonly product: { readonly code: string; readonly scheme: "001" | "999" };
  /** Support documents: purchase date of the line (DSFC02a). */
  readonly purchaseDate: string | null;
  readonly costCenterId: number | null;
}

export interface Totals {
  /** LineExtensionAmount: sum of the lines' bases. */
  readonly subtotal: Amount;
  /** TaxExclusiveAmount: sum of the lines' taxed bases. */
  readonly taxableBase: Amount;
  /** Sum of the header taxes. */
  readonly taxes: Amount;
  /** TaxInclusiveAmount = PayableAmount. */
  readonly total: Amount;
  /** Informative, never subtracted from the total. */
  readonly withheld: Amount;
  /** total - withheld of a support document (contract 2.14 `neto_pagar`); the total of an invoice. */
  readonly netPayable: Amount;
}

/** A withholding with everything that row and answer need; only 05 and 06 reach the XML of a support document. */
export interface Withholding extends TaxSubtotal {
  readonly key: string;
  /** The client's own name for it; `name` is the authority's, as the XML prints it. */
  readonly label?: string;
}

export interface Payment {
  /** 1 cash, 2 credit (FAN02). */
  readonly form: "1" | "2";
  readonly meansCode: string;
  readonly dueDate: string;
}

/** USD documents: 1 unit of the document's currency in COP. */
export interface ExchangeRate {
  readonly rate: string;
  readonly date: string;
}

interface DocumentCommon {
  readonly currency: string;
  readonly exchangeRate: ExchangeRate | null;
  /** Bogotá, `YYYY-MM-DD`. */
  readonly issueDate: string;
  /** Bogotá, `HH:MM:SS-05:00`. */
  readonly issueTime: string;
  readonly dueDate: string;
  readonly notes: readonly string[];
  readonly issuer: Party;
  readonly counterpart: Party;
  readonly payment: Payment;
  readonly lines: readonly DocumentLine[];
  /** One entry per tax and rate, codes ascending, rates descending. */
  readonly taxes: readonly TaxSubtotal[];
  readonly withholdings: readonly Withholding[];
  readonly totals: Totals;
}

/** Types 01 and 03: the issuer sells, the counterpart acquires. */
export interface Invoice extends DocumentCommon {
  readonly kind: "invoice";
  readonly typeCode: "01" | "03";
  readonly operationType: "10" | "09";
  /** Type 03: reference to the contingency paper (FAI01, FAI02); a null id: the paper bears this document's own number. */
  readonly contingencyReference: {
    readonly id: string | null;
    readonly issueDate: string;
    readonly typeCode: string;
  } | null;
}

/** Type 05: the counterpart sells, the issuer buys and signs. */
export interface SupportDocument extends DocumentCommon {
  readonly kind: "support-document";
  readonly typeCode: "05";
  /** 10 resident vendor, 11 non-resident. */
  readonly operationType: "10" | "11";
  readonly generationMode: "1" | "2";
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly accountingDueDate: string | null;
}

export type Document = Invoice | SupportDocument;
