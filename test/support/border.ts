// Generates requests whose dates, hours, numbers, names and keys lie on either side of a rule's border, each with what is wrong
// with it.
import fc from "fast-check";
import { checkDigit } from "../../simulator/judge/check-digit.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A field that must be refused, by the name that the request gives it. */
interface Fault {
  /** A key that is refused is all that a refusal tells; everything else it tells at once. */
  readonly stage: "key" | "body" | "rule";
  readonly path: string;
}

/** Fields of a support document that are read together: one that has no shape leaves the rules of the others unjudged. */
const SUPPORT_HEADER: readonly string[] = ["forma_pago", "moneda", "fecha_documento", "fecha", "hora"];

/** A choice on one side of a border: what it puts into a request, and what is then wrong. */
interface Choice<Part> {
  readonly part: Part;
  readonly faults: readonly Fault[];
}

export interface BorderRequest {
  readonly body: Fields;
  /** As the header has it; absent without one. */
  readonly headerKey: string | undefined;
  /** Paths that the refusal must name, sorted; none for a request that must be issued. */
  readonly refused: readonly string[];
}

export interface BorderOptions {
  /** Epoch milliseconds at which the request is judged. */
  readonly nowMs: number;
  /** Seconds by which hours keep away from their border: the clock goes on while a request travels. */
  readonly slackSeconds: number;
}

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
const SKEW_SECONDS = 300;
const INVISIBLE = ["\n", "\t", "\u0000", "\u2028", "\ufeff"];

/** Support documents: day, hour, supplier's number, a name twice, an invisible character, key. */
export function supportDocumentsAtBorders(sample: Fields, options: BorderOptions): fc.Arbitrary<BorderRequest> {
  const parts = fc.tuple(
    daysOf(options),
    numbersOf(supplierNumber),
    namedTwice("medio_pago_codigo", "payment_means_code"),
  );
  return fc.tuple(parts, spoiledIn(SUPPORT_CODES), keysOf(120)).map(([[day, supplier, twice], spoiled, key]) => {
    const { fecha_documento: _date, proveedor, ...others } = sample;
    const plain = {
      ...{ ...others, ...day.part, ...twice.part, request_key: key.part },
      proveedor: { ...(proveedor as Fields), ...supplier.part },
    };
    const faults = [...day.faults, ...supplier.faults, ...twice.faults, ...spoiled.faults];
    const keyFaults = key.faults.map((fault) => ({ ...fault, path: "request_key" }));
    return conclude(spoiled.part(plain), undefined, [...keyFaults, ...faults]);
  });
}

/** Invoices: day, receiver's number, a name twice, an invisible character, key; the header is a gateway's. */
export function invoicesAtBorders(sample: Fields, options: BorderOptions): fc.Arbitrary<BorderRequest> {
  const twice = namedTwice("codigo_impuesto", "tax_code", ["01", "04"], "items.0.");
  const parts = fc.tuple(
    issueDaysOf(options),
    numbersOf(receiverNumber),
    twice,
    fc.constantFrom("gw", "x".repeat(300)),
  );
  return fc.tuple(parts, spoiledIn(INVOICE_CODES), keysOf(80)).map(([[day, receiver, tax, header], spoiled, key]) => {
    const { receptor, items, ...others } = sample;
    const [item] = items as readonly Fields[];
    const plain = {
      ...{ ...others, ...day.part, draft_key: key.part, items: [{ ...item, ...tax.part }] },
      receptor: { ...(receptor as Fields), ...receiver.part },
    };
    const faults = [...day.faults, ...receiver.faults, ...tax.faults, ...spoiled.faults];
    const keyFaults = key.faults.map((fault) => ({ ...fault, path: "draft_key" }));
    return conclude(spoiled.part(plain), header, [...keyFaults, ...faults]);
  });
}

function conclude(body: Fields, headerKey: string | undefined, faults: readonly Fault[]): BorderRequest {
  const isKeyRefused = faults.some(({ stage }) => stage === "key");
  const isHeaderUnread = faults.some(({ stage, path }) => stage === "body" && SUPPORT_HEADER.includes(path));
  const reported = faults.filter(({ stage, path }) => {
    if (isKeyRefused) return stage === "key";
    return stage === "body" || !(isHeaderUnread && SUPPORT_HEADER.includes(path));
  });
  const paths = reported.map(({ path }) => path);
  return { body, headerKey, refused: [...new Set(paths)].sort() };
}

