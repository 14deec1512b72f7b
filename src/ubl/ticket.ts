// Builds the three extensions that only a POS ticket has: maker of the software, loyalty of the buyer, and the till; and reads them.
import { fullNumber } from "../domain/company.ts";
import type { Invoice, Ticket } from "../domain/document/document.ts";
import { group, text } from "../xml/element.ts";
import type { XmlElement } from "../xml/parse.ts";
import type { UblInput } from "./input.ts";
import { TICKET_EXTENSIONS, type TicketExtension } from "./wire-literal.ts";

/** The contents of the extensions, in the order of the authority's sample. @throws Error for a ticket without its facts. */
export function buildTicketExtensions(
  { ticket, totals }: Invoice,
  numbering: UblInput["numbering"],
): readonly string[] {
  if (ticket === undefined) throw new Error("a ticket without its till");
  const { maker, buyer, till } = ticket;
  return [
    buildPairs("maker", [maker.person, maker.company, maker.product]),
    buildPairs("buyer", [buyer.code, buyer.name, buyer.points]),
    buildPairs("till", [
      till.plate,
      till.place,
      till.cashier,
      till.type,
      till.saleCode ?? fullNumber(numbering),
      totals.subtotal,
    ]),
  ];
}

/** Names and values take turns; none of them is in a namespace of its own. */
function buildPairs(extension: TicketExtension, values: readonly string[]): string {
  const { outer, inner, names } = TICKET_EXTENSIONS[extension];
  const pairs = names.flatMap((name, index) => [text("Name", name), text("Value", values[index] ?? "")]);
  return group(outer, [group(inner, pairs)]);
}

/** What a signed ticket says there; undefined for a file that has no such extensions. */
export function readTicket(root: XmlElement): Ticket | undefined {
  const [person, company, product] = readValues(root, "maker");
  const [code, name, points] = readValues(root, "buyer");
  const [plate, place, cashier, type, saleCode] = readValues(root, "till");
  if (plate === undefined || code === undefined || person === undefined) return undefined;
  return {
    till: { plate, place: place ?? "", type: type ?? "", cashier: cashier ?? "", saleCode: saleCode ?? null },
    buyer: { code, name: name ?? "", points: points ?? "" },
    maker: { person, company: company ?? "", product: product ?? "" },
  };
}

function readValues(root: XmlElement, extension: TicketExtension): readonly (string | undefined)[] {
  const { inner, names } = TICKET_EXTENSIONS[extension];
  const found = findLocal(root, ["UBLExtensions"]);
  const group = found && findDeep(found, inner);
  const values = group?.children ?? [];
  return names.map((name) => {
    const at = values.findIndex((one) => one.local === "Name" && one.text === name);
    return at === -1 ? undefined : values[at + 1]?.text;
  });
}

function findLocal(root: XmlElement, [local]: readonly [string]): XmlElement | undefined {
  return root.children.find((child) => child.local === local);
}

function findDeep(element: XmlElement, local: string): XmlElement | undefined {
  for (const child of element.children) {
    const found = child.local === local ? child : findDeep(child, local);
    if (found !== undefined) return found;
  }
  return undefined;
}
