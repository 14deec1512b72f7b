// Generates random whole invoices as v2 drafts them: codes, units, gifts, any buyer, several payments, references, exports.
import fc from "fast-check";
import { listIncoterms, listMunicipalities } from "../../src/domain/catalogue/catalogue.ts";
import type { Invoice } from "../../src/domain/document/document.ts";
import type {
  CurrencyDraft,
  DeliveryDraft,
  InvoiceDraft,
  InvoiceLineDraft,
  ItemDraft,
  PaymentPartDraft,
  ReceiverDraft,
  References,
  WholeDraft,
} from "../../src/domain/draft/draft.ts";
import type { NoteDraft } from "../../src/domain/draft/note-draft.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { COMPANY, invoiceDraft, lineDraft, NOW_MS, TODAY } from "./company.ts";
import { cents, decimalText } from "./money.ts";
import { creditDraft, debitDraft, own } from "./note.ts";
import { anyAsk, correctionOf, printed } from "./note-random.ts";
import { anyAllowances, anyOtherTax, anyTillLine } from "./till.ts";

/** An invoice as asked for and as priced. */
export interface WholeInvoice {
  readonly draft: InvoiceDraft;
  readonly invoice: Invoice;
}

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.parse(TODAY) + days * DAY_MS).toISOString().slice(0, 10);
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });

/** Some members of a draft, the others absent as where nothing was sent. */
function anySome<Draft extends object>(members: { [Key in keyof Draft]: fc.Arbitrary<Draft[Key]> }) {
  return fc.record(members, { requiredKeys: [], noNullPrototype: true });
}

