// Reads from a chain of events which numbers were lost when the database was set back, as two people recorded it.
import { z } from "zod";
import type { Head } from "../src/store/audit/event-head.ts";
import { LOST, type StoredEvent } from "../src/store/audit/events.ts";
import { normalizePerson } from "./person.ts";

export const APPROVED = "event.lost.approve";

/** Numbers whose events the database no longer has, both ends among them. */
export interface LostSpan {
  readonly from: number;
  readonly to: number;
  /** The event that says so. */
  readonly event: StoredEvent;
  /** Who else says so; undefined until another person does. */
  readonly approver: string | undefined;
}

const APPROVAL = z.object({ event: z.int() });
const SPAN = z.object({ from: z.int(), to: z.int() });

/**
 * The spans of a chain. Those who can write the database alone make no heads: an event without its own says nothing here.
 * @param heads those of the chain that are genuine.
 */
export function listLostSpans(events: readonly StoredEvent[], heads: readonly Head[]): LostSpan[] {
  const hashes = new Map(heads.map(({ sequence, hash }) => [sequence, hash]));
  const proven = events.filter(({ sequence, hash }) => hashes.get(sequence) === hash);
  const approvals = proven.filter(({ action }) => action === APPROVED);
  return proven
    .filter(({ action }) => action === LOST)
    .map((event) => {
      const isOfIt = ({ actor, detail }: StoredEvent) =>
        normalizePerson(actor) !== normalizePerson(event.actor) &&
        APPROVAL.parse(JSON.parse(detail)).event === event.sequence;
      return { ...SPAN.parse(JSON.parse(event.detail)), event, approver: approvals.find(isOfIt)?.actor };
    });
}

/**
 * The numbers of a chain whose events are not those of their heads, up to the last number that either knows.
 * @returns undefined where every head has its event, or its number is known to be lost.
 */
export function findLostSpan(
  events: readonly StoredEvent[],
  heads: readonly Head[],
): Pick<LostSpan, "from" | "to"> | undefined {
  const hashes = new Map(events.map(({ sequence, hash }) => [sequence, hash]));
  const known = listLostSpans(events, heads);
  const lost = heads.filter(
    ({ sequence, hash }) =>
      hashes.get(sequence) !== hash && !known.some(({ from, to }) => sequence >= from && sequence <= to),
  );
  if (lost.length === 0) return undefined;
  const last = Math.max(events.at(-1)?.sequence ?? 0, ...heads.map(({ sequence }) => sequence));
  return { from: Math.min(...lost.map(({ sequence }) => sequence)), to: last };
}
