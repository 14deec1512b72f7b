// Adds up the documents of some days: what a till, a shop and an accountant compare in the evening.

import type { Amount } from "../document/document.ts";
import type { State } from "../document/state.ts";
import { KINDS, type TypeCode } from "../kind.ts";
import { printCents } from "../value/decimal.ts";
import { PESO } from "./currency.ts";

/** The most days of one closing. */
export const CLOSING_DAYS = 31;

/** What a closing may be divided by; `null`: not at all. */
export type ClosingKey = "day" | "establishment" | "till" | null;

/** Documents of one kind in one currency, of the part that `key` names; null: of those that name none. */
interface Summed {
  readonly key: string | null;
  readonly currency: string;
  readonly typeCode: TypeCode;
}

/** Documents that have one prefix and state too, with their sums in cents. */
export interface DocumentSum extends Summed {
  readonly prefix: string;
  readonly state: State;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly subtotal: bigint;
  readonly taxes: bigint;
  readonly total: bigint;
}

/** What a figure of a document is: a tax at one rate, a means of payment, how it was rounded, the document's own discounts or charges. */
export type FigureKind = "tax" | "means" | "rounding" | "discount" | "charge";

/** One figure of live documents, in cents; without a code or a rate where its kind has none. */
export interface FigureSum extends Summed {
  readonly kind: FigureKind;
  readonly code: string | null;
  readonly rate: string | null;
  readonly base: bigint;
  readonly amount: bigint;
}

/** What a closing is made of. */
export interface ClosingSums {
  readonly documents: readonly DocumentSum[];
  readonly figures: readonly FigureSum[];
}

/** How documents stand: accepted, on their way, rejected, or sent with a result that nobody knows. */
export type Standing = "accepted" | "pending" | "rejected" | "unknown";

/** Live documents of one kind; notes with their own positive amounts. */
interface KindTotal {
  readonly typeCode: TypeCode;
  readonly count: number;
  readonly subtotal: Amount;
  readonly taxes: Amount;
  readonly discounts: Amount;
  readonly charges: Amount;
  readonly total: Amount;
}

/** Documents of one currency. */
export interface ClosingGroup {
  readonly key: string | null;
  readonly currency: string;
  readonly standings: Readonly<Record<Standing, number>>;
  readonly kinds: readonly KindTotal[];
  /** Net of the notes that lower. */
  readonly taxes: readonly {
    readonly code: string;
    /** Null of a tax by unit. */
    readonly rate: string | null;
    readonly base: Amount;
    readonly amount: Amount;
  }[];
  /** Net of the notes that lower. */
  readonly means: readonly {
    readonly code: string;
    readonly amount: Amount;
    /** What was rounded of it; null where nothing was. */
    readonly rounding: Amount | null;
  }[];
  /** Numbers that were given, also to documents that were rejected. */
  readonly numbers: readonly {
    readonly prefix: string;
    readonly first: number;
    readonly last: number;
    readonly count: number;
  }[];
  readonly net: Amount;
}

export interface Closing {
  /** Of the documents in pesos. */
  readonly total: ClosingGroup;
  /** By key and currency; of a closing that is not divided, only the documents in other currencies. */
  readonly groups: readonly ClosingGroup[];
}

/** @param sums of one company, module and span of days, in any order; several of one kind are added. */
export function closeDays(sums: ClosingSums, by: ClosingKey): Closing {
  const { documents, figures } = sums;
  const inPesos = { documents: documents.filter(isInPesos), figures: figures.filter(isInPesos) };
  const nameOf = ({ key, currency }: Summed) => JSON.stringify([key, currency]);
  const figuresOf = partition(figures, nameOf);
  const groups = [...partition(documents, nameOf)].flatMap(([name, part]) => {
    const [{ key, currency }] = part;
    if (by === null && currency === PESO) return [];
    return [closeGroup({ key, currency }, { documents: part, figures: figuresOf.get(name) ?? [] })];
  });
  return { total: closeGroup({ key: null, currency: PESO }, inPesos), groups: groups.sort(compareGroups) };
}

function isInPesos({ currency }: Summed): boolean {
  return currency === PESO;
}

/** Those without a key last; of one key, pesos first. */
function compareGroups(one: ClosingGroup, other: ClosingGroup): number {
  const rank = ({ key, currency }: ClosingGroup) => [key === null ? "1" : `0${key}`, currency === PESO ? "" : currency];
  const [own = [], others = []] = [rank(one), rank(other)];
  return compareTexts(own[0], others[0]) || compareTexts(own[1], others[1]);
}

