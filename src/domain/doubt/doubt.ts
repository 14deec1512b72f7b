// Finds what the sender of a draft probably did not mean, and texts that its printed form cannot show; the document is issued
// as sent, with a notice, or refused.

import { CARD, findTax, readIdentification, splitRunOnNit } from "../catalogue/catalogue.ts";
import { foldName } from "../catalogue/place.ts";
import type { PaymentMethod } from "../company.ts";
import { fillSupplier } from "../default/default.ts";
import type {
  Draft,
  InvoiceDraft,
  InvoiceLineDraft,
  InvoicePaymentDraft,
  SupplierDraft,
  SupportLineDraft,
} from "../draft/draft.ts";
import type { NoteDraft } from "../draft/note-draft.ts";
import type { InvoiceDraftParts } from "../invoice/invoice.ts";
import { SYMBOLIC } from "../price/document-allowance.ts";
import type { FieldPath, Problem } from "../refusal/problem.ts";
import type { SupportDraftParts } from "../support/support-document.ts";
import { IVA } from "../tax/tax.ts";
import { countDaysInclusive, dateInBogota } from "../value/calendar.ts";
import { compare, type Decimal, decimal, isPositive, percentOf, print, printPrice, round } from "../value/decimal.ts";
import printable from "./printable-characters.json" with { type: "json" };

const ONE = decimal("1");
/** Currencies of which one unit is certainly worth more than a peso. */
const DEAR_CURRENCIES: readonly string[] = ["USD", "EUR"];

/** Each doubt with its place; `rule` is the section of the contract that gives the field its meaning. */
export function findDoubts(draft: Draft): readonly Problem[] {
  return draft.kind === "invoice" ? findInvoiceDoubts(draft) : findSupportDoubts({ ...draft, header: draft });
}

/**
 * The sent name of the party differs from the name on the note, which is that of the corrected document when it is stored here.
 * @param name as the note carries it.
 */
export function findNameDoubts(draft: NoteDraft, name: string): readonly Problem[] {
  const isOfSupplier = draft.typeCode === "95";
  const value = (isOfSupplier ? draft.supplier : draft.receiver)?.name ?? "";
  if (value === "" || foldName(value) === foldName(name)) return [];
  return [{ field: [isOfSupplier ? "supplier" : "receiver", "name"], reason: "name-of-corrected", value, name }];
}

/** A means code beside a payment method of the company, whose own is printed. */
export function findPaymentDoubts(
  draft: InvoicePaymentDraft | null,
  methods: readonly PaymentMethod[],
): readonly Problem[] {
  const method = findNamed(draft, methods);
  const value = draft?.meansCode ?? null;
  if (method === undefined || value === null || value === method.meansCode) return [];
  const facts = { value, methodId: method.id, means: method.meansCode, rule: "2.4" };
  return [{ field: ["payment", "meansCode"], reason: "means-of-method", ...facts }];
}

/**
 * A payment at once that names a day to come: it would be signed as cash of today. A day that is over is one of a retry.
 * @param today in Bogotá, ISO.
 */
export function findDueDateDoubts(
  draft: InvoicePaymentDraft | null,
  methods: readonly PaymentMethod[],
  today: string,
): readonly Problem[] {
  const form = draft?.form ?? findNamed(draft, methods)?.form ?? "contado";
  const value = draft?.dueDate ?? "";
  if (form !== "contado" || value <= today) return [];
  return [{ field: ["payment", "dueDate"], reason: "due-date-of-cash", value, issueDate: today }];
}

function findNamed(draft: InvoicePaymentDraft | null, methods: readonly PaymentMethod[]): PaymentMethod | undefined {
  return methods.find(({ id, isActive }) => isActive && id === draft?.methodId);
}

/** The doubts of the parts of an invoice, or of a note to one, that could be read. */
export function findInvoiceDoubts(parts: InvoiceDraftParts): readonly Problem[] {
  const { lines = [], discounts = [], charges = [], aiu = null, currency = null } = parts;
  const doubts = lines.flatMap((line, index) => (line === undefined ? [] : doubtLine(index, line)));
  discounts.forEach(({ percent }, index) => {
    doubts.push(...doubtPercent(["discounts", index, "percent"], percent));
  });
  charges.forEach(({ percent }, index) => {
    doubts.push(...doubtPercent(["charges", index, "percent"], percent));
  });
  if (aiu !== null) doubts.push(...doubtRate(["aiu", "taxRate"], aiu.taxRate, "2.5"));
  if (currency !== null && DEAR_CURRENCIES.includes(currency.code)) {
    const { appliedRate, officialRate } = currency;
    const field = ["currency", appliedRate === null ? "officialRate" : "appliedRate"] as const;
    doubts.push(...doubtExchangeRate(field, appliedRate ?? officialRate, "2.7"));
  }
  return doubts;
}