/** Printable text at both ends of its length, with what XML escapes. */
function anyWords(most: number): fc.Arbitrary<string> {
  const letters = fc.constantFrom(..."aZñÁü09-#&<>\"'.·²€🧾 ");
  return fc
    .oneof(
      fc.array(letters, { maxLength: 12 }),
      fc.array(letters, { minLength: Math.floor(most / 2) - 2, maxLength: Math.floor(most / 2) - 2 }),
    )
    .map((text) => `x${text.join("").replace(/ +/g, " ")}x`);
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

/** With the digit that makes the sum of thrice every second digit from the right, and of the others, a multiple of ten. */
const anyGtin = fc.constantFrom(8, 12, 13, 14).chain((length) =>
  digits(length - 1).map((text) => {
    const sum = [...text].reverse().reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
    return { scheme: "010" as const, code: `${text}${(10 - (sum % 10)) % 10}` };
  }),
);

const anyItem: fc.Arbitrary<ItemDraft> = anySome<Required<ItemDraft>>({
  code: anyWords(50),
  standardCode: fc.oneof(
    anyGtin,
    digits(8).map((code) => ({ scheme: "001" as const, code })),
    digits(10).map((code) => ({ scheme: "020" as const, code })),
  ),
  unitCode: fc.constantFrom("94", "KGM", "MTR", "LUN", "EA", "GLL", "HUR"),
  brand: anyWords(100),
  model: anyWords(100),
  note: anyWords(1_000),
});

const anyGift: fc.Arbitrary<InvoiceLineDraft> = fc
  .record({
    quantity: fc.oneof(fc.integer({ min: 1, max: 40 }).map(String), decimalText(99_999, 3)),
    referencePrice: decimalText(99_999_999, 6),
    taxBearer: fc.constantFrom("vendedor" as const, "comprador" as const, null),
    taxRate: fc.constantFrom("19", "19", "8", "5", "0"),
    otherTaxes: fc.uniqueArray(anyOtherTax, { maxLength: 2, selector: ({ code }) => code }),
  })
  .map(({ referencePrice, taxBearer, ...line }) =>
    lineDraft({ ...line, unitPrice: null, gift: { referencePrice, taxBearer } }),
  );

/** Rates off the authority's list earn a notice. */
const anySaleLine = anyTillLine.map((line) => (line.taxRate === "0.966" ? { ...line, taxRate: "19" } : line));

const anyLine: fc.Arbitrary<InvoiceLineDraft> = fc
  .tuple(fc.oneof({ weight: 3, arbitrary: anySaleLine }, { weight: 1, arbitrary: anyGift }), anyItem, fc.nat(2))
  .map(([line, item, told]) => {
    const zero = told === 0 ? {} : { treatment: told === 1 ? ("exento" as const) : ("excluido" as const) };
    const treatment = line.taxRate === "0" ? zero : told === 0 ? {} : { treatment: "gravado" as const };
    return { ...line, ...item, ...treatment };
  });

/** Of an export: at 0 %, and of no other tax. */
function exempt({ otherTaxes: _, taxRate: __, ...line }: InvoiceLineDraft): InvoiceLineDraft {
  return { ...line, taxRate: "0", treatment: "exento" };
}

const anyMunicipality = fc.constantFrom(...listMunicipalities().map(({ code }) => code));
const anyResponsibilities = fc.oneof(
  fc.constant(["R-99-PN"]),
  fc.subarray(["O-13", "O-15", "O-23", "O-47"], { minLength: 1 }),
);
const REACHED = { email: "compras@example.org", countryCode: null } as const;

const anyProfile = anySome<Partial<ReceiverDraft>>({
  taxSchemeCode: fc.constantFrom("01", "04", "ZA", "ZZ"),
  tradeName: anyWords(450),
  phone: fc.constantFrom("3000000000", "+57 602 000 0000"),
  contact: anyWords(200),
  registration: digits(8),
});

/** At home with his whole place, as nobody, or abroad; always with an e-mail. */
const anyReceiver: fc.Arbitrary<ReceiverDraft> = fc.oneof(
  fc
    .record({
      who: fc.constantFrom(["31", "800134536"], ["13", "1020304050"], ["22", "E123456"]),
      name: anyWords(450),
      address: anyWords(300),
      municipalityCode: anyMunicipality,
      postalCode: maybe(digits(6)),
      personType: maybe(fc.constantFrom("1" as const, "2" as const)),
      responsibilities: maybe(anyResponsibilities),
      profile: anyProfile,
    })
    .map(({ who: [identificationType = "", identificationNumber = ""], profile, ...rest }) => ({
      ...{ ...REACHED, identificationType, identificationNumber },
      ...defined(rest),
      ...profile,
    })),
  fc.constant({
    ...{ ...REACHED, identificationType: "13", identificationNumber: "222222222222" },
    ...{ name: "consumidor final", address: null },
  }),
);

const anyForeigner: fc.Arbitrary<ReceiverDraft> = fc
  .record({
    identificationType: fc.constantFrom("42", "50", "41"),
    identificationNumber: fc.stringMatching(/^[A-Z0-9]{5,20}$/),
    name: anyWords(450),
    address: anyWords(300),
    municipalityName: maybe(anyWords(100)),
    departmentName: maybe(anyWords(100)),
    postalCode: maybe(fc.stringMatching(/^[A-Z0-9]{3,12}$/)),
    countryCode: fc.constantFrom("US", "DE", "JP", "VE"),
    profile: anyProfile,
  })
  .map(({ profile, ...rest }) => ({ ...REACHED, ...defined(rest), ...profile }));

function defined<Draft extends object>(draft: Draft): { [Key in keyof Draft]: Exclude<Draft[Key], undefined> } {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as never;
}

const anyReference = fc.record({
  number: anyWords(60),
  date: fc.option(fc.nat(400).map((days) => inDays(-days))),
});
const anyReferences = anySome<Required<References>>({
  purchaseOrder: anyReference,
  despatches: fc.array(anyReference, { maxLength: 20 }),
  receipts: fc.array(anyReference, { maxLength: 3 }),
  contract: fc.record({ number: anyWords(60) }),
});

const anyDelivery: fc.Arbitrary<DeliveryDraft> = fc
  .record({
    place: fc.oneof(
      fc.constant({ address: null, municipalityCode: null, city: null, countryCode: null }),
      fc.record({
        address: anyWords(300),
        municipalityCode: anyMunicipality,
        city: fc.constant(null),
        countryCode: fc.constantFrom("CO", null),
      }),
      fc.record({
        address: anyWords(300),
        municipalityCode: fc.constant(null),
        city: fc.option(anyWords(100)),
        countryCode: fc.constantFrom("US", "JP"),
      }),
    ),
    date: fc.option(fc.integer({ min: -30, max: 90 }).map(inDays)),
    incoterm: fc.option(fc.constantFrom("DPU", ...listIncoterms().map(({ code }) => code))),
    trackingId: fc.option(anyWords(60)),
    carrier: fc.option(anyWords(200)),
  })
  .map(({ place, ...rest }) => ({ ...place, ...rest }));

const anyCurrency: fc.Arbitrary<CurrencyDraft | null> = fc.option(
  fc.record({
    code: fc.constantFrom("USD", "EUR", "JPY", "CLP", "CHF", "MXN", "KWD"),
    appliedRate: decimalText(9_999_999, 6),
    officialRate: fc.constant(null),
    rateDate: fc.nat(5).map((days) => inDays(-days)),
    isOfList: fc.constant(true as const),
  }),
  { freq: 3 },
);

/** How what is to be paid is divided; amounts follow from the total. */
interface PaymentPlan {
  readonly weights: readonly number[];
  /** Which of the payments is on credit; beyond them none is. */
  readonly credit: number;
  readonly instalments: readonly number[];
  readonly prepayments: readonly number[];
  readonly isOfTotal: boolean;
  readonly reference: string | null;
}

const anyWeights = (most: number) => fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: most });
const anyPlan: fc.Arbitrary<PaymentPlan> = fc.record({
  weights: fc.oneof(fc.constant([]), anyWeights(10)),
  credit: fc.nat(12),
  instalments: fc.oneof(fc.constant([]), anyWeights(60)),
  prepayments: fc.oneof(fc.constant([]), anyWeights(3)),
  isOfTotal: fc.boolean(),
  reference: fc.option(anyWords(60)),
});

