// Defines what can be wrong with a request, as data: the place in the draft, a reason, and the reason's values.
// The API writes the sentences (`api/message/reason.ts`); a reason without a sentence does not compile.
import type { Characters, Municipality } from "../catalogue/catalogue.ts";
import type { Module, RangeKind } from "../company.ts";
import type { State } from "../document/state.ts";
import type { InvoiceDraft, SupportDocumentDraft } from "../draft/draft.ts";
import type { NoteDraft } from "../draft/note-draft.ts";
import type { StandIn } from "../value/default-name.ts";
import type { NoteReasonFacts, Sent } from "./note-reason.ts";

/** Discriminants of drafts and their elements; the client did not send them. */
type Marker = "kind" | "index";

/** Names of members that lead from a draft to one of its values. */
type MemberPath<Draft> = Draft extends unknown
  ? {
      [Key in Exclude<keyof Draft, Marker> & string]-?: NonNullable<Draft[Key]> extends readonly (infer Element)[]
        ? readonly [Key] | readonly [Key, number] | readonly [Key, number, ...MemberPath<Element>]
        : NonNullable<Draft[Key]> extends object
          ? readonly [Key] | readonly [Key, ...MemberPath<NonNullable<Draft[Key]>>]
          : readonly [Key];
    }[Exclude<keyof Draft, Marker> & string]
  : never;

/** A place in a draft, `["lines", 0, "quantity"]`; empty: the document as a whole, or its company. */
export type FieldPath =
  | readonly []
  | MemberPath<InvoiceDraft>
  | MemberPath<SupportDocumentDraft>
  | MemberPath<NoteDraft>;

/** What makes a percentage one that cannot be printed or charged. */
export type PercentageFault = "below-zero" | "zero" | "over-hundred" | "too-fine";

/** Every reason, with the values that its sentence needs. Amounts are printed decimals, dates `YYYY-MM-DD` of Bogotá. */
export interface ReasonFacts extends NoteReasonFacts {
  // Any field.
  readonly "not-positive": Sent;
  readonly "too-many-decimals": Sent & { readonly most: number };
  readonly percentage: Sent & { readonly fault: PercentageFault };
  /** A date that must not come after that of another field, or before it. */
  readonly after: Sent & { readonly than: FieldPath; readonly limit: string };
  readonly before: Sent & { readonly than: FieldPath; readonly limit: string };
  readonly "not-after": Sent & { readonly than: FieldPath; readonly limit: string };
  /** Not a real date, or outside the only days that are possible. */
  readonly "not-a-date-from": Sent & { readonly earliest: string };
  readonly "not-a-date-until": Sent & { readonly latest: string };
  /** More problems were found than are listed. */
  readonly others: { readonly standsFor: number };

