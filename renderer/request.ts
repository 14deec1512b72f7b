// Reads what the service asks to be drawn: a JSON object of known members, each of its form and within its bounds.
import * as z from "zod/mini";
import { DRAWINGS, type DrawingRequest } from "../src/domain/document/drawing.ts";
import type { TypeCode } from "../src/domain/kind.ts";
import { Refused } from "./refused.ts";
import type { RenderInput } from "./render.ts";

/** Largest logo, in bytes. */
export const LOGO_LIMIT_BYTES = 100 * 1024;
/** Largest body: the facts of 500 lines are a quarter of it, the logo in base64 a thirtieth. */
export const BODY_LIMIT_BYTES = 4 * 1024 * 1024;
const LABEL_LIMIT = 450;
/** Lines, taxes, notes: more than any document has. */
const MOST_ENTRIES = 10_000;

const text = z.string();
const decimal = z.string().check(z.regex(/^\d+(?:\.\d+)?$/));
const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const label = z.string().check(z.maxLength(LABEL_LIMIT));

function list<Entry extends z.ZodMiniType>(entry: Entry) {
  return z.array(entry).check(z.maxLength(MOST_ENTRIES));
}

const address = z.strictObject({
  line: z.nullable(text),
  municipality: z.nullable(text),
  department: z.nullable(text),
  postalCode: z.nullable(text),
  countryCode: z.nullable(text),
  countryName: z.nullable(text),
});

const party = z.strictObject({
  name: text,
  identificationNumber: text,
  identificationType: z.nullable(text),
  checkDigit: z.nullable(text),
  taxLevelCode: text,
  taxSchemeCode: text,
  taxSchemeName: text,
  address: z.nullable(address),
  fiscalAddress: z.nullable(address),
  contact: z.nullable(text),
  tradeName: z.nullable(text),
  personType: z.nullable(text),
  phone: z.nullable(text),
  email: z.nullable(text),
  activity: z.nullable(text),
});

const tax = z.strictObject({
  code: text,
  name: text,
  rate: z.nullable(text),
  perUnit: z.nullable(text),
  base: text,
  amount: text,
});

const allowance = z.strictObject({
  isCharge: z.boolean(),
  reason: z.nullable(text),
  percent: z.nullable(text),
  base: z.nullable(text),
  amount: text,
});

const line = z.strictObject({
  number: text,
  sellerCode: z.nullable(text),
  standardCode: z.nullable(z.strictObject({ code: text, scheme: z.nullable(text) })),
  brand: z.nullable(text),
  model: z.nullable(text),
  descriptions: list(text),
  notes: list(text),
  quantity: text,
  unitCode: text,
  unitPrice: text,
  isFree: z.boolean(),
  referencePrice: z.nullable(z.strictObject({ amount: text, typeCode: text })),
  amount: text,
  allowances: list(allowance),
  taxes: list(tax),
  period: z.nullable(z.strictObject({ start: z.nullable(text), end: z.nullable(text), description: z.nullable(text) })),
});

/** Each of the service's: a type that is missing here does not compile. */
const TYPE_CODES = {
  "01": "01",
  "02": "02",
  "03": "03",
  "05": "05",
  "20": "20",
  "91": "91",
  "92": "92",
  "93": "93",
  "94": "94",
  "95": "95",
} as const satisfies {
  readonly [Code in TypeCode]: Code;
};
const fiscalIdKind = z.enum(["CUFE", "CUDE", "CUDS"]);
const moment = z.strictObject({ date: text, time: text });

const period = z.strictObject({ start: text, end: text });
const reference = z.strictObject({ id: z.nullable(text), date: z.nullable(text) });

const payment = z.strictObject({
  form: text,
  meansCode: z.nullable(text),
  dueDate: z.nullable(text),
  id: z.nullable(text),
  reference: z.nullable(text),
});

const delivery = z.strictObject({
  date: z.nullable(text),
  address: z.nullable(address),
  trackingId: z.nullable(text),
  incoterm: z.nullable(text),
  incotermName: z.nullable(text),
  place: z.nullable(text),
});

const pesoTotals = z.strictObject({
  subtotal: text,
  lineDiscounts: text,
  lineCharges: text,
  gross: text,
  iva: text,
  inc: text,
  bags: text,
  otherTaxes: text,
  taxes: text,
  net: text,
  discounts: text,
  charges: text,
  payable: text,
  reteRenta: text,
  reteIva: text,
  reteIca: text,
  prepaid: text,
});

