// A range that is to be used, and the other ranges of its company, into what stands against it, or what must be cut for it.
import type { RangeKind } from "../../src/domain/company.ts";
import { findSharedNumber, type NumberSpan } from "../../src/domain/number-span.ts";
import { OperatorError } from "../error.ts";

/** A row of `ranges`. */
export interface RangeRow {
  readonly id: number;
  readonly company_id: number;
  readonly kind: RangeKind;
  readonly resolution: string;
  readonly prefix: string;
  readonly from_number: number;
  readonly to_number: number;
  readonly valid_from: string;
  readonly valid_to: string;
  readonly sealed_technical_key: string | null;
  readonly next_number: number;
  /** Set when it ends before `to_number`. */
  readonly last_number: number | null;
  readonly is_active: number;
  /** The document whose number turned out to be another system's. */
  readonly stopped_by: number | null;
}

/** As much of a range as says which numbers it has. */
export type Numbers = Pick<
  RangeRow,
  "kind" | "prefix" | "from_number" | "to_number" | "next_number" | "last_number" | "valid_from" | "valid_to"
>;

/** A range that ends before its last number, because another one goes on with the numbers that it has left. */
export interface Cut {
  readonly range: number;
  /** Last number that it may give; one before its next one when it may give none. */
  readonly last: number;
}

/** The last number that a range may give. */
export function findLastNumber({ to_number, last_number }: Pick<RangeRow, "to_number" | "last_number">): number {
  return last_number ?? to_number;
}

function restOf(range: Numbers): NumberSpan {
  return { prefix: range.prefix, from: range.next_number, to: findLastNumber(range) };
}

function givenOf({ prefix, from_number, next_number }: Numbers): NumberSpan {
  return { prefix, from: from_number, to: next_number - 1 };
}

function everythingOf(range: Numbers): NumberSpan {
  return { prefix: range.prefix, from: range.from_number, to: findLastNumber(range) };
}

function isSamePrefix(one: Numbers, other: Numbers): boolean {
  return one.kind === other.kind && one.prefix === other.prefix;
}

/** The ordinary renewal: a later resolution grants numbers that an earlier one of the same prefix did not use. */
function isRenewal(fresh: Numbers, other: Numbers): boolean {
  return isSamePrefix(fresh, other) && fresh.valid_to > other.valid_to;
}

/**
 * Where a new range goes on when nobody says so: past what ranges that it renews have given.
 * @returns undefined when it renews none.
 */
export function findRenewedNext(fresh: Omit<Numbers, "next_number">, others: readonly RangeRow[]): number | undefined {
  const whole = { ...fresh, next_number: fresh.from_number };
  const renewed = others.filter(
    (other) => isRenewal(whole, other) && findSharedNumber(everythingOf(whole), everythingOf(other)) !== undefined,
  );
  if (renewed.length === 0) return undefined;
  const nexts = renewed.map((other) => Math.min(other.next_number, fresh.to_number + 1));
  return Math.max(fresh.from_number, ...nexts);
}

/**
 * What must be cut for a new range. Only numbers that another range has given or may still give stand against it; a range
 * that is over, or that it renews, gives no more of them.
 * @param others ranges of the company whose documents share its type and environment.
 * @param today date in Bogotá.
 * @throws OperatorError when a document could get the full number of another one.
 */
export function planCuts(fresh: Numbers, others: readonly RangeRow[], today: string): readonly Cut[] {
  return others.flatMap((other) => {
    const given = findSharedNumber(restOf(fresh), givenOf(other));
    if (given !== undefined) throw refuseGiven(fresh, other, given);
    const shared = findSharedNumber(everythingOf(fresh), restOf(other));
    if (shared === undefined) return [];
    const isOver = other.valid_to < today;
    if (!isOver && !isRenewal(fresh, other)) throw refuseShared(other, shared);
    return [{ range: other.id, last: isOver ? other.next_number - 1 : findCutOfRenewed(fresh, other, today) }];
  });
}

/** Until a range begins, the one that it renews must go on: then the numbers before its own next one are left to that. */
function findCutOfRenewed(fresh: Numbers, other: RangeRow, today: string): number {
  if (fresh.valid_from <= today) return Math.max(other.next_number, fresh.from_number) - 1;
  if (fresh.next_number > other.next_number) return fresh.next_number - 1;
  throw new OperatorError(
    `this range begins on ${fresh.valid_from}, and until then ${nameRange(other)} would have no number left`,
    `give a --next that leaves it enough: it goes on from ${other.next_number} to the number before`,
  );
}

/**
 * Refuses to use a range that is registered, or more of it, while another one may give the same full numbers.
 * @throws OperatorError that names both.
 */
export function refuseMeeting(range: Numbers, others: readonly RangeRow[]): void {
  for (const other of others) {
    // What the other gave under the same prefix is looked up among the documents: a renewal begins with numbers of before.
    const theirs = isSamePrefix(range, other) ? restOf(other) : everythingOf(other);
    const shared = findSharedNumber(restOf(range), theirs);
    if (shared !== undefined) throw refuseShared(other, shared);
  }
}

function refuseGiven(fresh: Numbers, other: RangeRow, shared: string): OperatorError {
  const hint =
    fresh.prefix === other.prefix ? `--next must be past them: ${other.next_number}` : "check prefix and numbers";
  return new OperatorError(`${nameRange(other)} has given ${shared} and perhaps more of these numbers`, hint);
}

function refuseShared(other: RangeRow, shared: string): OperatorError {
  return new OperatorError(
    `${nameRange(other)} holds some of these numbers already, such as ${shared}`,
    `check prefix and numbers; \`operator range edit --range ${other.id} --last N\` ends it earlier`,
  );
}

function nameRange(range: RangeRow): string {
  return `range ${range.id} (${range.prefix} ${range.from_number}-${findLastNumber(range)})`;
}