  // Lines and their taxes.
  readonly "no-lines": object;
  /** `of`: what its value is the product of, where it is one. */
  readonly "line-without-value": {
    readonly base: string;
    readonly of?: { readonly price: string; readonly quantity: string };
  };
  /** What is paid with the tax included gives no base whose printed price is exact enough. */
  readonly "paid-not-divisible": { readonly paid: string; readonly quantity: string; readonly decimals: number };
  readonly "price-required": { readonly instead: FieldPath };
  /** `gift`: where the value of what costs nothing goes. */
  readonly "price-not-positive": Sent & { readonly gift: FieldPath };
  readonly "prices-differ": Sent & {
    readonly other: FieldPath;
    readonly input: string;
    /** The rate whose tax the input includes; null when it includes none. */
    readonly includedRate: string | null;
    readonly net: string;
  };
  readonly "tax-rate": Sent & { readonly fault: PercentageFault };
  readonly "tax-unknown": Sent;
  readonly "tax-is-withholding": Sent & { readonly name: string };
  readonly "tax-is-per-unit": Sent & { readonly name: string };
  readonly "tax-is-of-party": Sent & { readonly name: string };
  readonly "tax-is-none": Sent & { readonly name: string; readonly rate: string };
  /** Codes that stand for no tax. */
  readonly "tax-is-no-tax": Sent & { readonly name: string };
  readonly "tax-rule-unknown": Sent & { readonly name: string };
  readonly "tax-repeated": Sent & { readonly name: string };
  /** Of a tax that is a percentage, or of one that is money for each unit. */
  readonly "tax-needs-rate": { readonly name: string; readonly instead: FieldPath };
  readonly "tax-needs-unit-amount": { readonly name: string; readonly instead: FieldPath };
  readonly "rate-required": { readonly name: string };
  readonly "unit-amount-required": { readonly name: string };
  readonly "millilitres-required": { readonly name: string };
  readonly "millilitres-of-other": { readonly code: string; readonly name: string };
  /** What is paid does not even cover the taxes that it holds. */
  readonly "taxes-over-paid": { readonly paid: string; readonly taxes: string };
  readonly "unit-unknown": Sent;
  /** Of an item of an invoice; `near`: what may have been meant. */
  readonly "unit-not-listed": Sent & { readonly near: readonly { readonly code: string; readonly name: string }[] };
  /** Of UNSPSC (001), GTIN (010) or customs tariff (020). */
  readonly "standard-code": Sent & { readonly scheme: "001" | "010" | "020"; readonly lengths: readonly number[] };
  readonly "gtin-check-digit": Sent & { readonly expected: string };
  readonly "treatment-of-other-rate": Sent & { readonly rateField: FieldPath; readonly rate: string };
  readonly "treatment-of-other-code": Sent & { readonly codeField: FieldPath; readonly code: string };
  readonly "price-of-gift": Sent & { readonly gift: FieldPath };
  readonly "price-or-base-required": { readonly instead: FieldPath };
  readonly "base-differs": Sent & { readonly computed: string };
  readonly "base-not-divisible": Sent & { readonly quantity: string; readonly decimals: number };
  /** The price as it is printed, times the quantity, is `printedBase`; as it was sent, `base`. */
  readonly "price-too-fine": Sent & {
    readonly quantity: string;
    readonly base: string;
    readonly printed: string;
    readonly printedBase: string;
    readonly decimals: number;
  };
  readonly "tax-amount-differs": Sent & { readonly base: string; readonly rate: string; readonly computed: string };
  readonly "tax-amount-over-base": Sent & { readonly base: string };
  readonly "cost-center-unknown": { readonly value: string | number };
  readonly "cost-center-differs": Sent & { readonly than: FieldPath };

  /** The header's sum of a tax is further from base x rate than the authority takes. */
  readonly "tax-sum-off": {
    readonly tax: string;
    readonly rate: string;
    readonly amount: string;
    readonly computed: string;
    readonly tolerance: string;
  };

  // Discounts and charges.
  readonly "not-with": { readonly other: FieldPath };
  readonly "discount-over-line": Sent & { readonly line: string; readonly isPaid: boolean };
  readonly "allowance-without-value": Sent & { readonly base: string };
  readonly "amount-or-percent-required": { readonly instead: FieldPath };
  readonly "allowance-code-unknown": Sent & { readonly allowed: readonly string[] };
  readonly "charge-over-value": Sent & { readonly most: string };
  readonly "discounts-over-value": { readonly discounts: string; readonly most: string };
  /** A reason of a discount that there is not. */
  readonly "reason-without-discount": { readonly instead: FieldPath };
  readonly "contingency-only": { readonly other: FieldPath };
  /** Another live document of the company is of the same paper; `number`: its prefix and number. */
  readonly "paper-number-taken": Sent & {
    readonly number: string;
    readonly documentId: number;
    readonly state: State;
  };

  // Totals.
  readonly "total-differs": Sent & { readonly computed: string; readonly tolerance: string };
  readonly "total-too-large": { readonly total: string; readonly most: string };
  readonly "withheld-over-total": { readonly withheld: string; readonly total: string };
  readonly "xml-too-large": {
    /** Kilobytes, measured; or, of what is far too large to be built, at least so many. */
    readonly kilobytes: number;
    readonly isLeast: boolean;
    readonly lines: number;
    readonly withholdings: number;
  };

  // An AIU contract.
  readonly "part-without-value": Sent & { readonly contractBase: string };
  readonly "all-parts-zero": object;
  readonly "profit-zero-but-taxed": { readonly than: FieldPath };

  // Withholdings.
  readonly "withholding-not-configured": Sent & { readonly configured: readonly string[] };
  readonly "withholding-repeated": Sent;
  readonly "base-mode-not-configured": Sent & { readonly type: string; readonly configured: readonly string[] };
  readonly "base-mode-without-value": Sent;
  readonly "key-repeated": Sent & { readonly than: FieldPath };
  readonly "base-out-of-bounds": { readonly base: string; readonly total: string };
  readonly "percent-or-amount-required": { readonly instead: FieldPath };
  readonly "amount-differs": Sent & { readonly base: string; readonly percent: string; readonly computed: string };
  readonly "amount-over-base": Sent & { readonly base: string };

  /** `known`: codes of the company's branches. */
  readonly "branch-unknown": Sent & { readonly known: readonly string[] };