const correction = z.strictObject({
  conceptCode: z.nullable(text),
  concept: z.nullable(text),
  corrected: z.nullable(
    z.strictObject({ number: text, fiscalIdKind, fiscalId: z.nullable(text), date: z.nullable(text) }),
  ),
  period: z.nullable(period),
});

const ticket = z.strictObject({
  till: z.strictObject({ plate: text, place: text, type: text, cashier: text, saleCode: z.nullable(text) }),
  buyer: z.strictObject({ code: text, name: text, points: text }),
  maker: z.strictObject({ person: text, company: text, product: text }),
});

const document = z.strictObject({
  typeCode: z.enum(TYPE_CODES),
  environment: z.enum(["habilitacion", "produccion"]),
  number: text,
  issued: moment,
  fiscalIdKind,
  fiscalId: text,
  qrUrl: text,
  numbering: z.nullable(
    z.strictObject({
      resolution: text,
      prefix: text,
      from: z.number(),
      to: z.number(),
      validFrom: text,
      validTo: text,
    }),
  ),
  supplier: party,
  customer: party,
  taxes: list(tax),
  subtotal: text,
  total: text,
  currency: text,
  exchange: z.nullable(z.strictObject({ rate: text, date: z.nullable(text), currency: text })),
  dueDate: z.nullable(text),
  payments: list(payment),
  terms: list(z.strictObject({ paymentId: z.nullable(text), amount: text, dueDate: z.nullable(text) })),
  prepayments: list(z.strictObject({ amount: text, date: z.nullable(text), reference: z.nullable(text) })),
  order: z.nullable(reference),
  despatches: list(reference),
  receipts: list(reference),
  contracts: list(reference),
  billedPeriod: z.nullable(period),
  delivery: z.nullable(delivery),
  references: list(reference),
  correction: z.nullable(correction),
  notes: list(text),
  lineCount: text,
  lines: list(line),
  allowances: list(allowance),
  withholdings: list(tax),
  prepaid: z.nullable(text),
  pesoTotals: z.nullable(pesoTotals),
  softwareProvider: z.nullable(text),
  ticket: z.nullable(ticket),
});

/** Of a line or a payment. */
const number = z.int().check(z.positive());

const record = z.strictObject({
  supplierType: z.nullable(z.string().check(z.regex(/^\d{2}$/))),
  withheld: z.nullable(decimal),
  withholdings: list(z.strictObject({ name: label, rate: decimal, base: decimal, amount: decimal })),
  taxIncluded: list(number),
  roundings: list(z.strictObject({ payment: number, amount: z.string().check(z.regex(/^-?\d+(?:\.\d+)?$/)) })),
  carrier: z.nullable(label),
  isPretend: z.exactOptional(z.literal(true)),
});

const requestSchema = z.strictObject({
  document,
  validated: z.nullable(moment),
  layout: z.enum(DRAWINGS),
  logo: z.nullable(text),
  accent: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
  maker: z.nullable(z.strictObject({ name: label, nit: label, software: label })),
  resolutionDate: z.nullable(date),
  record,
}) satisfies z.ZodMiniType<DrawingRequest>;

/**
 * Reads the body of a request.
 * @throws Refused (`request`, `too-large`, `logo`) when a member is unknown, missing, of another form or too large.
 */
export function readRequest(body: string): RenderInput {
  const { data, error } = requestSchema.safeParse(parseJson(body));
  if (data === undefined) throw new Refused("request", describeFault(error));
  return { ...data, logo: data.logo === null ? null : readLogo(data.logo) };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new Refused("request", "not JSON");
  }
}

/** Where the first fault is, and of what kind: never what stands there. */
function describeFault({ issues: [issue] }: z.core.$ZodError): string {
  return issue === undefined ? "another form" : `${issue.path.join(".") || "the body"}: ${issue.code}`;
}

function readLogo(base64: string): Uint8Array {
  if (base64.length > Math.ceil(LOGO_LIMIT_BYTES / 3) * 4) {
    throw new Refused("too-large", `the logo has more than ${LOGO_LIMIT_BYTES} bytes`);
  }
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
    throw new Refused("logo", "the logo is not base64");
  }
}