/** A day of either mode under either of its names, and perhaps an hour of it. */
function daysOf({ nowMs, slackSeconds }: BorderOptions): fc.Arbitrary<Choice<Fields>> {
  const nowSeconds = Math.floor((nowMs - 5 * 3_600_000) / 1_000) % DAY_SECONDS;
  // Both ends of a day, and both sides of the border.
  const ahead = fc.constantFrom(
    -DAY_SECONDS,
    0,
    SKEW_SECONDS - slackSeconds,
    SKEW_SECONDS + 1 + slackSeconds,
    DAY_SECONDS,
  );
  return fc
    .record({
      name: fc.constantFrom("fecha_documento", "fecha"),
      mode: fc.constantFrom("1", "2"),
      days: fc.constantFrom(0, 0, 0, 0, 0, 0, -1, -5, -6, 1, -400),
      ahead: fc.option(ahead),
      hasZone: fc.boolean(),
    })
    .map((drawn) => {
      const date = dateInBogota(nowMs + drawn.days * DAY_MS);
      const second = drawn.ahead === null ? null : Math.min(Math.max(nowSeconds + drawn.ahead, 0), DAY_SECONDS - 1);
      const isDated = drawn.mode === "1" ? drawn.days === 0 : -5 <= drawn.days && drawn.days <= 0;
      const isToCome = drawn.days === 0 && second !== null && second - nowSeconds > SKEW_SECONDS;
      const faults: Fault[] = [];
      if (!isDated) faults.push({ stage: "rule", path: drawn.name });
      if (isToCome) faults.push({ stage: "rule", path: "hora" });
      const period = { forma_generacion: drawn.mode, fecha_inicio_periodo: date, fecha_fin_periodo: date };
      const hour = second === null ? null : `${printTime(second)}${drawn.hasZone ? "-05:00" : ""}`;
      return { part: { [drawn.name]: date, ...period, hora: hour }, faults };
    });
}

/** The year before year 1, which dates of XML do not have. */
const NO_YEAR = Number.NEGATIVE_INFINITY;

/** The issue date of an invoice, of a contingency or not. */
function issueDaysOf({ nowMs }: BorderOptions): fc.Arbitrary<Choice<Fields>> {
  return fc
    .tuple(fc.option(fc.constantFrom(0, 0, 0, -1, -400, 1, NO_YEAR)), fc.boolean())
    .map(([days, isContingency]) => {
      const isTaken = days === null || days === 0 || (isContingency && days !== NO_YEAR && days < 0);
      const isReal = days !== null && days !== NO_YEAR;
      const date = isReal ? dateInBogota(nowMs + days * DAY_MS) : days === null ? null : "0000-01-01";
      return {
        part: { fecha_emision: date, es_contingencia: isContingency },
        faults: isTaken ? [] : [{ stage: "rule", path: "fecha_emision" }],
      };
    });
}

interface NumberChoice {
  readonly type: "13" | "31";
  /** Nine digits, or ten of which the last is, or is not, the check digit of the others. */
  readonly number: string;
  readonly isRunOn: boolean;
  /** What comes beside the number as its check digit. */
  readonly beside: string | null;
}

/** Numbers of nine and ten digits beside their own check digit, that of the first nine, another, or none. */
function numbersOf(write: (options: NumberChoice, name: string) => Choice<Fields>): fc.Arbitrary<Choice<Fields>> {
  return fc
    .record({
      nit: fc.integer({ min: 100_000_000, max: 999_999_999 }).map(String),
      type: fc.constantFrom("13" as const, "31" as const, "31" as const),
      tail: fc.constantFrom("", "", "own", "other"),
      beside: fc.constantFrom("", "", "", "right", "right", "right", "first", "wrong"),
      name: fc.constantFrom("nit", "numero_documento"),
    })
    .map(({ nit, type, tail, beside, name }) => {
      const first = digitOf(nit);
      const number = nit + { "": "", own: String(first), other: String((first + 1) % 10) }[tail];
      const right = digitOf(number);
      const wrong = [0, 1, 2].find((digit) => digit !== right && digit !== first) ?? 3;
      const digit = { "": null, right: String(right), first: String(first), wrong: String(wrong) }[beside];
      return write({ type, number, isRunOn: tail === "own", beside: digit }, name);
    });
}