  // Payment and currency.
  readonly "payment-method-unknown": { readonly value: number };
  readonly "payment-method-inactive": { readonly value: number };
  readonly "payment-form-differs": Sent & { readonly methodId: number; readonly form: string };
  readonly "payment-means-unknown": Sent;
  readonly "required-on-credit": { readonly form: FieldPath };
  readonly "currency-unsupported": Sent;
  readonly "currency-unknown": Sent;
  readonly "exchange-rate-required": { readonly currency: string; readonly instead: FieldPath | null };
  readonly "exchange-rate-date-required": { readonly currency: string };
  readonly "exchange-rate-in-pesos": object;

  /** Of one of several payments. */
  readonly "payment-amount-required": { readonly count: number };
  readonly "payments-differ": { readonly sum: string; readonly total: string };
  readonly "instalments-differ": { readonly sum: string; readonly credit: string };
  readonly "instalments-without-credit": object;
  readonly "several-credits": object;
  readonly "prepaid-over-total": { readonly sum: string; readonly total: string };
  readonly "due-date-of-cash": { readonly value: string; readonly issueDate: string };
  readonly "rounding-of-other-means": { readonly means: string };
  readonly "delivery-place-required": { readonly because: FieldPath };
  readonly "export-to-resident": { readonly country: string; readonly type: string };
  readonly "export-taxed": { readonly treatment: string };
  readonly "not-exported": { readonly other: FieldPath };

  // Parties.
  readonly "name-required": object;
  readonly email: Sent;
  readonly "identification-type-unknown": Sent;
  /** `consumer`: the number of the final consumer, where the one sent is nearly it. */
  readonly "identification-type-required": { readonly consumer: string | null };
  readonly "identification-type-of-final-consumer": Sent & { readonly number: string; readonly type: string };
  readonly "identification-type-of-non-resident": Sent & { readonly allowed: readonly string[] };
  readonly "identification-number": Sent & {
    readonly type: string;
    readonly typeName: string;
    readonly characters: Characters;
  };
  readonly "identification-number-of-resident": Sent;
  readonly "check-digit": Sent & { readonly number: string; readonly expected: string; readonly given: string };
  readonly "check-digit-abroad": object;
  /** A NIT that ends in the check digit of its first nine digits. */
  readonly "run-on-nit": Sent & {
    readonly number: string;
    readonly nit: string;
    readonly checkDigit: string;
    /** What it would be if all ten digits were the NIT. */
    readonly ownCheckDigit: string;
  };
  /** A citizenship card that looks like such a NIT. */
  readonly "card-of-nit": Sent & { readonly nit: string; readonly checkDigit: string };
  readonly responsibilities: Sent & { readonly allowed: readonly string[] };
  readonly responsibility: Sent & { readonly allowed: readonly string[] };
  readonly "tax-scheme": Sent & { readonly allowed: readonly string[] };
  readonly "country-unknown": Sent;
  readonly "municipality-ambiguous": {
    readonly name: string;
    readonly nameField: FieldPath;
    readonly candidates: readonly Municipality[];
  };
  readonly "municipality-unknown": Sent & { readonly candidates: readonly Municipality[] };
  readonly "municipality-required": object;
  /** Of a buyer whose place is told in part. */
  readonly "place-incomplete": { readonly because: FieldPath };
  readonly "municipality-abroad": { readonly because: FieldPath; readonly name: FieldPath };
  readonly "responsibilities-of-final-consumer": Sent;
  /** None (R-99-PN) beside others. */
  readonly "responsibilities-none-beside": Sent;
  /** Of a department whose capital lies in another one. */
  readonly "municipality-of-department": { readonly department: string };
  readonly "department-unknown": Sent;
  readonly "department-ambiguous": Sent;
  readonly "department-of-municipality": Sent & { readonly expected: string; readonly municipality: string };
  /** A place whose name is not that of its code. */
  readonly "name-of-another": Sent & { readonly code: string; readonly name: string };
  readonly "postal-code": Sent;

  // Dates.
  readonly "not-today": Sent & { readonly today: string };
  /** Of a contingency invoice: today, or the earlier day of its paper. */
  readonly "not-today-or-before": Sent & { readonly today: string };
  /** Of generation mode 1. */
  readonly "not-today-in-mode-1": Sent & { readonly today: string };
  readonly "not-document-date-in-mode-1": Sent & { readonly documentDate: string };
  readonly "required-in-mode-2": object;
  readonly "period-too-long": {
    readonly start: string;
    readonly end: string;
    readonly days: number;
    readonly most: number;
  };
  readonly "after-today": Sent & { readonly today: string };
  readonly "after-now": Sent & { readonly now: string };
  readonly "too-long-ago": Sent & { readonly today: string; readonly mostDays: number };
  /** `instant`: date and time of Bogotá that the signature would claim. */
  readonly "signed-without-certificate": { readonly instant: string };

