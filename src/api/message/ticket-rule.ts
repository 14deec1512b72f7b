// Says in plain words what a rule of tickets and their notes means: some are known, others resemble a rule of invoices.
import rules from "../../domain/catalogue/ticket-rules.json" with { type: "json" };

/** First letters of a rule -> those of the rule of invoices and notes that has the same ending. */
const ALIKE: Readonly<Record<string, string>> = { DE: "F", NA: "C", NAD: "D" };
const ATTESTED = new Map(Object.entries(rules.attested));
const RESEMBLING = new Map(Object.entries(rules.alike));

/** A sentence to follow what the authority said; empty where nothing is known. */
export function explainTicketRule(code: string): string {
  const known = ATTESTED.get(code);
  if (known !== undefined) return ` En otras palabras: ${known}`;
  const [, letters = "", ending = ""] = /^(DE|NAD|NA)([AB][A-Z]\d.*)$/.exec(code) ?? [];
  const text = RESEMBLING.get(ending);
  if (text === undefined) return "";
  return ` No se conoce el texto de esta regla; la ${ALIKE[letters]}${ending}, a la que se parece, dice: ${text}`;
}