function doubtLine(index: number, line: InvoiceLineDraft): readonly Problem[] {
  return [
    ...doubtRate(["lines", index, "taxRate"], hasWholeRates(line.taxCode) ? line.taxRate : null, "2.3"),
    ...(line.otherTaxes ?? []).flatMap(({ code, rate }, place) =>
      doubtRate(["lines", index, "otherTaxes", place, "rate"], hasWholeRates(code) ? rate : null, "10"),
    ),
    ...doubtPercent(["lines", index, "discountPercent"], line.discountPercent ?? null),
    ...doubtIncludedTax(index, line),
    ...doubtReason(index, line),
  ];
}

/** Published rates are whole percentages; others, such as those of ICA, may be below one. Without a code it is IVA or INC. */
function hasWholeRates(taxCode: string | null): boolean {
  return taxCode === null || (findTax(taxCode)?.rates ?? []).length > 0;
}

/** The doubts of the parts of a support document, or of a note to one, that could be read. */
export function findSupportDoubts({ header, supplier, lines = [] }: SupportDraftParts): readonly Problem[] {
  const ofLines = lines.flatMap((line, index) =>
    line === undefined
      ? []
      : [
          ...doubtRate(["lines", index, "taxRate"], line.taxRate, "2.14"),
          ...doubtTaxMoney(index, line),
          ...doubtFreePrice(index, line),
        ],
  );
  const doubts = [...(supplier === undefined ? [] : doubtCard(supplier)), ...ofLines];
  return header !== undefined && DEAR_CURRENCIES.includes(header.currency)
    ? [...doubts, ...doubtExchangeRate(["exchangeRate"], header.exchangeRate, "2.12")]
    : doubts;
}

/**
 * A citizenship card number that is a company's NIT with the check digit appended. Card numbers of ten digits begin with 1 (one
 * in eleven ends so by chance); the NIT of a company begins with 8 or 9.
 */
function doubtCard(supplier: SupplierDraft): readonly Problem[] {
  const { identificationType, identificationNumber, checkDigit } = fillSupplier(supplier);
  const { number, checkDigit: spelled } = readIdentification(identificationType, identificationNumber);
  const runOn = /^[89]/.test(number) ? splitRunOnNit(number) : undefined;
  if (identificationType !== CARD || (checkDigit ?? spelled) !== null || runOn === undefined) return [];
  const field = ["supplier", "identificationNumber"] as const;
  return [{ field, reason: "card-of-nit", value: identificationNumber, ...runOn, rule: "2.13" }];
}

/** A rate is a percentage: 0.19 is less than one percent. */
function doubtRate(field: FieldPath, value: string | null, rule: string): readonly Problem[] {
  if (value === null || !isFraction(value)) return [];
  return [{ field, reason: "rate-of-fraction", value, meant: decimal(value).times(100).toFixed(), rule }];
}

/** A discount of less than one percent may be meant, and a tenth of the price more often is. */
function doubtPercent(field: FieldPath, value: string | null): readonly Problem[] {
  if (value === null || !isFraction(value)) return [];
  return [{ field, reason: "percent-of-fraction", value, meant: decimal(value).times(100).toFixed(), rule: "7" }];
}

function isFraction(value: string): boolean {
  return isPositive(decimal(value)) && compare(decimal(value), ONE) < 0;
}

/** The unit price is the base, so a tax that it is said to include is added to it all the same. */
function doubtIncludedTax(index: number, line: InvoiceLineDraft): readonly Problem[] {
  if (!line.taxIncluded || line.inputPrice !== null || line.unitPrice === null) return [];
  if (!isPositive(decimal(line.taxRate))) return [];
  const places = { base: ["lines", index, "unitPrice"], paid: ["lines", index, "inputPrice"] } as const;
  return [
    { field: ["lines", index, "taxIncluded"], reason: "tax-on-top", value: line.unitPrice, ...places, rule: "2.3" },
  ];
}

function doubtReason(index: number, line: InvoiceLineDraft): readonly Problem[] {
  const { discountReason = null, discountAmount = null, discountPercent = null } = line;
  if (discountReason === null || discountAmount !== null || discountPercent !== null) return [];
  const instead = ["lines", index, "discountAmount"] as const;
  return [{ field: ["lines", index, "discountReason"], reason: "reason-without-discount", instead }];
}

function doubtExchangeRate(field: FieldPath, value: string | null, rule: string): readonly Problem[] {
  if (value === null || !isFraction(value)) return [];
  return [{ field, reason: "exchange-rate-inverted", value, meant: round(ONE.div(decimal(value))).toFixed(), rule }];
}

/** An amount of tax that looks like a rate: it has the figure of one, but is not that percentage of its base. */
function doubtTaxMoney(index: number, line: SupportLineDraft): readonly Problem[] {
  if (line.taxAmount === null || line.taxRate !== null) return [];
  const sent = decimal(line.taxAmount);
  const rate = isPositive(sent) ? findMeantRate(line.taxAmount) : undefined;
  const amount = print(sent);
  if (rate === undefined || print(percentOf(baseOf(line), decimal(rate))) === amount) return [];
  const instead = ["lines", index, "taxRate"] as const;
  const facts = { value: line.taxAmount, amount, rate, instead };
  return [{ field: ["lines", index, "taxAmount"], reason: "tax-money-of-rate", ...facts, rule: "2.14" }];
}