/** Cents in parts of at least one, after their weights; nothing where there are too few of them. */
function divide(amount: bigint, weights: readonly number[]): readonly bigint[] {
  const count = BigInt(weights.length);
  if (count === 0n || amount < count) return [];
  const sum = BigInt(weights.reduce((one, other) => one + other, 0));
  const parts = weights.map((weight) => 1n + ((amount - count) * BigInt(weight)) / sum);
  const rest = amount - parts.reduce((one, other) => one + other, 0n);
  return parts.map((part, index) => (index === 0 ? part + rest : part));
}

/** The payments of a total, in cents, as the plan divides it. */
function planPayments(total: bigint, plan: PaymentPlan): WholeDraft & Pick<InvoiceDraft, "payment"> {
  const prepaid = divide(total / 2n, plan.prepayments);
  const balance = total - prepaid.reduce((one, other) => one + other, 0n);
  const prepayments = prepaid.map((part, index) => ({
    amount: printed(part),
    date: inDays(-index),
    reference: plan.reference,
  }));
  const parts = divide(plan.isOfTotal ? total : balance, plan.weights);
  const isCredit = (index: number) => index === plan.credit;
  const payments = parts.map(
    (part, index): PaymentPartDraft => ({
      form: isCredit(index) ? "credito" : "contado",
      methodId: null,
      meansCode: isCredit(index) ? "30" : index % 2 === 0 ? "10" : "49",
      dueDate: isCredit(index) ? inDays(400) : null,
      amount: parts.length === 1 && plan.isOfTotal ? null : printed(part),
      reference: plan.reference,
      rounding: !isCredit(index) && index % 2 === 0 ? "-27.50" : null,
    }),
  );
  const isSingle = payments.length === 0;
  const owed = isSingle ? balance : parts[plan.credit];
  const instalments = (owed === undefined ? [] : divide(owed, plan.instalments)).map((part, index) => ({
    amount: printed(part),
    dueDate: inDays(6 * (index + 1)),
  }));
  const isDivided = instalments.length > 1;
  const onCredit = { form: "credito", methodId: null, meansCode: "30", dueDate: null } as const;
  return {
    payment: isSingle && isDivided ? onCredit : null,
    ...(isSingle ? {} : { payments }),
    ...(isDivided ? { instalments } : {}),
    ...(prepayments.length === 0 ? {} : { prepayments }),
  };
}

