// Finds what stands against a range that is to be used, among the other ranges of its company, and what must be cut for it.

import type { ranges } from "../../src/store/base/schema.ts";
import { OperatorError } from "../error.ts";
import { findSharedNumber, type NumberSpan } from "../number-span.ts";

/** A row of `ranges`. */
export type RangeRow = Readonly<typeof ranges.$inferSelect>;

/** As much of a range as says which numbers it has. */
export type Numbers = Pick<
  RangeRow,
  "kind" | "prefix" | "fromNumber" | "toNumber" | "nextNumber" | "lastNumber" | "validFrom" | "validTo"
>;

/** A range that ends before its last number, because another one goes on with the numbers that it has left. */
export interface Cut {
  readonly range: number;
  /** Last number that it may give; one before its next one when it may give none. */
  readonly last: number;
}

/** The last number that a range may give. */
export function findLastNumber({ toNumber, lastNumber }: Pick<RangeRow, "toNumber" | "lastNumber">): number {
  return lastNumber ?? toNumber;
}

function restOf(range: Numbers): NumberSpan {
  return { prefix: range.prefix, from: range.nextNumber, to: findLastNumber(range) };
}

function givenOf({ prefix, fromNumber, nextNumber }: Numbers): NumberSpan {
  return { prefix, from: fromNumber, to: nextNumber - 1 };
}

function everythingOf(range: Numbers): NumberSpan {
  return { prefix: range.prefix, from: range.fromNumber, to: findLastNumber(range) };
}

function isSamePrefix(one: Numbers, other: Numbers): boolean {
  return one.kind === other.kind && one.prefix === other.prefix;
}

/** The ordinary renewal: a later resolution grants numbers that an earlier one of the same prefix did not use. */
function isRenewal(fresh: Numbers, other: Numbers): boolean {
  return isSamePrefix(fresh, other) && fresh.validTo > other.validTo;
}

/**
 * Where a new range goes on when no flag says so: past what ranges that it renews have given.
 * @returns undefined when it renews none.
 */
export function findRenewedNext(fresh: Omit<Numbers, "nextNumber">, others: readonly RangeRow[]): number | undefined {
  const whole = { ...fresh, nextNumber: fresh.fromNumber };
  const renewed = others.filter(
    (other) => isRenewal(whole, other) && findSharedNumber(everythingOf(whole), everythingOf(other)) !== undefined,
  );
  if (renewed.length === 0) return undefined;
  const nexts = renewed.map((other) => Math.min(other.nextNumber, fresh.toNumber + 1));
  return Math.max(fresh.fromNumber, ...nexts);
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
    const isOver = other.validTo < today;
    if (!isOver && !isRenewal(fresh, other)) throw refuseShared(other, shared);
    return [{ range: other.id, last: isOver ? other.nextNumber - 1 : findCutOfRenewed(fresh, other, today) }];
  });
}

/** Until a range begins, the one that it renews must go on: then the numbers before its own next one are left to that. */
function findCutOfRenewed(fresh: Numbers, other: RangeRow, today: string): number {
  if (fresh.validFrom <= today) return Math.max(other.nextNumber, fresh.fromNumber) - 1;
  if (fresh.nextNumber > other.nextNumber) return fresh.nextNumber - 1;
  throw new OperatorError(
    `this range begins on ${fresh.validFrom}, and until then ${nameRange(other)} would have no number left`,
    `give a --next that leaves it enough: it goes on from ${other.nextNumber} to the number before`,
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
    fresh.prefix === other.prefix ? `--next must be past them: ${other.nextNumber}` : "check prefix and numbers";
  return new OperatorError(`${nameRange(other)} has given ${shared} and perhaps more of these numbers`, hint);
}

function refuseShared(other: RangeRow, shared: string): OperatorError {
  return new OperatorError(
    `${nameRange(other)} holds some of these numbers already, such as ${shared}`,
    `check prefix and numbers; \`operator range edit --range ${other.id} --last N\` ends it earlier`,
  );
}

function nameRange(range: RangeRow): string {
  return `range ${range.id} (${range.prefix} ${range.fromNumber}-${findLastNumber(range)})`;
}
