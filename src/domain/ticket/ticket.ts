// Resolves what a POS ticket says beside its sale (till, loyalty, maker of the software), and when its value is remarked on.
import type { Company, Till } from "../company.ts";
import type { DocumentLine, Party, Ticket, Totals } from "../document/document.ts";
import type { TicketDraft } from "../draft/draft.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { sumAmounts } from "../tax/tax.ts";
import { yearOf } from "../value/calendar.ts";
import { compare, decimal, print } from "../value/decimal.ts";
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

/** Pesos of one tax unit by year, as published; a deployment adds the years that come. */
const PUBLISHED: Readonly<Record<string, string>> = { "2024": "47065", "2025": "49799", "2026": "52374" };
const UNITS = 5;
const ENTRY = /^(\d{4}):(\d{1,9})$/;

/**
 * The limit of a year; undefined where its unit is not known.
 * @param more further years, `2027:54000,2028:56000`; what is none of these is skipped.
 */
export function findTicketLimit(year: number, more: string): string | undefined {
  const added = more.split(",").flatMap((entry) => {
    const [, of, value] = ENTRY.exec(entry.trim()) ?? [];
    return of === undefined || value === undefined ? [] : [[of, value] as const];
  });
  const unit = { ...PUBLISHED, ...Object.fromEntries(added) }[String(year)];
  return unit === undefined ? undefined : print(decimal(unit).times(UNITS));
}

/** Month and day from which the unit of the next year is missed: it is published by then, or soon after. */
const COMING_FROM = "12-01";

/**
 * The year whose unit is wanted and not known: that of a day, or from December the next one.
 * @param today a date in Bogotá.
 * @param more further years, as above.
 */
export function findUnknownYear(today: string, more: string): number | undefined {
  const year = yearOf(today);
  const wanted = today.slice(5) < COMING_FROM ? [year] : [year, year + 1];
  return wanted.find((one) => findTicketLimit(one, more) === undefined);
}