const anyHead = anySome<Pick<Required<WholeDraft>, "references" | "invoicedPeriod" | "delivery">>({
  references: anyReferences,
  invoicedPeriod: fc.tuple(fc.nat(400), fc.nat(60)).map(([from, days]) => ({
    start: inDays(-from),
    end: inDays(days - from),
  })),
  delivery: anyDelivery,
});

const anyKind = fc.oneof(
  { weight: 4, arbitrary: anyReceiver.map((receiver) => ({ receiver, isExport: false })) },
  { weight: 1, arbitrary: anyForeigner.map((receiver) => ({ receiver, isExport: true })) },
  { weight: 1, arbitrary: anyForeigner.map((receiver) => ({ receiver, isExport: false })) },
);

/** A draft that the product prices; undefined for one that it refuses, as it does too large a discount. */
function tryPrice(draft: InvoiceDraft): Invoice | undefined {
  try {
    return priceInvoice(draft, COMPANY, NOW_MS);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Any whole invoice, types 01, 02 and 03, in any currency. */
export const anyWholeInvoice: fc.Arbitrary<WholeInvoice> = fc
  .record({
    kind: anyKind,
    lines: fc.array(anyLine, { minLength: 1, maxLength: 5 }),
    allowances: fc.oneof(fc.constant({}), anyAllowances),
    head: anyHead,
    currency: anyCurrency,
    plan: anyPlan,
    isContingency: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
    notes: fc.option(anyWords(500)),
  })
  .map(({ kind: { receiver, isExport }, lines, allowances, head, currency, plan, isContingency, notes }) => {
    const draft = invoiceDraft({
      ...{ receiver, currency, notes, ...head, ...allowances },
      lines: isExport ? lines.map(exempt) : lines,
      isContingency: isContingency && !isExport,
      ...(isExport ? { type: "02" as const } : {}),
    });
    const priced = tryPrice(draft);
    if (priced === undefined) return undefined;
    const paid = { ...draft, ...planPayments(cents(priced.totals.total), plan) };
    return { draft: paid, invoice: priceInvoice(paid, COMPANY, NOW_MS) };
  })
  .filter((whole) => whole !== undefined);

/** Any note on one: the whole of it, parts of it, lines of its own. */
export const anyWholeNote: fc.Arbitrary<{ readonly draft: NoteDraft; readonly document: Invoice }> = fc
  .record({
    whole: anyWholeInvoice,
    asks: fc.array(anyAsk, { minLength: 1, maxLength: 4 }),
    item: fc.tuple(anySaleLine, anyItem).map(([line, item]) => ({ ...line, ...item })),
    way: fc.constantFrom("annulment", "credit", "credit", "debit", "own"),
    motive: anyWords(200),
  })
  .map(({ whole: { invoice: document }, asks, item, way, motive }) => {
    if (way === "annulment") return { document, draft: creditDraft({ motive }) };
    const lines = asks.map((ask) => correctionOf(document, ask));
    const make = way === "debit" ? debitDraft : creditDraft;
    return { document, draft: make({ concept: "3", motive, lines: way === "own" ? [own(item)] : lines }) };
  });
