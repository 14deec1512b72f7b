// Says at which till a ticket was sold, what its buyer collects, and who made the software: only what somebody said of it.
import type { Ticket } from "../../src/domain/document/document.ts";
import type { WholeDocument } from "../../src/domain/document/signed-document.ts";
import type { Entry, SignedMaker } from "./model.ts";

/** What a ticket carries because its form asks for it. */
const UNSAID = /^(?:no aplica|n\/a)$/i;
const USUAL_TYPE = /^caja$/i;
const NO_POINTS = /^0*(?:[.,]0*)?$/;

/** Till, cashier and sale, then the loyalty scheme; nothing for what is no ticket. */
export function listTill({ ticket, number, customer }: WholeDocument): readonly Entry[] {
  if (ticket === null) return [];
  const { plate, place, type, cashier, saleCode } = ticket.till;
  const { code, name, points } = ticket.buyer;
  const kind = USUAL_TYPE.test(type) ? null : said(type);
  const till = [said(plate), kind].filter((text) => text !== null);
  const isCollected = said(points) !== null && !NO_POINTS.test(points);
  const entries: readonly Entry[] = [
    ["Caja", till.join(" · ")],
    ["Ubicación", said(place) ?? ""],
    ["Cajero", said(cashier) ?? ""],
    ["Código de la venta", saleCode === number ? "" : (said(saleCode) ?? "")],
    ["Cliente frecuente", listMember(code, name, customer).join(" · ")],
    ["Puntos", isCollected ? points : ""],
  ];
  return entries.filter(([, value]) => value !== "");
}

/** Number and name in the scheme, where they are not those of the buyer. */
function listMember(code: string, name: string, customer: WholeDocument["customer"]): readonly string[] {
  const isOther = (text: string, own: string) => text.toLowerCase() !== own.toLowerCase();
  return [
    ...(isOther(code, customer.identificationNumber) ? [said(code)] : []),
    ...(isOther(name, customer.name) ? [said(name)] : []),
  ].filter((text) => text !== null);
}

/** Null for what is no ticket, and for one that names nobody. */
export function describeMaker(ticket: Ticket | null): SignedMaker | null {
  if (ticket === null) return null;
  const { company, person, product } = ticket.maker;
  const maker = { company: said(company), person: said(person), software: said(product) };
  return maker.company === null && maker.person === null && maker.software === null ? null : maker;
}

function said(text: string | null): string | null {
  return text === null || text.trim() === "" || UNSAID.test(text.trim()) ? null : text;
}