function supplierNumber({ type, number, isRunOn, beside }: NumberChoice, name: string): Choice<Fields> {
  const part = { nit: undefined, tipo_documento: type, [name]: number, ...(beside === null ? {} : { dv: beside }) };
  const isRight = beside === String(digitOf(number));
  if (isRight) return { part, faults: [] };
  const isTypedTogether = isRunOn && type === "31";
  if (beside === null) return { part, faults: isTypedTogether ? [{ stage: "rule", path: `proveedor.${name}` }] : [] };
  return { part, faults: [{ stage: "body", path: isTypedTogether ? `proveedor.${name}` : "proveedor.dv" }] };
}

function receiverNumber({ type, number, isRunOn, beside }: NumberChoice): Choice<Fields> {
  // Only a NIT is written with a hyphen.
  const isDashed = type === "31" && beside !== null;
  const part = { tipo_doc: type, numero_doc: isDashed ? `${number}-${beside}` : number };
  const isSound = type === "13" || (isDashed ? beside === String(digitOf(number)) : !isRunOn);
  return { part, faults: isSound ? [] : [{ stage: "rule", path: "receptor.numero_doc" }] };
}

/** Two names of one field, in either order, with one value or two. */
function namedTwice(
  canonical: string,
  alias: string,
  values: readonly [string, string] = ["10", "42"],
  place = "",
): fc.Arbitrary<Choice<Fields>> {
  const pair = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...values, null).map((value) => [value, value] as const) },
    { weight: 1, arbitrary: fc.constantFrom([values[0], values[1]] as const, [null, values[1]] as const) },
  );
  return fc.tuple(pair, fc.boolean()).map(([[one, other], isTurned]) => {
    const [first, second] = isTurned ? [alias, canonical] : [canonical, alias];
    const disagrees = one !== null && other !== null && one !== other;
    return {
      part: { [first]: one, [second]: other },
      faults: disagrees ? [{ stage: "body", path: `${place}${second}` }] : [],
    };
  });
}

const SUPPORT_CODES: readonly (readonly [string, unknown])[] = [
  ["items.0.codigo", "43211508"],
  ["items.0.unidad_medida", "EA"],
  ["forma_pago", "1"],
  ["moneda", "COP"],
];
const INVOICE_CODES: readonly (readonly [string, unknown])[] = [
  ["payment.means_code", "10"],
  ["payment.due_date", ""],
  ["currency.commercial_currency", "COP"],
];

/** A code with an invisible character, or without. */
function spoiledIn(codes: readonly (readonly [string, unknown])[]): fc.Arbitrary<Choice<(body: Fields) => Fields>> {
  const character = fc.constantFrom(...INVISIBLE.flatMap((one) => [one, null, null, null, null, null]));
  return fc.tuple(fc.constantFrom(...codes), character, fc.boolean()).map(([[path, code], spoiler, isFirst]) => {
    const text = spoiler === null ? code : isFirst ? `${spoiler}${code}` : `${code}${spoiler}`;
    return {
      part: (body) => putAt(body, path.split("."), text) as Fields,
      faults: spoiler === null ? [] : [{ stage: "body", path }],
    };
  });
}

/** Keys of their own up to the longest, and those that no reader could distinguish. */
function keysOf(max: number): fc.Arbitrary<Choice<string>> {
  const sound = fc.constantFrom(
    (key: string) => key,
    (key: string) => key.padEnd(max, "ñ"),
    (key: string) => ` ${key.padEnd(max, "x")} `,
  );
  const refused = fc.constantFrom(
    (key: string) => key.padEnd(max + 1, "x"),
    (key: string) => `${key}\ufffd`,
    (key: string) => `${key}\u0085`,
  );
  const choices = fc.oneof(
    { weight: 7, arbitrary: fc.record({ change: sound, isRefused: fc.constant(false) }) },
    { weight: 1, arbitrary: fc.record({ change: refused, isRefused: fc.constant(true) }) },
  );
  return fc.tuple(fc.uuid(), choices).map(([stem, { change, isRefused }]) => ({
    part: change(stem),
    faults: isRefused ? [{ stage: "key", path: "" }] : [],
  }));
}

/** A copy with a value put where the path leads; what is not there yet is made. */
function putAt(value: unknown, [name, ...rest]: readonly string[], put: unknown): unknown {
  if (name === undefined) return put;
  if (Array.isArray(value)) return value.map((one, i) => (String(i) === name ? putAt(one, rest, put) : one));
  const fields = (value ?? {}) as Fields;
  return { ...fields, [name]: putAt(fields[name], rest, put) };
}

function printTime(second: number): string {
  return new Date(second * 1_000).toISOString().slice(11, 19);
}

function digitOf(number: string): number {
  return Number(checkDigit(number));
}