  // What the operator of the company has configured.
  readonly "issuer-check-digit": { readonly nit: string; readonly checkDigit: string };
  readonly "issuer-responsibilities": { readonly unknown: readonly string[] };
  readonly "issuer-address": object;
  readonly "issuer-municipality": object;
  readonly "issuer-department": object;
  readonly "issuer-country": { readonly country: string | null };
  readonly "no-certificate": object;
  /** `lastEnd`: day on which the last one ends or ended. */
  readonly "no-valid-certificate": { readonly lastEnd: string };
  readonly "company-suspended": object;
  readonly "no-module": { readonly module: Module };
  readonly "no-plan": { readonly module: Module; readonly year: number };
  readonly "plan-used-up": {
    readonly module: Module;
    readonly year: number;
    readonly used: number;
    readonly allowance: number;
  };
  /** `prefix`: of the branch whose own ranges are meant; null: of those that are no branch's. */
  readonly "no-range": { readonly rangeKind: RangeKind; readonly prefix: string | null };
  /** `ranges`: as they are printed, `DS 1-500`. */
  readonly "range-stopped": { readonly rangeKind: RangeKind; readonly ranges: string };
  readonly "range-not-in-force": {
    readonly rangeKind: RangeKind;
    readonly prefix: string | null;
    readonly issueDate: string;
    readonly first: string;
    readonly last: string;
  };
  readonly "number-held": { readonly rangeKind: RangeKind; readonly number: string };
  readonly "range-used-up": { readonly rangeKind: RangeKind; readonly ranges: string };

  /** A code that the document signs under another. */
  readonly "code-replaced": Sent & { readonly used: string };
  readonly "export-without-incoterm": object;

  // Issued as sent, though probably not meant.
  /** A name sent for the party of a note, which carries the name in the corrected document. */
  readonly "name-of-corrected": Sent & { readonly name: string };
  readonly "means-of-method": Sent & { readonly methodId: number; readonly means: string };
  readonly "rate-of-fraction": Sent & { readonly meant: string };
  /** A discount or a charge of less than one percent. */
  readonly "percent-of-fraction": Sent & { readonly meant: string };
  /** A text has characters that the printed form shows as a box; the first of them. */
  readonly "not-printable": { readonly characters: readonly string[] };
  readonly "tax-on-top": Sent & { readonly base: FieldPath; readonly paid: FieldPath };
  readonly "exchange-rate-inverted": Sent & { readonly meant: string };
  readonly "price-of-zero": Sent & { readonly reference: string };
  readonly "tax-money-of-rate": Sent & { readonly amount: string; readonly rate: string; readonly instead: FieldPath };

  /** A paper of so many days ago. */
  readonly "paper-late": Sent & { readonly days: number; readonly hours: number };

  // Tickets.
  /** Neither the request nor one of the company's tills, whose plates are given, says which till it is and where it stands. */
  readonly "till-required": Sent & { readonly plates: readonly string[] };
  /** Above what the company sells by ticket, before taxes. */
  readonly "ticket-over-limit": { readonly subtotal: string; readonly limit: string };

  /** A value that stands for one that was not said. */
  readonly "not-sent": { readonly standIn: StandIn; readonly used: string };

  // What the authority accepts, with a remark.
  readonly "no-email": object;
  readonly "rate-not-published": { readonly rate: string; readonly tax: string; readonly published: readonly string[] };
}

/** One reason, or any of them, as data. */
export type Reason<Name extends keyof ReasonFacts = keyof ReasonFacts> = {
  [Each in Name]: { readonly reason: Each } & ReasonFacts[Each];
}[Name];

/** The one reason at which a check stopped: where it is, where it is of one place, and the rule behind it. */
export type Why = Reason & { readonly field?: FieldPath; readonly rule?: string };

/** One problem of a request: where it is, what is wrong, and the rule behind it. */
export type Problem = Reason & {
  readonly field: FieldPath;
  /** Rule code of the authority (FAxxx, DSxxx) or section of the contract (`2.14`), when one applies. */
  readonly rule?: string;
  /** How many problems that are not listed it stands for. */
  readonly standsFor?: number;
};
