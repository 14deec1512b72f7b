// Lists the rules of tickets and their notes that a source has seen: only they refuse. What else is known of invoices explains, as a
// remark, what the authority might say.

const numbered = (letters: string, first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => `${letters}${String(first + i)}`);

const words = (text: string): string[] => text.split(" ");

/** Full codes; the texts of NAAA02 and NADBD03 are unknown, so nothing is found by them. */
const ATTESTED: ReadonlySet<string> = new Set([
  ...words("DEAD01 DEAD02 DEAD03 DEAD06 DEAD10 DEAD12a DEAD12b DEAI01 DEAJ40 DEAZ09"),
  ...words("DEAB05a DEAB05b DEAB10b DEAB12b DEPD11 DEAS07 DEAX07 DEAU02a DEAU04 DEAU06"),
  ...words("NAAA02 NAAB03 NAAB14 NAAD03 NAAU04 NABA06 NADBD03"),
  ...numbered("DEAB", 41, 46),
  ...numbered("DEPD", 13, 21),
  ...numbered("DEPD", 25, 36),
]);

/** Rules that a ticket calls otherwise than an invoice does. */
const RENAMED: Readonly<Record<string, string>> = { DEAU02: "DEAU02a", NAAB13: "NAAB14" };

export function ticketCode(code: string): string {
  return RENAMED[code] ?? code;
}

export function isAttested(code: string): boolean {
  return ATTESTED.has(code);
}

/** For a test that compares the list. */
export function listAttested(): readonly string[] {
  return [...ATTESTED].sort();
}