/** A price of zero, of which the document states a reference price that nobody gave. */
function doubtFreePrice(index: number, { unitPrice, base }: SupportLineDraft): readonly Problem[] {
  const [name, value] = unitPrice === null ? (["base", base ?? "0"] as const) : (["unitPrice", unitPrice] as const);
  const printed = name === "base" ? print(decimal(value)) : printPrice(decimal(value));
  if (isPositive(decimal(printed))) return [];
  const field = ["lines", index, name] as const;
  return [{ field, reason: "price-of-zero", value, reference: SYMBOLIC.amount, rule: "2.14" }];
}

/** The published rate of IVA whose figure an amount has, as a percentage or as a fraction. */
export function findMeantRate(amount: string): string | undefined {
  const sent = decimal(amount);
  const rates = (findTax(IVA)?.rates ?? []).map((one) => decimal(one));
  return rates.find((rate) => sent.eq(rate) || sent.times(100).eq(rate))?.toFixed();
}

function baseOf({ unitPrice, quantity, base }: SupportLineDraft): Decimal {
  return unitPrice === null ? decimal(base ?? "0") : decimal(unitPrice).times(decimal(quantity));
}

/** Within how many hours a paper must be transcribed. */
const TRANSCRIBED_WITHIN_HOURS = 48;
const DAY_HOURS = 24;

/** Prefix in capitals and number without zeros before it: `ct-0045` and `CT 45` are one paper. */
export function readPaperNumber(spelling: string): string {
  const text = spelling.replace(/[\s.\p{Pd}]/gu, "").toUpperCase();
  const [, prefix = "", number = ""] = /^(.*?\D|)0*(\d+)$/.exec(text) ?? [];
  return number === "" ? text : `${prefix}${number}`;
}

/**
 * A contingency whose paper was certainly written more than 48 hours ago; the client says the day only, so that its last hour
 * counts. @param nowMs epoch milliseconds.
 */
export function findPaperDoubts({ isContingency, issueDate }: InvoiceDraft, nowMs: number): readonly Problem[] {
  const today = dateInBogota(nowMs);
  if (!isContingency || issueDate === null || issueDate > today) return [];
  const days = countDaysInclusive(issueDate, today) - 1;
  if ((days - 1) * DAY_HOURS < TRANSCRIBED_WITHIN_HOURS) return [];
  const facts = { value: issueDate, days, hours: TRANSCRIBED_WITHIN_HOURS, rule: "FAI05" };
  return [{ field: ["issueDate"], reason: "paper-late", ...facts }];
}

/** What the renderer draws as a box; the list is of everything else, and its tests compare both. */
const UNPRINTABLE = new RegExp(`[^${printable.ranges.replace(/[0-9a-f]+/g, "\\u{$&}").replaceAll(",", "")}]`, "gu");
/** As many characters of a text are named. */
const MOST_NAMED = 5;
/** Texts in the client's own words that are not printed. */
const UNPRINTED: readonly string[] = [
  "supplier.tradeName",
  "supplier.email",
  "supplier.phone",
  "lines.costCenterCode",
  "withholdings",
  "ticket.maker",
];

/** The texts with a character that is printed as a box, each with its place. */
export function findPrintDoubts(draft: Draft): readonly Problem[] {
  return doubtTexts(draft, [], "");
}

/** The same of a note: of what it says itself, because it repeats a corrected document as that was signed. */
export function findNotePrintDoubts(draft: NoteDraft): readonly Problem[] {
  const { motive, notes, external } = draft;
  const party =
    external === null ? {} : draft.typeCode === "95" ? { supplier: draft.supplier } : { receiver: draft.receiver };
  const lines = draft.lines?.map((line) => (line.type === "own" ? line.item : null)) ?? [];
  return doubtTexts({ ...party, lines, motive, notes }, [], "");
}

/** @param name the place without its indices. */
function doubtTexts(part: object, at: readonly (string | number)[], name: string): readonly Problem[] {
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(part)
    ? [...part.entries()]
    : Object.entries(part);
  return members.flatMap(([member, value]) => {
    const place = typeof member === "number" ? name : `${name}${name === "" ? "" : "."}${member}`;
    const path = [...at, member];
    if (UNPRINTED.includes(place)) return [];
    if (typeof value === "object" && value !== null) return doubtTexts(value, path, place);
    return typeof value === "string" ? doubtText(value, path) : [];
  });
}

function doubtText(text: string, at: readonly (string | number)[]): readonly Problem[] {
  const characters = [...new Set(text.match(UNPRINTABLE))];
  if (characters.length === 0) return [];
  // A walk over a draft gives its places.
  return [{ field: at as FieldPath, reason: "not-printable", characters: characters.slice(0, MOST_NAMED) }];
}
