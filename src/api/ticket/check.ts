// Reads the body of a ticket and finds all that is wrong with it: in its shape, and in the meaning of the parts that have one.
import type { Company } from "../../domain/company.ts";
import type { InvoiceDraft, SoftwareMaker } from "../../domain/draft/draft.ts";
import { findTicketLimit } from "../../domain/ticket/unit-value.ts";
import { dateInBogota } from "../../domain/value/calendar.ts";
import type { JsonObject } from "../../domain/value/json.ts";
import type { Env } from "../../env.ts";
import type { Call } from "../app/route.ts";
import type { ReadSound } from "../creation/request.ts";
import { checkSale } from "../invoice/check.ts";
import { readTicket } from "./request.ts";

/** @throws ApiError `invalid_payload` with every problem of shape, and of meaning in the parts that could be read. */
export function checkTicket(call: Call, body: JsonObject): ReadSound<InvoiceDraft> {
  const { env, caller } = call;
  const limit = caller.company.refusesLargeTickets === true ? findLimit(env, Date.now()) : null;
  return checkSale(call, readTicket(body, { maker: findMaker(env, caller.company), limit }));
}

/** Pesos before taxes above which a sale by ticket is remarked on; null where the year's tax unit is not known. */
export function findLimit(env: Pick<Env, "TAX_UNITS">, nowMs: number): string | null {
  return findTicketLimit(Number(dateInBogota(nowMs).slice(0, 4)), env.TAX_UNITS ?? "") ?? null;
}

/** Who made the software: the deployment's maker; a company that runs software of its own without one is it itself. */
function findMaker({ MAKER_PERSON, MAKER_NAME, MAKER_SOFTWARE }: Env, { name }: Pick<Company, "name">): SoftwareMaker {
  const company = MAKER_NAME || name;
  return { person: MAKER_PERSON || company, company, product: MAKER_SOFTWARE || "factura-edge" };
}
