// Lists the functions that a new document calls before its SOAP request.
import * as z from "zod";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { writeInvoiceBody, writeSupportBody } from "../document.ts";
import { headersOf, type Stand, startStand } from "../http/stand.ts";
import { createMarker, type Place } from "./enter.ts";

const numbersSchema = z.array(z.number());

/** For each kind of document, what the first one of a company enters, in the order of the first calls. */
export async function listEntered(): Promise<Readonly<Record<"invoice" | "support document", readonly Place[]>>> {
  const { plugin, places } = createMarker();
  const stand = await startStand("swift", "bench/house/product.ts", {}, [plugin]);
  try {
    const invoice = await post(stand, "fe/facturas", writeInvoiceBody(1));
    const support = await post(stand, "dse/documentos", writeSupportBody(1, dateInBogota(Date.now())));
    const toPlaces = (numbers: readonly number[]) => numbers.flatMap((number) => places[number] ?? []);
    return { invoice: toPlaces(invoice), "support document": toPlaces(support) };
  } finally {
    await stand.stop();
  }
}

async function post(stand: Stand, path: string, body: string): Promise<readonly number[]> {
  const tenant = await stand.createTenant();
  await stand.call("product", "/house/begin");
  const answer = await stand.call("product", `/api/ext/v1/companies/${tenant.companyId}/${path}`, {
    method: "POST",
    headers: headersOf(tenant, "house"),
    body,
  });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return numbersSchema.parse(JSON.parse((await stand.call("product", "/house/entered")).text));
}
