// Compares a chain of events with the heads that the archive has of it: what was cut off, rewritten, deleted or added.

import type { KeptDay, KeptHead } from "../src/store/audit/event-head.ts";
import { findBrokenEvents, type StoredEvent } from "../src/store/audit/events.ts";
import { listLostSpans } from "./lost-events.ts";

/** What the archive says of one chain. */
export interface ChainWitness {
  readonly heads: readonly KeptHead[];
  /** Oldest first, with the heads of all chains. */
  readonly days: readonly KeptDay[];
}

/** What is wrong with a chain. */
export interface ChainReport {
  readonly problems: readonly string[];
  readonly missing: readonly StoredEvent[];
}

/**
 * Compares a chain with its heads. Somebody who writes the database alone can make events that follow each other
 * soundly, and no heads: what the heads hold and the events do not was taken out or changed.
 */
export async function judgeChain(
  companyId: number,
  events: readonly StoredEvent[],
  { heads, days }: ChainWitness,
): Promise<ChainReport> {
  const trusted = heads.filter(({ isGenuine }) => isGenuine !== false);
  const lost = listLostSpans(events, trusted);
  const isLost = ({ sequence }: { readonly sequence: number }) =>
    lost.some(({ from, to, approver }) => approver !== undefined && sequence >= from && sequence <= to);
  const witnessed = [
    ...trusted.map(({ sequence, hash }) => ({ sequence, hash, by: "its head in the archive" })),
    ...days
      .filter(({ isGenuine }) => isGenuine !== false)
      .flatMap(({ day, heads: all }) =>
        all
          .filter((head) => head.companyId === companyId)
          .map(({ sequence, hash }) => ({ sequence, hash, by: `the heads of ${day}` })),
      ),
  ]
    .filter((one) => !isLost(one))
    .sort((one, other) => one.sequence - other.sequence);
  const hashes = new Map(events.map(({ sequence, hash }) => [sequence, hash]));
  const last = events.at(-1)?.sequence ?? 0;
  const end = witnessed.at(-1);
  const changed = witnessed.find(({ sequence, hash }) => hashes.has(sequence) && hashes.get(sequence) !== hash);
  const forged = heads.filter(({ isGenuine }) => isGenuine === false);
  const problems = [
    ...(await findBrokenEvents(events)),
    ...(end !== undefined && end.sequence > last
      ? [
          `the events ${last + 1} to ${end.sequence} of company ${companyId} are gone: the last is known from ${end.by}; D1 was set back? \`operator event lost --company ${companyId}\``,
        ]
      : []),
    ...(changed === undefined
      ? []
      : [
          `event ${changed.sequence} of company ${companyId} is not the one of ${changed.by}: it, or one before it, was rewritten`,
        ]),
    ...lost
      .filter(({ approver }) => approver === undefined)
      .map(
        ({ from, to, event }) =>
          `event ${event.sequence} of company ${companyId} says that ${from} to ${to} are lost: ` +
          `did D1 go back? another person than its author: \`operator event lost --company ${companyId} --approve\``,
      ),
    ...forged.map(
      ({ sequence }) => `the head of event ${sequence} of company ${companyId} was not made with AUDIT_KEY`,
    ),
  ];
  const from = findBeginning(companyId, trusted, days);
  const headed = new Set(trusted.map(({ sequence }) => sequence));
  return { problems, missing: events.filter(({ sequence }) => sequence > from && !headed.has(sequence)) };
}

/** The last event that was written before there were heads: those after it have one each. */
function findBeginning(companyId: number, heads: readonly KeptHead[], days: readonly KeptDay[]): number {
  const firstHead = heads.reduce((least, { sequence }) => Math.min(least, sequence), Number.POSITIVE_INFINITY);
  const firstDay = days.find(({ isGenuine }) => isGenuine !== false);
  if (firstDay === undefined) return firstHead - 1;
  const onFirstDay = firstDay.heads.find((head) => head.companyId === companyId)?.sequence ?? 0;
  return Math.min(firstHead - 1, onFirstDay);
}
