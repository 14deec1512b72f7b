// What clients were told into whether an attack showed anything: promises about documents hold easily where there are none.
import type { Book, KindName } from "./book.ts";

/** Keys whose document must have been told, of all that were used; kills and aborts leave many without. */
const ANSWERED_LEAST = 0.1;

/** @returns what was never seen; empty when every kind was issued and enough keys were answered. */
export function findSilence(book: Book, kinds: readonly KindName[]): string[] {
  const told = book.listAcknowledged();
  const problems = kinds
    .filter((kind) => !told.some(({ operation }) => operation.kind === kind))
    .map((kind) => `no ${kind} was ever issued`);
  const isEnough = told.length > 0 && told.length >= ANSWERED_LEAST * book.entries.length;
  if (!isEnough) problems.push(`${told.length} of ${book.entries.length} keys were answered with a document`);
  return problems;
}
