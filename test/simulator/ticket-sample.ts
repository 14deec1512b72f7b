// Gives the tests of tickets their issuer, as the authority would know it, and the reference's samples, changed and signed.
import { readTaxpayer } from "../../simulator/register.ts";
import { listShared, readShared } from "../support/shared.ts";
import { makeDocument } from "./document-maker.ts";
import type { Edit } from "./edit.ts";
import { contentOf, setContent } from "./element-scan.ts";
import { NIT, TAXPAYER, TECHNICAL_KEY } from "./harness.ts";
import type { Signer } from "./soap-client.ts";

const FOLDER = "authority/samples/pos";

/** The company's software of equivalent documents. */
export const TICKET_SOFTWARE = { id: "22222222-3333-4444-5555-666666666666", pin: "24680", module: "dee" };
export const TICKET_SET = { id: "d33", software_id: TICKET_SOFTWARE.id };
const SECRETS = { pin: TICKET_SOFTWARE.pin, technicalKey: TECHNICAL_KEY };

/** The issuer of all samples, with what it needs for tickets besides. */
export const TICKET_REGISTER = {
  ...TAXPAYER,
  software: [...TAXPAYER.software, TICKET_SOFTWARE],
  test_sets: [...TAXPAYER.test_sets, TICKET_SET],
  ranges: [
    ...TAXPAYER.ranges,
    {
      kind: "pos",
      resolution: "18760000001",
      resolution_date: "2019-01-19",
      prefix: "EPOS",
      from: 1,
      to: 1000,
      valid_from: "2019-01-19",
      valid_to: "2030-01-19",
      technical_key: null,
    },
  ],
};
export const TICKET_TAXPAYER = readTaxpayer(NIT, TICKET_REGISTER);

export const TICKET = "pos20-consumidor-final-iva-bolsa-excluido";
export const MEAL = "pos20-cedula-inc8-descuento-propina";
export const TOOLS = "pos20-nit-dos-tarifas-iva";
export const ANNULMENT = "na94-anulacion-total";
export const RETURN = "na94-devolucion-parcial";
export const RISE = "na93-cambio-del-valor";

/** Names of the samples, without their ending. */
export function listTickets(): readonly string[] {
  return listShared(FOLDER)
    .filter((name) => name.endsWith(".unsigned.xml"))
    .map((name) => name.replace(".unsigned.xml", ""));
}

export function readTicket(name: string): string {
  return readShared(`${FOLDER}/${name}.unsigned.xml`);
}

export function keyOf(xml: string): string {
  return /<cbc:UUID[^>]*>([^<]*)</.exec(xml)?.[1] ?? "";
}

/** A sample, changed, hashed and signed; `after` changes it between the two. */
export function makeTicket(name: string, signer: Signer, before: Edit = (xml) => xml, after?: Edit): string {
  return makeDocument(readTicket(name), SECRETS, signer, { before, ...(after === undefined ? {} : { after }) });
}

/** The same document under another number. */
export function renumber(consecutive: number): Edit {
  return (xml) => setContent(xml, "cbc:ID", contentOf(xml, "cbc:ID").replace(/\d+$/, String(consecutive)));
}

/** What the authority has accepted: the three tickets of the reference. */
export function listAccepted() {
  const entries = [TICKET, MEAL, TOOLS].map((name) => {
    const xml = readTicket(name);
    const total = /<cbc:PayableAmount[^>]*>([^<]*)</.exec(xml)?.[1] ?? "";
    return [
      keyOf(xml),
      { nit: NIT, type: "20", issueDate: contentOf(withoutDeclaration(xml), "cbc:IssueDate"), total },
    ] as const;
  });
  return Object.fromEntries(entries);
}

function withoutDeclaration(xml: string): string {
  return xml.replace(/^<\?xml[^>]*\?>\s*/, "");
}
