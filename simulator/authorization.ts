// Says who may send a ticket: software of equivalent documents that the company registered, in production once its test set is accepted.
import type { DocumentFacts } from "./judge/judge.ts";
import { isTicketType } from "./judge/sheet.ts";
import type { TestSet } from "./register.ts";
import type { Store } from "./store.ts";

const PRODUCTION = "1";

/** Whether a document may be sent at all; invoices and support documents are judged by rules instead. */
export function mayBeSent(facts: DocumentFacts | undefined, store: Store): boolean {
  if (facts === undefined || !isTicketType(facts.type)) return true;
  const taxpayer = store.findTaxpayer(facts.nit);
  const software = taxpayer?.software.find(({ id }) => id.toLowerCase() === facts.softwareId.toLowerCase());
  if (taxpayer === undefined || software?.isForTickets !== true) return false;
  const isOpen = (set: TestSet): boolean => set.required === undefined || store.isFinished(set);
  const own = taxpayer.testSets.filter(({ softwareId }) => softwareId === software.id);
  return facts.environment !== PRODUCTION || own.every(isOpen);
}
