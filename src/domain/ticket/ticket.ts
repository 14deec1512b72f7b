// Resolves what a POS ticket says beside its sale: the till, the buyer's loyalty, and who made the software.
import type { Company, Till } from "../company.ts";
import type { DocumentLine, Party, Ticket, Totals } from "../document/document.ts";
import type { TicketDraft } from "../draft/draft.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { sumAmounts } from "../tax/tax.ts";
import { compare, decimal } from "../value/decimal.ts";
import words from "./printed-word.json" with { type: "json" };

const NO_POINTS = "0";

/** The till that a ticket names; without a plate, the company's only one. */
function findTill(plate: string | null, tills: readonly Till[]): Till | undefined {
  if (plate !== null) return tills.find((till) => till.plate === plate);
  return tills.length === 1 ? tills[0] : undefined;
}

/** The till as the ticket signs it; a problem where no plate, or no place, is known. */
export function resolveTill(
  sent: TicketDraft["till"],
  { tills = [] }: Pick<Company, "tills">,
  problems: ProblemList,
): Ticket["till"] {
  const known = findTill(sent.plate, tills);
  const plate = sent.plate ?? known?.plate;
  const place = sent.place ?? known?.place;
  if (plate === undefined || place === undefined) {
    const plates = tills.map((till) => till.plate);
    problems.add({ field: ["ticket", "till"], reason: "till-required", value: sent.plate ?? "", plates });
  }
  return {
    plate: plate ?? "",
    place: place ?? "",
    type: sent.type ?? known?.type ?? words.till,
    cashier: sent.cashier ?? words.none,
    saleCode: sent.saleCode,
  };
}

/** What a ticket says beside its sale. */
export function resolveTicket(
  { till, buyer, maker }: TicketDraft,
  company: Pick<Company, "tills">,
  counterpart: Party,
  problems: ProblemList,
): Ticket {
  return {
    till: resolveTill(till, company, problems),
    buyer: {
      code: buyer.code ?? counterpart.identificationNumber,
      name: buyer.name ?? counterpart.name,
      points: buyer.points ?? NO_POINTS,
    },
    maker,
  };
}

/**
 * A tax for each unit has no base on a ticket or on a note to one: it enters no taxable total, and stands after the percentages,
 * because a rule of notes reads the first tax alone.
 */
export function withoutUnitBases<Line extends Pick<DocumentLine, "taxes">>(line: Line): Line {
  const byUnit = line.taxes.filter(({ perUnit }) => perUnit !== undefined);
  if (byUnit.length === 0) return line;
  const percentages = line.taxes.filter(({ perUnit }) => perUnit === undefined);
  return { ...line, taxes: [...percentages, ...byUnit.map((tax) => ({ ...tax, base: "0.00" }))] };
}

/** The taxable total of a credit note on a ticket: its rule counts the first tax of each line (NAAU04). */
export function withFirstBases<Content extends { readonly totals: Totals; readonly lines: readonly DocumentLine[] }>(
  content: Content,
): Content {
  const firsts = content.lines.flatMap(({ taxes }) => taxes.filter(({ code }) => code === taxes[0]?.code));
  return { ...content, totals: { ...content.totals, taxableBase: sumAmounts(firsts, "base") } };
}

/** Where the company sells nothing above a limit with tickets, one that is above it is refused. */
export function checkLimit({ limit }: TicketDraft, { subtotal }: Totals, problems: ProblemList): void {
  if (limit === null || compare(decimal(subtotal), decimal(limit)) <= 0) return;
  problems.add({ field: ["claimedSubtotal"], reason: "ticket-over-limit", subtotal, limit });
}