function compareTexts(one = "", other = ""): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function closeGroup(named: Pick<ClosingGroup, "key" | "currency">, { documents, figures }: ClosingSums): ClosingGroup {
  const live = documents.filter(({ state }) => state !== "rechazado");
  return {
    ...named,
    standings: countStandings(documents),
    kinds: totalKinds(live, figures),
    taxes: totalTaxes(figures),
    means: totalMeans(figures),
    numbers: listNumbers(documents),
    net: printCents(addUp(live, (one) => signOf(one) * one.total)),
  };
}

function standingOf(state: State): Standing {
  if (state === "aceptado") return "accepted";
  if (state === "rechazado") return "rejected";
  return state === "send_unknown" ? "unknown" : "pending";
}

function countStandings(documents: readonly DocumentSum[]): Record<Standing, number> {
  const counts = { accepted: 0, pending: 0, rejected: 0, unknown: 0 };
  for (const { state, count } of documents) counts[standingOf(state)] += count;
  return counts;
}

function totalKinds(live: readonly DocumentSum[], figures: readonly FigureSum[]): readonly KindTotal[] {
  const kinds = listParts(live, ({ typeCode }) => typeCode).map((part) => {
    const [{ typeCode }] = part;
    const sum = (kind: FigureKind) =>
      printCents(
        addUp(
          figures.filter((one) => one.kind === kind && one.typeCode === typeCode),
          ({ amount }) => amount,
        ),
      );
    return {
      typeCode,
      count: part.reduce((total, { count }) => total + count, 0),
      subtotal: printCents(addUp(part, ({ subtotal }) => subtotal)),
      taxes: printCents(addUp(part, ({ taxes }) => taxes)),
      discounts: sum("discount"),
      charges: sum("charge"),
      total: printCents(addUp(part, ({ total }) => total)),
    };
  });
  return kinds.toSorted((one, other) => compareTexts(one.typeCode, other.typeCode));
}

/** Codes ascending, rates descending, as on a document. */
function totalTaxes(figures: readonly FigureSum[]): ClosingGroup["taxes"] {
  const taxes = figures.filter(({ kind }) => kind === "tax");
  const totals = listParts(taxes, ({ code, rate }) => JSON.stringify([code, rate])).map((part) => ({
    code: part[0].code ?? "",
    rate: part[0].rate,
    base: printCents(addUp(part, (one) => signOf(one) * one.base)),
    amount: printCents(addUp(part, (one) => signOf(one) * one.amount)),
  }));
  return totals.toSorted((one, other) => compareTexts(one.code, other.code) || Number(other.rate) - Number(one.rate));
}

function totalMeans(figures: readonly FigureSum[]): ClosingGroup["means"] {
  const means = figures.filter(({ kind }) => kind === "means" || kind === "rounding");
  const sum = (part: readonly FigureSum[]) => printCents(addUp(part, (one) => signOf(one) * one.amount));
  const totals = listParts(means, ({ code }) => code ?? "").map((part) => {
    const roundings = part.filter(({ kind }) => kind === "rounding");
    return {
      code: part[0].code ?? "",
      amount: sum(part.filter(({ kind }) => kind === "means")),
      rounding: roundings.length === 0 ? null : sum(roundings),
    };
  });
  return totals.toSorted((one, other) => compareTexts(one.code, other.code));
}

/** By prefix and what gives the numbers: two kinds of documents may share a range, or have a prefix alike that is none. */
function listNumbers(documents: readonly DocumentSum[]): ClosingGroup["numbers"] {
  const source = (code: TypeCode) => {
    const kind = KINDS[code];
    return "range" in kind ? kind.range : code;
  };
  const parts = listParts(documents, ({ prefix, typeCode }) => JSON.stringify([prefix, source(typeCode)]));
  const numbers = parts.map((part) => ({
    prefix: part[0].prefix,
    first: Math.min(...part.map(({ first }) => first)),
    last: Math.max(...part.map(({ last }) => last)),
    count: part.reduce((total, { count }) => total + count, 0),
  }));
  return numbers.toSorted((one, other) => compareTexts(one.prefix, other.prefix) || one.first - other.first);
}

/** Notes that lower count against. */
function signOf({ typeCode }: Summed): bigint {
  const kind = KINDS[typeCode];
  return "effect" in kind && kind.effect === "lowers" ? -1n : 1n;
}

function addUp<Item>(items: readonly Item[], read: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + read(item), 0n);
}

type Some<Item> = readonly [Item, ...Item[]];

/** Items in lists of those that have one name. */
function partition<Item>(items: readonly Item[], nameOf: (item: Item) => string): ReadonlyMap<string, Some<Item>> {
  const parts = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const name = nameOf(item);
    const part = parts.get(name);
    if (part === undefined) parts.set(name, [item]);
    else part.push(item);
  }
  return parts;
}

function listParts<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Some<Item>[] {
  return [...partition(items, nameOf).values()];
}
