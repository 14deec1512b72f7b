// Writes what a document's row says as short as it can be, its last error among it, and reads it back.
import { Buffer } from "node:buffer";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Document, Invoice, Note } from "../../domain/document/document.ts";
import type { Attempt, LastError, LastErrorReason, Timeline } from "../../domain/document/timeline.ts";
import type { DiscountShare } from "../../domain/note/note-allowance.ts";
import type { SettledNotes } from "../../domain/note/note-takes.ts";
import type { FigureKind } from "../../domain/price/closing.ts";
import { balanceOf, type SaleSummary } from "../../domain/price/payment.ts";
import { readCents } from "../../domain/value/decimal.ts";

/** What an invoice may say beside its lines. */
type WholePart = "payments" | "instalments" | "prepayments" | "references";

/** Lines, taxes and withholdings as printed when the document was priced. */
export type StoredDetail = Pick<
  Document,
  "lines" | "taxes" | "withholdings" | "allowances" | "totals" | "payment" | "exchangeRate" | "notes" | WholePart
> &
  Pick<Invoice, "invoicedPeriod" | "delivery"> & {
    /** Of a document with gifts, prepayments or rounded payments. */
    readonly sale?: SaleSummary;
    /** Of a note alone. */
    readonly note?: NoteFacts;
  };

/** What a note says of itself and of what it corrects. */
export type NoteFacts = Pick<Note, "concept" | "motive" | "corrected" | "period"> & {
  readonly shares: readonly DiscountShare[];
  /** Ids of the live notes with which the balance of the corrected document was computed. */
  readonly liveNotes: string;
  /** What those of them took together that were accepted by then. */
  readonly settled?: SettledNotes;
};

/** A sale's figures and the facts of a note stay in clear, because statements read them. */
export function writeDetail({ sale, note, ...rest }: StoredDetail): string {
  return write({ sale, note }, rest);
}

/**
 * What a closing adds up of a document beside its totals, in clear: a list of figures, each `[mark and code, cents, rate, cents of
 * the base]` without what its kind has not; a tax by unit has no rate. Cents are integers, so that statements add exactly.
 */
export function writeFigures(detail: StoredDetail): string {
  const { taxes, payment, payments = [], prepayments, totals, allowances = [] } = detail;
  // A debit note does not say which of several payments pays it: all of it counts under the first.
  const parts = payments.flatMap(({ meansCode, amount }) => (amount === null ? [] : [{ meansCode, amount }]));
  const whole = { meansCode: payment.meansCode, amount: balanceOf(totals.total, prepayments) };
  const figures = [
    ...taxes.map(({ code, rate, base, amount, perUnit }) =>
      writeFigure("tax", code, amount, [JSON.stringify(perUnit === undefined ? rate : null), readCents(base)]),
    ),
    ...(parts.length === 0 ? [whole] : parts).map(({ meansCode, amount }) => writeFigure("means", meansCode, amount)),
    ...payments.flatMap(({ meansCode, rounding }) =>
      rounding === undefined ? [] : [writeFigure("rounding", meansCode, rounding)],
    ),
    ...allowances.map(({ isCharge, amount }) => writeFigure(isCharge ? "charge" : "discount", "", amount)),
  ];
  return `[${figures.join(",")}]`;
}

/** What stands for a kind of figure. */
export const FIGURE_MARKS = {
  tax: "t",
  means: "m",
  rounding: "r",
  discount: "d",
  charge: "c",
} as const satisfies Record<FigureKind, string>;

/** By hand: cents are written as integers, however many. */
function writeFigure(kind: FigureKind, code: string, amount: string, rest: readonly (string | bigint)[] = []): string {
  return `[${[JSON.stringify(`${FIGURE_MARKS[kind]}${code}`), readCents(amount), ...rest].join(",")}]`;
}

/** Attempts stay in clear, because statements read them. */
export function writeTimeline({ attempts, ...rest }: Timeline): string {
  return write({ attempts }, rest);
}

/** What reports count of an attempt. */
export type Exchange = Pick<Attempt, "kind" | "startedAt" | "endedAt" | "outcome"> & Partial<Pick<Attempt, "detail">>;

/** A list without names: kind, outcome, begin in milliseconds since 1970, how many it took, and why it failed where it did. */
type ShortExchange = readonly [
  kind: Exchange["kind"],
  outcome: Exchange["outcome"],
  startedMs: number,
  tookMs: number | null,
  detail?: string | null,
];

/** Exchanges as short as statements can read them: `attempt` of src/store/document/exchange.ts knows their places. */
export function writeExchanges(exchanges: readonly Exchange[]): string {
  const short = exchanges.map(({ kind, outcome, startedAt, endedAt, detail }): ShortExchange => {
    const startedMs = Date.parse(startedAt);
    const tookMs = endedAt === null ? null : Date.parse(endedAt) - startedMs;
    return detail === undefined ? [kind, outcome, startedMs, tookMs] : [kind, outcome, startedMs, tookMs, detail];
  });
  return JSON.stringify(short);
}

/** What `writeExchanges` wrote. */
export function readExchanges(text: string): readonly Exchange[] {
  const short = JSON.parse(text) as readonly ShortExchange[];
  return short.map(([kind, outcome, startedMs, tookMs, detail]) => {
    const startedAt = new Date(startedMs).toISOString();
    const endedAt = tookMs === null ? null : new Date(startedMs + tookMs).toISOString();
    const exchange = { kind, startedAt, endedAt, outcome };
    return detail === undefined ? exchange : { ...exchange, detail };
  });
}

/** Two parts of an object as one text; the second is packed (raw deflate, base64) where that is shorter. */
function write(clear: object, rest: object): string {
  const plain = JSON.stringify({ ...rest, ...clear });
  const packed = Buffer.from(deflateRawSync(JSON.stringify(rest))).toString("base64");
  const short = JSON.stringify({ ...clear, packed });
  return short.length < plain.length ? short : plain;
}

/** A detail or a time line, packed or in clear. @throws Error when the text is neither. */
export function readStored<Stored extends object>(text: string): Stored {
  const { packed, ...clear } = JSON.parse(text) as { readonly packed?: string };
  const rest =
    packed === undefined ? {} : (JSON.parse(inflateRawSync(Buffer.from(packed, "base64")).toString()) as object);
  return { ...rest, ...clear } as Stored;
}

type Classed = Exclude<LastErrorReason, "step-failed" | "other-bytes">;

/** What the text of each class of error begins with; the detail follows. */
const CLASSES: Readonly<Record<Classed, string>> = {
  timeout: "unknown: ",
  network: "unknown: ",
  "instance-ended": "unknown: ",
  unknown: "unknown: ",
  absent: "absent: ",
  duplicate: "duplicate: ",
  processing: "processing: ",
  "not-processed": "not-processed: ",
  "number-taken": "number-taken: ",
  closed: "closed: ",
  "closed-sent": "closed after sending: ",
  "journal-lost": "journal lost: ",
  "file-lost": "file lost: ",
  held: "held: ",
};

/** How a text of each reason begins; the first that fits counts. */
const OPENINGS: readonly (readonly [string, Classed])[] = [
  ["unknown: timeout", "timeout"],
  ["unknown: network", "network"],
  ["unknown: the instance", "instance-ended"],
  ["unknown: ", "unknown"],
  ["absent: ", "absent"],
  ["duplicate: ", "duplicate"],
  ["processing: ", "processing"],
  ["not-processed: ", "not-processed"],
  ["number-taken: ", "number-taken"],
  ["closed: ", "closed"],
  ["closed after sending: ", "closed-sent"],
  ["journal lost: ", "journal-lost"],
  ["file lost: ", "file-lost"],
  ["held: ", "held"],
];
const OTHER_BYTES: LastError = { step: "archive", reason: "other-bytes", detail: "other bytes at the path" };

/** The text that stands in the journal and in D1. */
export function printLastError(error: LastError | null): string | null {
  if (error === null) return null;
  const { step, reason, detail } = error;
  if (reason === "step-failed" || reason === "other-bytes") return step === null ? detail : `${step}: ${detail}`;
  return CLASSES[reason] + detail;
}

/** A text read back; the only place that looks into it. */
export function parseLastError(text: string | null): LastError | null {
  if (text === null) return null;
  if (text === printLastError(OTHER_BYTES)) return OTHER_BYTES;
  const [, reason] = OPENINGS.find(([opening]) => text.startsWith(opening)) ?? [];
  if (reason !== undefined) return { step: null, reason, detail: text.slice(CLASSES[reason].length) };
  const end = text.indexOf(": ");
  if (end < 0) return { step: null, reason: "step-failed", detail: text };
  return { step: text.slice(0, end), reason: "step-failed", detail: text.slice(end + 2) };
}

/** Without accents, lower case, single spaces: `Compañía  ÁGIL` gives `compania agil`. */
export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/gu, " ").trim();
}
